import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { homeOf } from '../../home.ts';
import { writeMemberToken } from '../../sign-in/member-token.ts';
import { cliMain } from '../../testing/cli-main.ts';
import { createRepository, snapshot, type TestRepository } from '../../testing/repository.ts';
import { answerOf, type ReviewedSession, sessionId } from '../../testing/reviewed-session.ts';

const fixed = 'export const refund = (cents) => Math.max(0, cents);';

describe('debrief task', () => {
  let server: Server;
  let asked: string[];
  let said: ReviewedSession;
  let base: string;
  let repository: TestRepository;
  let commit: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'debrief-task-'));
    repository = createRepository();
    repository.write('package.json', '{ "name": "shop", "scripts": { "test": "node --test" } }\n');
    repository.write('src/refund.js', 'export const refund = (cents) => cents;\n');
    repository.write('src/old.test.js', 'old\n');
    repository.write(`${'deep/'.repeat(40)}größe.txt`, 'far down\n');
    repository.commit('first');
    repository.write('src/refund.js', `${fixed}\n`);
    repository.write('test/refund.test.js', "test('no negative refund', () => {});\n");
    rmSync(join(repository.root, 'src/old.test.js'));
    commit = repository.commit('fix: refunds');
    said = {
      state: 'accepted',
      reviews: [],
      links: [{ sha: commit, strength: 'seen' }],
      prompt: 'Refunds come out negative.\nMake them stop at 0.',
      command: 'npm test',
      wrote: `${fixed}\n`,
    };
    asked = [];
    server = createServer((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      asked.push(path);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerOf(said, path.split('/').at(-1) ?? '')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeMemberToken(homeOf({ DEBRIEF_HOME: join(base, 'debrief') }), {
      ...{ server: url, issuer: url, clientId: 'cli', tokenEndpoint: `${url}/token`, terminalId: 'trm_1' },
      ...{ accessToken: `dt_${'0'.repeat(38)}`, expiresAt: Date.now() + 3_600_000 },
    });
  });
  afterEach(() => {
    server.close();
    repository.remove();
    rmSync(base, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const env = { PATH: process.env.PATH, HOME: base, DEBRIEF_HOME: join(base, 'debrief') };
      const given = ['task', sessionId, '--out', join(base, 'out'), ...args];
      const child = spawn(process.execPath, [cliMain, ...given], { cwd: repository.root, env });
      let text = '';
      child.stdout.on('data', (some) => (text += some));
      child.stderr.on('data', (some) => (text += some));
      child.on('close', (code) => resolve({ code, text: text.replaceAll(/\s+/g, ' ') }));
    });
  const made = (path: string) => readFileSync(join(base, 'out', path), 'utf8');
  const refuses = async (why: RegExp, ...args: string[]) => {
    const { code, text } = await run(...args);
    assert.match(text, why);
    assert.notEqual(code, 0);
    // Nothing is left of it, beside its place either.
    assert.deepEqual(
      readdirSync(base).filter((name) => name !== 'debrief'),
      [],
    );
  };
  const unpacked = () => {
    const app = join(base, 'app');
    mkdirSync(app);
    execFileSync('tar', ['-xf', join(base, 'out/environment/repository.tar'), '-C', app]);
    return app;
  };

  it('writes a folder as Harbor has it: the parent to work on, the tests and the solution apart', async () => {
    const { code, text } = await run();
    assert.equal(code, 0, text);
    const files = Object.keys(snapshot(join(base, 'out'))).sort();
    assert.deepEqual(files, [
      ...['environment', 'environment/Dockerfile', 'environment/repository.tar', 'instruction.md'],
      ...['solution', 'solution/solution.patch', 'solution/solve.sh', 'task.toml'],
      ...['tests', 'tests/files', 'tests/files/test', 'tests/files/test/refund.test.js', 'tests/test.sh'],
    ]);
    const instruction = made('instruction.md');
    assert.match(instruction, /^> Refunds come out negative\.\n> Make them stop at 0\.$/m);
    assert.ok(!instruction.includes(sessionId) && !instruction.includes(commit.slice(0, 7)), instruction);
    assert.match(made('task.toml'), new RegExp(`^commit = "${commit}"$`, 'm'));
    assert.match(
      made('environment/Dockerfile'),
      /A person has to check[\s\S]*^FROM node:[\s\S]*^ADD repository\.tar \/app\/$/m,
    );
    const script = made('tests/test.sh');
    assert.match(script, /^if npm test; then$/m);
    assert.match(script, /^rm -f -- 'src\/old\.test\.js'/m);
    execFileSync('bash', ['-n', join(base, 'out/tests/test.sh')]);
    execFileSync('bash', ['-n', join(base, 'out/solution/solve.sh')]);

    const app = unpacked();
    assert.equal(
      readFileSync(join(app, 'src/refund.js'), 'utf8'),
      'export const refund = (cents) => cents;\n',
    );
    assert.equal(readFileSync(join(app, `${'deep/'.repeat(40)}größe.txt`), 'utf8'), 'far down\n');
    assert.ok(existsSync(join(app, 'src/old.test.js')) && !existsSync(join(app, 'test')));
    execFileSync('git', ['apply', join(base, 'out/solution/solution.patch')], { cwd: app });
    assert.equal(readFileSync(join(app, 'src/refund.js'), 'utf8'), `${fixed}\n`);
    assert.ok(!existsSync(join(app, 'test')), 'the tests are no part of the solution');
  });

  it('a prompt that holds a line of the solution is refused, with the line', async () => {
    said.prompt = `Please.\nWrite \`${fixed}\` there.`;
    await refuses(
      /give a part of the solution away, in its line \d+: "export const refund = .* of src\/refund\.js/,
    );
  });

  it('lines that stood anywhere before give nothing away', async () => {
    said.prompt = 'It says export const refund = (cents) => cents; and should stop at 0.';
    assert.equal((await run()).code, 0);
  });

  it('the context ends before the first line of the solution', async () => {
    const { code, text } = await run('--context', '--json');
    assert.equal(code, 0, text);
    const trajectory = JSON.parse(made('environment/trajectory.json'));
    assert.deepEqual(
      trajectory.steps.map(({ step_id }: { step_id: number }) => step_id),
      [1, 2],
    );
    assert.ok(!JSON.stringify(trajectory).includes('Math.max'));
    assert.ok(!JSON.stringify(trajectory).includes(sessionId));
    assert.deepEqual(JSON.parse(text).context, { steps: 2, left: 1 });
    assert.match(made('environment/Dockerfile'), /^COPY trajectory\.json /m);
    // An agent that wrote the tests first: they are hidden, too.
    rmSync(join(base, 'out'), { recursive: true });
    said.read = "test('no negative refund', () => {});";
    assert.deepEqual(JSON.parse((await run('--context', '--json')).text).context, { steps: 1, left: 2 });
    // Escaped once more within a text it is the same line.
    rmSync(join(base, 'out'), { recursive: true });
    said.prompt = `Refunds! ${JSON.stringify({ a: `x\n\t${fixed}` })}`;
    await refuses(/give a part of the solution away/);
  });

  it('the words of a record stay quoted, one line each, without a secret and without controls', async () => {
    const secret = ['ghp', 'Zk3Rt8Wq1Lm5Nv7Xc9Bd2Fg4Hj6Ks0Pa1QeR'].join('_');
    said.prompt = `Use ${secret}.\r\n# Now\n\u001b[2Jignore\u202e all\n\n\tindented`;
    assert.equal((await run()).code, 0);
    const instruction = made('instruction.md');
    assert.ok(!instruction.includes(secret) && !/[\p{Bidi_C}\r]|\p{Cc}\[2J/u.test(instruction), instruction);
    assert.match(instruction, /^> # Now$/m);
    assert.match(instruction, /^>\n> .*indented$/m);
  });

  it('a run that says more than a plain command leaves a test that fails', async () => {
    for (const command of [
      'npm test || true',
      'npm test | tail',
      'echo 1 > /logs/verifier/reward.txt',
      '$(x)',
      'a\nb',
      '/home/ada/run',
      'x'.repeat(120),
    ]) {
      said.command = command;
      assert.match((await run()).text, /until then it fails/, command);
      const script = made('tests/test.sh');
      assert.ok(!script.includes(command) && !script.includes('echo 1 >'));
      assert.match(script, /^exit 1$/m);
      rmSync(join(base, 'out'), { recursive: true });
    }
  });

  it('is refused in words: not judged, no commit, no tests, another repository, a merge, several', async () => {
    said.state = 'unreviewed';
    said.reviews = [
      { outcome: 'noted', self: true },
      { outcome: 'noted', withdrawnAt: 'x' },
    ];
    await refuses(/Nobody has reviewed/);
    assert.ok(!asked.some((path) => path.endsWith('/events')), 'nothing of it was read');
    said.reviews = [{ outcome: 'follow_up', self: false }];
    const [link] = said.links;
    said.links = [];
    await refuses(/No commit is linked/);
    said.links = [{ sha: 'a'.repeat(40), strength: 'seen' }];
    await refuses(/None of the commits of this session is in this repository/);
    said.links = [{ sha: commit, strength: 'likely' }];
    await refuses(/likely, not certain/);
    said.links = [{ sha: repository.git('rev-parse', 'HEAD~1'), strength: 'seen' }];
    await refuses(/parent of .* is not in this repository/);
    await refuses(/not linked with this session/, '--commit', commit);
    repository.write('src/other.js', 'other\n');
    said.links = [{ sha: repository.commit('no tests'), strength: 'seen' }];
    await refuses(/touches no test files/);
    repository.write('test/only.test.js', 'only\n');
    said.links = [{ sha: repository.commit('only tests'), strength: 'seen' }];
    await refuses(/changes only tests/);
    repository.write('test/more.test.js', 'more\n');
    repository.write('src/other.js', 'more\n');
    said.links = [
      link as ReviewedSession['links'][number],
      { sha: repository.commit('more'), strength: 'seen' },
    ];
    repository.git('checkout', '-q', '-b', 'side', 'HEAD~1');
    repository.write('test/side.test.js', 'side\n');
    repository.commit('side');
    repository.git('merge', '-q', '--no-edit', 'main');
    await refuses(/is not linked/, '--commit', repository.git('rev-parse', 'HEAD'));
    said.links.push({ sha: repository.git('rev-parse', 'HEAD'), strength: 'stated' });
    await refuses(/is a merge/, '--commit', repository.git('rev-parse', 'HEAD'));
    await refuses(/Several commits .* --commit/);
    assert.equal((await run('--commit', commit.slice(0, 8))).code, 0, 'one is named');
  });

  it('a folder that is not empty stays as it is', async () => {
    mkdirSync(join(base, 'out'));
    writeFileSync(join(base, 'out/mine'), 'mine');
    const before = snapshot(join(base, 'out'));
    const { code, text } = await run();
    assert.equal(code, 2);
    assert.match(text, /is not empty/);
    assert.deepEqual(snapshot(join(base, 'out')), before);
    assert.deepEqual(readdirSync(base).sort(), ['debrief', 'out']);
  });

  it('nothing that a repository names is run, and no link leads out of a folder', async () => {
    const trap = join(base, 'debrief/ran');
    const run1 = `sh -c 'echo ran >> ${trap}; cat'`;
    for (const name of [
      'filter.x.smudge',
      'filter.x.clean',
      'diff.x.textconv',
      'diff.external',
      'core.fsmonitor',
    ])
      repository.git('config', name, run1);
    repository.write('.gitattributes', '* filter=x diff=x export-subst\n*.md export-ignore\n');
    repository.write('README.md', 'Read.\n');
    symlinkSync('/etc/passwd', join(repository.root, 'out'));
    symlinkSync('src/refund.js', join(repository.root, 'in'));
    execFileSync('git', ['-c', 'filter.x.clean=cat', 'add', '-A'], { cwd: repository.root });
    repository.commit('traps');
    repository.write('src/refund.js', 'export const other = "something new";\n');
    repository.write('test/refund.test.js', 'other\n');
    said.links = [{ sha: repository.commit('next'), strength: 'seen' }];
    rmSync(trap, { force: true });
    const { code, text } = await run();
    assert.equal(code, 0, text);
    assert.ok(!existsSync(trap), 'a program was run');
    assert.match(text, /Left out, because they lead out of the repository: out/);
    const app = unpacked();
    assert.ok(
      !existsSync(join(app, 'out')) && existsSync(join(app, 'in')) && existsSync(join(app, 'README.md')),
    );

    symlinkSync('/etc/passwd', join(repository.root, 'test/link.test.js'));
    repository.write('src/refund.js', 'again\n');
    said.links = [{ sha: repository.commit('link'), strength: 'seen' }];
    rmSync(join(base, 'out'), { recursive: true });
    rmSync(app, { recursive: true });
    await refuses(/"test\/link\.test\.js" is a submodule or a symbolic link/);
  });
});
