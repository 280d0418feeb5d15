import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PriorSession } from '@debrief/contract';
import { buildCli } from '../../packages/cli/src/testing/cli-main.ts';
import { FakeBrowser } from '../../packages/server/testing/browser.ts';
import { startServer } from '../server.ts';
import { password } from '../sign-in.ts';

const program = fileURLToPath(new URL('../../packages/cli/dist/debrief.js', import.meta.url));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** One session of Claude Code that writes a file. */
function sessionText(
  id: string,
  begun: number,
  cwd: string,
  file: string,
  content: string,
  asked: string,
): string {
  const base = { sessionId: id, cwd, gitBranch: 'main', version: '2.1.0' };
  const at = (seconds: number) => ({
    timestamp: new Date(begun + seconds * 1000).toISOString(),
  });
  const call = {
    type: 'tool_use',
    id: `t-${id}`,
    name: 'Write',
    input: { file_path: join(cwd, file), content },
  };
  const result = { type: 'tool_result', tool_use_id: `t-${id}`, content: 'ok' };
  return [
    { ...base, ...at(1), type: 'user', uuid: `${id}1`, message: { role: 'user', content: asked } },
    { ...base, ...at(2), type: 'assistant', uuid: `${id}2`, message: { role: 'assistant', content: [call] } },
    { ...base, ...at(3), type: 'user', uuid: `${id}3`, message: { role: 'user', content: [result] } },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

const linesOf = (name: string): string =>
  Array.from(
    { length: 6 },
    (_, index) => `export const ${name}${index} = compute('${name}', ${index});\n`,
  ).join('');

test('debrief login in a browser, then from a line to the session that wrote it', async (t) => {
  buildCli();
  await using server = await startServer();
  const scratch = mkdtempSync(join(tmpdir(), 'debrief-why-'));
  const repository = join(scratch, 'shop');
  mkdirSync(repository);
  const env = { ...process.env, HOME: scratch, DEBRIEF_HOME: join(scratch, 'debrief'), NO_COLOR: '1' };
  const memberFile = join(scratch, 'debrief', 'config', 'member.json');
  let recorder: ChildProcess | undefined;
  t.after(() => {
    recorder?.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  });
  const debrief = (args: string[], more: Record<string, string> = {}): Promise<Ran> =>
    new Promise((resolve) => {
      const options = { cwd: repository, env: { ...env, ...more }, timeout: 120_000 };
      execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  let now = Date.now();
  const git = (...args: string[]): string => {
    const name = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.invalid'];
    const date = new Date(now).toISOString();
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const options = { cwd: repository, encoding: 'utf8', env: { ...process.env, ...dates } } as const;
    return execFileSync('git', [...name, ...args], options).trim();
  };
  const commit = (message: string, at: number): string => {
    now = at;
    git('add', '-A');
    git('commit', '-q', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  const token = () =>
    JSON.parse(readFileSync(memberFile, 'utf8')) as { accessToken: string; expiresAt: number };
  const member = () => server.client(token().accessToken);

  await t.test('signs in by the device flow', async () => {
    const browser = new FakeBrowser(server.url);
    const page = await browser.open(server.setupLink);
    await browser.submit(page, { email: 'mira@example.com', password, repeat: password });
    const login = spawn(process.execPath, [program, 'login', server.url, '--no-open', '--json'], { env });
    let said = '';
    login.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const ended = new Promise<number | null>((resolve) => login.once('exit', resolve));
    for (let waited = 0; !said.includes('Waiting') && waited < 30_000; waited += 50) await sleep(50);
    const url = /https?:\/\/\S+\/idp\/device\S*/.exec(said)?.[0] ?? '';
    const confirm = await browser.open(url);
    assert.equal(confirm.title, 'Let this terminal in?');
    const done = await browser.submit(confirm, { answer: 'allow' });
    assert.equal(done.title, 'Your terminal is signed in');
    assert.equal(await ended, 0, said);
    assert.equal(statSync(memberFile).mode & 0o777, 0o600);
  });

  // What the terminal keeps afterwards only reads.
  const person = server.client(token().accessToken);
  await member().createOrganization({ name: 'Acme' });
  const { secret } = await member().issueSecret({ label: 'laptop' });
  const connected = await debrief(
    ['connect', server.url, '--yes', '--no-hooks', '--no-import', '--no-start'],
    { DEBRIEF_SECRET: secret },
  );
  assert.equal(connected.code, 0, connected.stderr);
  git('init', '-q', '-b', 'main');
  const file = join(repository, 'app.ts');
  const transcripts = join(scratch, '.claude', 'projects', '-shop');
  mkdirSync(transcripts, { recursive: true });

  const shas: string[] = [];
  let content = '';
  const names = ['first', 'second', 'third'];
  for (const [index, name] of names.entries()) {
    // Every session writes the whole file again, so only the times tell which of them a line came from.
    const begun = Date.now() - (names.length - index) * 3_600_000;
    content += linesOf(name);
    writeFileSync(file, content);
    const asked = `Please write the ${name} part`;
    writeFileSync(
      join(transcripts, `${name}.jsonl`),
      sessionText(name, begun, repository, 'app.ts', content, asked),
    );
    if (name === 'third') writeFileSync(join(repository, 'app.test.ts'), "import './app.ts';\n");
    shas.push(commit(`The ${name} part`, begun + 60_000));
  }
  appendFileSync(file, 'const writtenByHand = "nobody asked for this";\n');
  const byHand = commit('By hand', Date.now());
  appendFileSync(file, 'const notCommitted = "not yet";\n');

  recorder = spawn(process.execPath, [program, 'record'], { env, stdio: 'ignore' });
  const linkedTo = async (sha: string, name: string): Promise<boolean> => {
    const { links } = await member().findLinks({ commit: sha });
    for (const link of links) {
      const { session } = await member().getSession({ sessionId: link.session.sessionId });
      if (session.externalId === name) return true;
    }
    return false;
  };
  const deadline = Date.now() + 120_000;
  for (const [index, name] of names.entries()) {
    while (!(await linkedTo(shas[index] as string, name).catch(() => false))) {
      assert.ok(Date.now() < deadline, `the commit of the ${name} session was never linked to it`);
      await sleep(500);
    }
  }

  interface Answer {
    known: boolean;
    reason?: string;
    commit?: { sha: string };
    origin?: { sessionId: string; sequence: number; prompt?: string; url: string };
    sessions: { sessionId: string; strength?: string }[];
  }
  const why = async (place: string): Promise<Answer> => {
    const { code, stdout, stderr } = await debrief(['why', place, '--json']);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Answer;
  };

  await t.test('a line written three sessions ago: its commit, event and prompt', async () => {
    const answer = await why('app.ts:2');
    assert.equal(answer.commit?.sha, shas[0]);
    assert.equal(answer.origin?.prompt, 'Please write the first part');
    assert.equal(answer.origin.sequence, 2);
    assert.equal(answer.origin.url, `${server.url}/sessions/${answer.origin.sessionId}#2`);
    const { session } = await member().getSession({ sessionId: answer.origin.sessionId });
    assert.equal(session.externalId, 'first');
    const third = await why('app.ts:14');
    assert.equal(third.commit?.sha, shas[2]);
    assert.equal(third.origin?.prompt, 'Please write the third part');
    const text = await debrief(['why', 'app.ts:2']);
    assert.match(text.stdout, /Asked for: Please write the first part/);
  });

  await t.test('says when it does not know', async () => {
    const hand = await why('app.ts:19');
    assert.equal(hand.commit?.sha, byHand);
    assert.equal(hand.origin, undefined);
    const open = await why('app.ts:20');
    assert.equal(open.commit, undefined);
    assert.match(open.reason ?? '', /not committed/);
    assert.equal((await why('app.ts')).sessions.length, 3);
    const far = await debrief(['why', 'app.ts:4000']);
    assert.equal(far.code, 2);
    const outside = await debrief(['why', join(scratch, 'nowhere.ts:1')]);
    assert.equal(outside.code, 2);
  });

  await t.test('--history: the sessions that matter, who wrote the very line first', async () => {
    const { code, stdout, stderr } = await debrief(['why', '--history', 'app.ts:14', '--json']);
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout) as { total: number; sessions: (PriorSession & { url: string })[] };
    assert.equal(answer.total, 3);
    const [first] = answer.sessions;
    assert.equal(first?.asked?.text, 'Please write the third part');
    assert.equal(first.linesWritten, 1);
    assert.deepEqual(first.files[0]?.commits, [shas[2]]);
    assert.equal(first.url, `${server.url}/sessions/${first.session.sessionId}#2`);
    const text = await debrief(['why', '--history', 'app.ts']);
    assert.match(text.stdout, /^app\.ts {2}sessions that matter\n/);
    assert.equal(text.stdout.match(/asked for: Please write the/g)?.length, 3);
    assert.match(text.stdout, /its commits added \d+ lines to the file/);
    writeFileSync(join(repository, 'new.ts'), 'export {};\n');
    const none = await debrief(['why', '--history', 'new.ts']);
    assert.match(none.stdout, /No session is known to have changed the file/);
  });

  await t.test('a task for Harbor, once somebody has judged the session', async () => {
    const sessionId = (await why('app.ts:14')).origin?.sessionId ?? '';
    const out = join(scratch, 'task');
    const unread = await debrief(['task', sessionId, '--out', out]);
    assert.equal(unread.code, 2);
    assert.match(unread.stderr, /Nobody has reviewed this session yet/);
    await person.submitReview({ sessionId, outcome: 'accepted', throughSequence: 3 });
    const { code, stderr } = await debrief([
      'task',
      `${server.url}/sessions/${sessionId}#2`,
      '--out',
      out,
      '--context',
    ]);
    assert.equal(code, 0, stderr);
    const made = (path: string) => readFileSync(join(out, path), 'utf8');
    assert.match(made('instruction.md'), /^> Please write the third part$/m);
    assert.match(made('task.toml'), new RegExp(`^commit = "${shas[2]}"$`, 'm'));
    assert.equal(made('tests/files/app.test.ts'), "import './app.ts';\n");
    assert.match(made('tests/test.sh'), /^exit 1$/m);
    assert.match(made('solution/solution.patch'), /^\+export const third0 = /m);
    const { steps } = JSON.parse(made('environment/trajectory.json')) as { steps: { message: string }[] };
    assert.deepEqual(
      steps.map(({ message }) => message),
      ['Please write the third part'],
    );
  });

  await t.test('is quick, keeps a token that only reads, and needs it', async () => {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const began = performance.now();
      await why('app.ts:2');
      times.push(performance.now() - began);
    }
    t.diagnostic(`why: ${times.map((time) => time.toFixed(0)).join(', ')} ms, with starting Node`);
    // What the identity provider gave was exchanged as soon as there was an organization, and is on this disk no more.
    const kept = readFileSync(memberFile, 'utf8');
    assert.match(token().accessToken, /^dt_/);
    assert.ok(!kept.includes('refreshToken') && !kept.includes('eyJ'), kept);
    await assert.rejects(member().issueSecret({}), { code: 'insufficient_scope' });
    await assert.rejects(member().listMembers(), { code: 'insufficient_scope' });
    const { accessToken } = token();
    assert.equal((await debrief(['logout'])).code, 0);
    await assert.rejects(server.client(accessToken).listSessions({}), { code: 'invalid_token' });
    const refused = await debrief(['why', 'app.ts:2'], { DEBRIEF_SECRET: secret });
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /debrief login/);
  });
});
