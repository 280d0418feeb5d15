import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runStatement } from '../../testing/engine.ts';
import { refusedWith } from '../../testing/request.ts';
import { onEveryEngine } from '../../testing/suite.ts';
import { aTeam, type Team } from '../../testing/team.ts';
import { repairSessionStarts } from '../domain/session-start.ts';

const opening = ({ environmentId, installationId }: Team) => ({
  environmentId,
  agentInstallationId: installationId,
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

onEveryEngine('the start of a session', (server, engine) => {
  it('is what its machine states, beside the time of arrival (S6)', async () => {
    const team = await aTeam(server());
    const startedAt = ago(200);
    const { sessionId, session } = await team.machine.openSession({ ...opening(team), startedAt });
    assert.equal(session.startedAt, startedAt);
    assert.equal(session.startedAtSource, 'record');
    assert.ok(Math.abs(Date.parse(session.createdAt) - Date.now()) < 10_000);
    const read = await team.owner.client.getSession({ sessionId });
    assert.equal(read.session.startedAt, startedAt);
    const fromFile = await team.machine.openSession({
      ...opening(team),
      startedAt,
      startedAtSource: 'file',
    });
    assert.equal(fromFile.session.startedAtSource, 'file');
  });

  it('is refused in the future and before 2000, and counts as now within the skew of a clock', async () => {
    const team = await aTeam(server());
    const open = (startedAt: string) => team.machine.openSession({ ...opening(team), startedAt });
    for (const startedAt of [
      ago(-1),
      ago(-1 / 24),
      '1999-12-31T23:59:59Z',
      'yesterday',
      '2026-02-30T00:00:00Z',
    ]) {
      await assert.rejects(open(startedAt), refusedWith('validation_error'), startedAt);
    }
    const { session } = await open(new Date(Date.now() + 20_000).toISOString());
    assert.ok(Date.parse(session.startedAt) <= Date.now());
  });

  it('orders, filters and pages the list', async () => {
    const team = await aTeam(server());
    const { machine, owner } = team;
    const days = [3, 400, 40, 10, 90];
    for (const day of days)
      await machine.openSession({ ...opening(team), title: `${day}`, startedAt: ago(day) });
    const titles: (string | undefined)[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await owner.client.listSessions({ limit: 2, ...(cursor && { cursor }) });
      titles.push(...page.sessions.map(({ title }) => title));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(titles, ['Acme session', '3', '10', '40', '90', '400']);
    const { sessions } = await owner.client.listSessions({ startedAfter: ago(100), startedBefore: ago(5) });
    assert.deepEqual(
      sessions.map(({ title }) => title),
      ['10', '40', '90'],
    );
  });

  it('makes no partition of its own: events lie in the month of arrival', async () => {
    const team = await aTeam(server());
    const { sessionId } = await team.machine.openSession({
      ...opening(team),
      startedAt: '2019-03-01T00:00:00Z',
    });
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    assert.equal((await team.owner.client.listEvents({ sessionId })).events.length, 1);
    if (engine !== 'postgres') return;
    const partitions = "select relname from pg_class where relname like 'event_batches_2019%'";
    assert.deepEqual(await runStatement(server().config.database, partitions), []);
  });

  it('is put right, once, for sessions captured before machines stated it', async () => {
    const team = await aTeam(server());
    const { context } = server().running;
    const { sessionId } = await team.machine.openSession(opening(team));
    const timestamp = ago(120);
    await team.machine.appendEvents({
      sessionId,
      events: [
        { eventType: 'user', payload: { type: 'user', timestamp, message: { role: 'user', content: 'Hi' } } },
      ],
    });
    const read = async () => (await team.owner.client.getSession({ sessionId })).session;
    const folded = async () => {
      for (let left = 100; left > 0 && (await read()).statistics?.foldedTo !== 1; left--) await sleep(100);
      assert.equal((await read()).statistics?.foldedTo, 1);
    };
    const startedAt = (await read()).startedAt;
    await folded();
    await repairSessionStarts(context);
    assert.equal((await read()).startedAt, startedAt, 'a session opened since keeps what it was answered');
    // As the migration leaves every session it finds.
    const mark = `update sessions set start_repair = 1 where session_id = '${sessionId}'`;
    await runStatement(server().config.database, mark);
    assert.equal(await repairSessionStarts(context), 1);
    assert.equal((await read()).startedAt, timestamp);
    assert.equal(await repairSessionStarts(context), 0);
    // Killed after the start was put in: the next round removes what was derived with the old one.
    await context.store.session.setStart(sessionId, Date.parse(timestamp));
    assert.equal(await repairSessionStarts(context), 0);
    assert.deepEqual(await context.store.session.pendingStarts(0, 10), []);
  });
});
