import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportLines, ExportOrganization, ExportPart } from '@debrief/contract';
import { behind } from '../../../../testing/links/found.ts';
import {
  aCommit,
  aSessionOf,
  linesOf as codeOf,
  prompt,
  runs,
  writes,
} from '../../../../testing/links/link.ts';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';

type Line = ExportLines[keyof ExportLines];
const of = <Kind extends Line['kind']>(lines: readonly Line[], kind: Kind): ExportLines[Kind][] =>
  lines.filter((line) => line.kind === kind) as ExportLines[Kind][];

const path = '/v1/organizations/me/export';

onEveryEngine('the export of an organization', (server) => {
  const read = async (team: Team, input: ExportOrganization = {}): Promise<Line[]> => {
    const text = (await team.owner.client.exportOrganization(input)) as unknown as string;
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  };

  it('has all that the routes of each session answer: events, entries, findings, links, reviews', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const root = '/home/dev/app';
    const records = [
      prompt(1, 'Write the cart ✓'),
      ...writes(2, `${root}/src/cart.ts`, codeOf('cart')),
      ...runs(3, 'git checkout -- src/menu.ts', ''),
      ...Array.from({ length: 240 }, (_, n) => prompt(n + 10, `more ${n} ${'x'.repeat(2000)}`)),
    ];
    const sessionId = await aSessionOf(team, records);
    const commit = aCommit('cart');
    await team.machine.reportCommits({ sessionId, commits: [commit] });
    await behind(team, commit.sha);
    await client.openThread({ sessionId, anchor: { sequence: 2 }, body: 'Why?' });
    await client.submitReview({ sessionId, outcome: 'noted', throughSequence: 3, body: 'Fine' });

    const lines = await read(team);
    const mine = lines.filter((line) => 'sessionId' in line && line.sessionId === sessionId);
    assert.deepEqual(
      of(lines, 'session')
        .map(({ session }) => session.sessionId)
        .sort(),
      [team.sessionId, sessionId].sort(),
    );
    const events = of(mine, 'events');
    assert.ok(events.length > 1, 'some at a time');
    const all = events.flatMap((one) => one.events);
    assert.deepEqual(
      all.map(({ sequence }) => sequence),
      records.map((_, index) => index + 1),
    );
    assert.deepEqual(
      all.map(({ payload }) => payload),
      records,
    );
    const entries = of(mine, 'entries');
    const shown = await client.getTranscript({ sessionId, limit: 200 });
    assert.ok(shown.total > 200);
    assert.equal(
      entries.filter(({ lane }) => lane === 0).reduce((sum, one) => sum + one.entries.length, 0),
      shown.total,
    );
    assert.deepEqual(entries.flatMap((one) => one.entries).slice(0, shown.entries.length), shown.entries);
    const found = await client.getFindings({ sessionId });
    assert.ok(found.findings.length > 0);
    assert.deepEqual(of(mine, 'findings')[0]?.findings, found.findings);
    assert.deepEqual(of(mine, 'findings')[0]?.claims, found.claims);
    const { links } = await client.listSessionLinks({ sessionId });
    assert.equal(links.length, 1);
    assert.deepEqual(of(mine, 'links')[0]?.links, links);
    assert.deepEqual(of(mine, 'review')[0]?.review, (await client.getReview({ sessionId })).review);
    const { threads } = await client.listThreads({ sessionId });
    assert.equal(threads.length, 1);
    assert.deepEqual(
      of(mine, 'threads').flatMap((one) => one.threads),
      threads,
    );
    assert.deepEqual(lines.at(-1), { kind: 'complete', sessions: 2 });
    // Who was shown something of a session is in the list of its readers.
    const { readers } = await client.listReaders({ sessionId });
    assert.ok(readers.some(({ channels }) => channels.includes('export')));
    const { entries: deeds } = await client.listAudit({ action: 'organization_exported' });
    assert.equal(deeds.length, 1);
  });

  it('goes on after a cursor, takes a filter and parts, and has sessions of one organization alone', async () => {
    const team = await aTeam(server());
    const stranger = await aTeam(server());
    for (let n = 0; n < 24; n++) {
      await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
        gitBranch: 'x',
        title: `S ${n}`,
      });
    }
    const lines = await read(team, { include: ['links'] as ExportPart[] });
    assert.deepEqual([...new Set(lines.map(({ kind }) => kind))].sort(), [
      ...['complete', 'end', 'links', 'session'],
    ]);
    const ids = of(lines, 'end').map(({ sessionId }) => sessionId);
    assert.equal(ids.length, 25);
    assert.ok(!ids.includes(stranger.sessionId));
    // Broken off after any session: the rest, none twice.
    for (const at of [0, 9, 19, 23]) {
      const cursor = of(lines, 'end')[at]?.cursor as string;
      const rest = await read(team, { cursor, include: ['links'] });
      assert.deepEqual(
        of(rest, 'end').map(({ sessionId }) => sessionId),
        ids.slice(at + 1),
      );
    }
    const none = await read(team, { agentId: 'codex' });
    assert.deepEqual(none, [{ kind: 'complete', sessions: 0 }]);
    for (const bad of ['cursor=x', 'include=everything', 'status=done', 'cursor=W10']) {
      const { status } = await send(server(), 'GET', `${path}?${bad}`, { credential: team.owner.token });
      assert.equal(status, 400, bad);
    }
  });

  it('leaves out what its caller may not read, asked anew for each session', async () => {
    const team = await aTeam(server());
    const author = await joinTeam(server(), team, 'member');
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: author.userId, earlier: true });
    await author.client.holdSession({ sessionId: team.sessionId, hold: 'released' });
    assert.deepEqual(await read(team), [{ kind: 'complete', sessions: 0 }]);
    await author.client.releaseSession({ sessionId: team.sessionId });
    assert.equal(of(await read(team), 'end').length, 1);
    assert.equal((await send(server(), 'GET', path, { credential: author.token })).code, 'insufficient_role');
  });

  it('is made as it is read: a reader that stops holds no memory, and makes room when it leaves', async () => {
    const team = await aTeam(server());
    const payload = { text: 'x'.repeat(200_000) };
    for (let n = 0; n < 40; n++) {
      const events = [
        { eventType: 'big', payload },
        { eventType: 'big', payload },
      ];
      await team.machine.appendEvents({ sessionId: team.sessionId, events });
    }
    const open = async () => {
      const stop = new AbortController();
      const response = await fetch(`${server().url}${path}?include=events`, {
        headers: { Authorization: `Bearer ${team.owner.token}`, 'Accept-Encoding': 'identity' },
        signal: stop.signal,
      });
      return { response, stop };
    };
    const { log } = server().running.context;
    let pages = 0;
    const original = log.read.bind(log);
    log.read = (range) => {
      pages++;
      return original(range);
    };
    const [one, two] = [await open(), await open()];
    try {
      assert.deepEqual([one.response.status, two.response.status], [200, 200]);
      for (let before = -1; before !== pages; await sleep(300)) before = pages;
      // What the sockets take, and no more.
      assert.ok(pages < 2 * 40, `${pages} of 80 pages were made for readers that read nothing`);
      const third = await open();
      assert.equal(third.response.status, 429);
      third.stop.abort();
    } finally {
      one.stop.abort();
      two.stop.abort();
      log.read = original;
    }
    await sleep(200);
    const after = await open();
    assert.equal(after.response.status, 200);
    const text = await after.response.text();
    assert.equal(text.split('"eventType":"big"').length - 1, 80);
    assert.ok(text.endsWith(`{"kind":"complete","sessions":1}\n`));
  });

  it('breaks off, without its last line, when its caller is no admin any more', async () => {
    const team = await aTeam(server());
    const admin = await joinTeam(server(), team, 'admin');
    for (let n = 0; n < 3; n++) {
      const { sessionId } = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      const payload = { text: 'x'.repeat(250_000) };
      for (let n = 0; n < 40; n++) {
        await team.machine.appendEvents({ sessionId, events: [{ eventType: 'big', payload }] });
      }
    }
    const response = await fetch(`${server().url}${path}?include=events`, {
      headers: { Authorization: `Bearer ${admin.token}`, 'Accept-Encoding': 'identity' },
    });
    await team.owner.client.changeMember({ userId: admin.userId, role: 'member' });
    await assert.rejects(response.text());
  });
});
