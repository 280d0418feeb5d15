import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { GateAnswer } from '@debrief/contract';
import { commitReport } from '../../packages/cli/src/recorder/commits/commits-made.ts';
import { createRepository, type TestRepository } from '../../packages/cli/src/testing/repository.ts';
import {
  aSessionOf,
  eventually,
  linesOf,
  linkTime,
  writes,
} from '../../packages/server/testing/links/link.ts';
import { type TestServer, testServer } from '../../packages/server/testing/server.ts';
import { aTeam, type Team } from '../../packages/server/testing/team.ts';

/** The command in a real repository, against the whole server, as a CI would run it. */

const minute = 60_000;
const start = Date.now() - 10 * minute;
const program = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

const now = (records: object[]): object[] =>
  records.map((record) => {
    const { timestamp } = record as { timestamp: string };
    return { ...record, timestamp: new Date(Date.parse(timestamp) - linkTime + start).toISOString() };
  });

const usual = {
  unreviewed: 'warn',
  openThreads: 'warn',
  highFindings: 'warn',
  unknownCommits: 'off',
} as const;

describe('debrief gate', () => {
  let server: TestServer;
  let team: Team;
  let repository: TestRepository;
  let token: string;
  let base: string;
  const sessions: Record<string, string> = {};

  before(async () => {
    server = await testServer('sqlite');
    team = await aTeam(server);
    token = (await team.owner.client.issueToken({ name: 'ci', scopes: ['gate:read'], forOrganization: true }))
      .token;
    repository = createRepository();
    repository.git('remote', 'add', 'origin', 'https://user:token@github.com/acme/app.git');
    repository.write('readme.md', 'A project.\n');
    base = repository.commit('base', new Date(start - 60 * minute));
    await history();
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    repository?.remove();
  });

  const wrote = async (name: string, title?: string) => {
    const lines = linesOf(name);
    const path = join(repository.root, `src/${name}.ts`);
    sessions[name] = await aSessionOf(team, now(writes(2, path, lines)), {
      repoRoot: repository.root,
      repoRemote: '',
      gitBranch: 'main',
      ...(title && { title }),
    });
    repository.write(`src/${name}.ts`, `${lines.join('\n')}\n`);
    return repository.commit(`Add ${name}`);
  };

  /** One branch that is merged, one that is squashed, one that is rebased, and one commit nobody told of. */
  async function history(): Promise<void> {
    const { git, root } = repository;
    const back = () => git('switch', '-q', 'main');
    git('switch', '-q', '-c', 'merged');
    await wrote('merged', 'Words of a title');
    back();
    git('merge', '-q', '--no-ff', '-m', 'Merge', 'merged');
    git('switch', '-q', '-c', 'squashed', base);
    await wrote('squashed');
    back();
    git('merge', '-q', '--squash', 'squashed');
    repository.commit('Squashed');
    git('switch', '-q', '-c', 'rebased', base);
    await wrote('rebased');
    git('rebase', '-q', 'main');
    back();
    git('merge', '-q', '--ff-only', 'rebased');
    const report = await commitReport(root, { from: start, lastChange: Date.now() }, []);
    for (const sessionId of Object.values(sessions))
      await team.machine.reportCommits({ sessionId, ...report });
    repository.write('by-hand.md', 'Nobody told of this one, which is long enough to count.\n');
    repository.commit('Unknown');
    await eventually(async () => {
      const { sessions: found } = await asked();
      return found.length === 3;
    }, 60_000);
  }

  const asked = async (): Promise<GateAnswer> =>
    server.client(token).askGate({
      commits: repository.git('rev-list', '--reverse', '--no-merges', `${base}..HEAD`).split('\n'),
      remote: 'git@github.com:acme/app.git',
    });

  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const own = {
        DEBRIEF_SERVER: server.url,
        DEBRIEF_TOKEN: token,
        NO_COLOR: '1',
        GITHUB_STEP_SUMMARY: '',
        ...env,
      };
      const options = { cwd: repository.root, env: { ...process.env, ...own }, timeout: 30_000 };
      execFile(process.execPath, [program, 'gate', ...args], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
      );
    });

  const setPolicy = (change: Partial<Record<keyof typeof usual, 'off' | 'warn' | 'fail'>>) =>
    team.owner.client.setGatePolicy({ ...usual, ...change, repositories: [] });

  it('finds the sessions behind merged, squashed and rebased commits, and warns', async () => {
    const { code, out } = await run([`${base}..HEAD`, '--json']);
    assert.equal(code, 0);
    const answer = JSON.parse(out) as GateAnswer;
    assert.deepEqual(
      answer.sessions.map(({ sessionId }) => sessionId).sort(),
      Object.values(sessions).sort(),
    );
    assert.deepEqual(
      answer.commits.map(({ isKnown }) => isKnown).filter((isKnown) => !isKnown),
      [false],
    );
    assert.equal(answer.commits.length, 4);
    assert.ok(
      answer.sessions.every(({ review, strength }) => review === 'unreviewed' && strength !== 'likely'),
    );
    assert.equal(answer.verdict, 'warn');
    assert.deepEqual(answer.reasons, [{ rule: 'unreviewed', level: 'warn', count: 3 }]);
    assert.equal(answer.linesOfSessions, 30);
    assert.ok(!out.includes('Words of a title'));
  });

  it('fails only by what the policy says fails, and only while that is so', async () => {
    assert.equal((await run([`${base}..HEAD`])).code, 0, 'as it comes it only warns');
    await setPolicy({ openThreads: 'fail', highFindings: 'fail' });
    assert.equal((await run([`${base}..HEAD`])).code, 0, 'nothing of that is there');
    const sessionId = sessions.merged as string;
    const anchor = { sequence: 0 };
    const { thread } = await team.owner.client.openThread({ sessionId, anchor, body: 'Words said' });
    const failed = await run([`${base}..HEAD`]);
    assert.equal(failed.code, 1);
    assert.match(
      failed.out,
      /^Failed: 3 sessions behind 3 of 4 commits\n {2}warns: 3 sessions not reviewed\n {2}fails: 1 session with open discussions/,
    );
    await team.owner.client.changeThread({ sessionId, threadId: thread.threadId, state: 'resolved' });
    assert.equal((await run([`${base}..HEAD`])).code, 0);
    await setPolicy({ unknownCommits: 'fail', unreviewed: 'off' });
    assert.equal((await run([`${base}..HEAD`])).code, 1, 'one commit is unknown');
    assert.equal((await run([`${base}..HEAD~1`])).code, 0);
    await team.owner.client.setGatePolicy({
      ...{ unreviewed: 'fail', openThreads: 'fail', highFindings: 'fail', unknownCommits: 'fail' },
      repositories: [{ repository: 'https://github.com/acme/app.git', ...usual }],
    });
    assert.equal((await run([`${base}..HEAD`])).code, 0, 'this repository has rules of its own');
    for (const one of Object.values(sessions)) {
      await team.owner.client.submitReview({ sessionId: one, outcome: 'accepted', throughSequence: 2 });
    }
    const answer = await asked();
    assert.deepEqual(new Set(answer.sessions.map(({ review }) => review)).size, 1);
    await setPolicy({});
  });

  it('prints Markdown and SARIF, and titles only when asked to', async () => {
    const markdown = await run([`${base}..HEAD`, '--markdown']);
    assert.match(markdown.out, /^### Debrief: /);
    assert.ok(markdown.out.includes(`/sessions/${sessions.rebased}`));
    assert.ok(!/Words of a title/.test(markdown.out));
    assert.ok((await run([`${base}..HEAD`, '--titles'])).out.includes('Words of a title'));
    const sarif = JSON.parse((await run([`${base}..HEAD`, '--sarif'])).out);
    assert.equal(sarif.version, '2.1.0');
    assert.equal(sarif.runs[0].tool.driver.name, 'Debrief');
    assert.ok(Array.isArray(sarif.runs[0].results));
  });

  it('says within ten seconds when the server cannot be asked, and fails then only if told to', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const away = { DEBRIEF_SERVER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    try {
      const begun = Date.now();
      const [mild, strict] = await Promise.all([
        run([`${base}..HEAD`], away),
        run([`${base}..HEAD`, '--fail-unreachable'], away),
      ]);
      assert.ok(Date.now() - begun < 20_000, `${Date.now() - begun} ms for two at once`);
      assert.deepEqual([mild.code, strict.code], [0, 3]);
      assert.match(strict.err, /could not be asked/);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
    assert.equal(
      (await run([`${base}..HEAD`, '--fail-unreachable'], { DEBRIEF_SERVER: 'http://127.0.0.1:1' })).code,
      3,
    );
    assert.equal((await run(['no..such'])).code, 2);
    assert.equal((await run([`${base}..HEAD`], { DEBRIEF_TOKEN: '' })).code, 2);
  });

  it('is asked with a token for it and nothing else is', async () => {
    const ci = server.client(token);
    await assert.rejects(ci.listSessions({}), { status: 403 });
    await assert.rejects(ci.setGatePolicy({ ...usual, repositories: [] }), { status: 403 });
  });
});
