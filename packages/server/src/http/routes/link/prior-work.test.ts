import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineHash } from '@debrief/links';
import { behind } from '../../../../testing/links/found.ts';
import {
  aCommit,
  aSessionOf,
  eventually,
  linesOf,
  linkTime,
  prompt,
  runs,
  writes,
} from '../../../../testing/links/link.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam } from '../../../../testing/team.ts';

const root = '/home/dev/app';
const repository = 'github.com/acme/app';
const path = 'src/cart.ts';

onEveryEngine('prior work', (server) => {
  it('what matters before one changes a file: whose commits it holds, what was asked, failed and said', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const committed = await aSessionOf(team, [
      prompt(1, 'Write the cart'),
      ...writes(2, `${root}/${path}`, linesOf('cart')),
      ...runs(5, 'npm test', '1 failing\n\n  1) cart adds\n\nnpm error code 1'),
    ]);
    const onlyEdited = await aSessionOf(team, [
      prompt(1, 'Try another cart'),
      ...writes(2, `${root}/${path}`, linesOf('other')),
    ]);
    await aSessionOf(team, [prompt(1, 'Elsewhere'), ...writes(2, `${root}/src/menu.ts`, linesOf('menu'))]);
    const commit = aCommit('cart');
    await team.machine.reportCommits({ sessionId: committed, commits: [commit] });
    // Sessions are concluded one after the other: who only edited the file may be linked first, and only as likely.
    await behind(team, commit.sha, ({ links }) =>
      links.some(({ session }) => session.sessionId === committed),
    );
    const later = aCommit('byHand', { at: linkTime + 9e8, files: [{ path, added: 1, removed: 1 }] });
    await team.machine.reportCommits({ sessionId: committed, commits: [later] });
    const { ownerUserId } = await client.getOrganization();
    const { thread } = await client.openThread({
      sessionId: committed,
      anchor: { sequence: 2 },
      body: `@${ownerUserId} Prices are cents here, never floats. ${'x'.repeat(300)}`,
      idempotencyKey: 'k1',
    });

    const found = await client.findPriorWork({ file: [path], repository });
    assert.equal(found.total, 2);
    const [first, second] = found.sessions;
    assert.equal(first?.session.sessionId, committed);
    assert.deepEqual(first.files, [{ path, sequence: 2, lines: 10, commits: [commit.sha] }]);
    assert.equal(first.linesWritten, 0);
    assert.deepEqual(first.asked, { sequence: 1, text: 'Write the cart' });
    assert.deepEqual(first.failed[0], { sequence: 4, text: 'tests failed' });
    assert.equal(first.commitsSince, 1);
    assert.equal(first.said.length, 1);
    // By name, not by id.
    const begins = `@${team.owner.email.split('@')[0]} Prices are cents here, never floats.`;
    assert.deepEqual(
      { ...first.said[0], text: first.said[0]?.text.slice(0, begins.length) },
      { threadId: thread.threadId, sequence: 2, isOpen: true, text: begins },
    );
    assert.equal(first.said[0]?.text.length, 200);
    assert.equal(second?.session.sessionId, onlyEdited);
    assert.deepEqual(second.files, [{ path, sequence: 2, lines: 0, commits: [] }]);
    assert.equal(second.commitsSince, 2);

    // By the remote as git has it, and by a path as somebody may write it: the same.
    const remote = 'https://github.com/acme/app.git';
    assert.deepEqual(await client.findPriorWork({ file: ['./src\\cart.ts'], remote }), found);
    const one = await client.findPriorWork({ file: [path], repository, limit: 1 });
    assert.deepEqual([one.sessions.length, one.total], [1, 2]);

    // Who wrote the very line comes first, though nothing of it was committed.
    const line = [String(lineHash(linesOf('other')[3] as string))];
    const byLine = await client.findPriorWork({ file: [path], repository, line });
    assert.deepEqual(
      byLine.sessions.map(({ session, linesWritten }) => [session.sessionId, linesWritten]),
      [
        [onlyEdited, 1],
        [committed, 0],
      ],
    );
    // It showed words, so it counts as reading.
    const { entries } = await client.listAudit({ action: 'session_read' });
    const reads = entries.filter(({ channel }) => channel === 'find').map(({ targetId }) => targetId);
    assert.deepEqual(reads.sort(), [committed, onlyEdited].sort());
  });

  it('a file that a command changed is known by the commit alone', async () => {
    const team = await aTeam(server());
    const lines = linesOf('generated');
    const sessionId = await aSessionOf(team, [
      prompt(1, 'Generate it'),
      ...writes(2, `${root}/make.ts`, lines),
      ...runs(5, 'node make.ts', 'done'),
    ]);
    const commit = aCommit('generated', {
      lines,
      files: [
        { path: 'make.ts', added: 10, removed: 0 },
        { path: 'gen/table.ts', added: 70, removed: 0 },
      ],
    });
    await team.machine.reportCommits({ sessionId, commits: [commit] });
    const found = await eventually(async () => {
      const answer = await team.owner.client.findPriorWork({ file: ['gen/table.ts'], repository });
      return answer.total > 0 && answer;
    });
    assert.deepEqual(found.sessions[0]?.files, [{ path: 'gen/table.ts', lines: 70, commits: [commit.sha] }]);
  });

  it('never of another organization, of a later session, or of the one that asks', async () => {
    const team = await aTeam(server());
    const records = [prompt(1, 'Write it'), ...writes(2, `${root}/${path}`, linesOf('mine'))];
    const earlier = await aSessionOf(team, records);
    const { sessionId: now } = await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
      repoRoot: root,
      repoRemote: 'git@github.com:acme/app.git',
      startedAt: new Date(linkTime + 1000).toISOString(),
    });
    const { client } = team.owner;
    const before = await client.findPriorWork({ file: [path], before: now });
    assert.deepEqual(
      before.sessions.map(({ session }) => session.sessionId),
      [earlier],
    );
    assert.equal((await client.findPriorWork({ file: [path], before: earlier })).total, 0);
    const stranger = await aTeam(server());
    assert.deepEqual(await stranger.owner.client.findPriorWork({ file: [path], repository }), {
      sessions: [],
      total: 0,
    });
    await assert.rejects(stranger.owner.client.findPriorWork({ file: [path], before: earlier }), {
      code: 'session_not_found',
    });
    await assert.rejects(client.findPriorWork({ file: [] }), { code: 'validation_error' });
    const many = Array.from({ length: 21 }, (_, n) => `${n}.ts`);
    await assert.rejects(client.findPriorWork({ file: many }), { code: 'validation_error' });
  });
});
