import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListEvents, ListSessions } from '@debrief/contract';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

const opening = ({ environmentId, installationId }: Team) => ({
  environmentId,
  agentInstallationId: installationId,
});

const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify([1, ...key])).toString('base64url');

/** Cursors this service never issued. */
const strange = [
  'x',
  '%00',
  'AAAA',
  'e30',
  cursorOf(),
  cursorOf('asc'),
  cursorOf('asc', 1.5),
  cursorOf('asc', -1),
  cursorOf('asc', '1'),
  cursorOf('sideways', 1),
  cursorOf('desc', 1),
  cursorOf(1, 'ses_0', 2),
  cursorOf({}, []),
  `${cursorOf('asc', 1)}=`,
  'x'.repeat(513),
  '',
];

onEveryEngine('review', (server) => {
  const ids = async (team: Team, filter: ListSessions = {}) =>
    (await team.owner.client.listSessions(filter)).sessions.map(({ sessionId }) => sessionId);

  it('24 lists newest first and pages without losing or repeating', async () => {
    const team = await aTeam(server());
    // Many within the same millisecond: the id decides.
    const opened = await Promise.all(
      Array.from({ length: 24 }, () => team.machine.openSession(opening(team))),
    );
    const sessions = [...opened.map(({ session }) => session)];
    const expected = sessions
      .map(({ startedAt, sessionId }) => [startedAt, sessionId] as const)
      .sort((a, b) => (a[0] === b[0] ? (a[1] < b[1] ? 1 : -1) : a[0] < b[0] ? 1 : -1))
      .map(([, sessionId]) => sessionId);
    expected.push(team.sessionId);
    assert.deepEqual(await ids(team), expected);
    const walked: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; ; page++) {
      const {
        sessions: found,
        nextCursor,
        ...rest
      } = await team.owner.client.listSessions({
        limit: 7,
        ...(cursor && { cursor }),
      });
      assert.deepEqual(rest, {});
      walked.push(...found.map(({ sessionId }) => sessionId));
      if (nextCursor === null) {
        assert.equal(page, 4);
        break;
      }
      cursor = nextCursor;
    }
    assert.deepEqual(walked, expected);
    const exact = await team.owner.client.listSessions({ limit: 25 });
    assert.deepEqual([exact.sessions.length, exact.nextCursor], [25, null]);
  });

  it('24 filters', async () => {
    const team = await aTeam(server());
    const { secret } = await team.owner.client.issueSecret({ environment: 'test' });
    await sleep(3);
    const between = new Date().toISOString();
    await sleep(3);
    const { installation } = await team.owner.client.createInstallation({ agentId: 'codex' });
    const { sessionId: other } = await server().client(secret).openSession({
      environmentId: team.environmentId,
      agentInstallationId: installation.installationId,
      title: '100% ÜBER_all \\ done',
    });
    await server().client(secret).completeSession({ sessionId: other, status: 'failed' });
    const first = team.sessionId;
    const cases: [ListSessions, string[]][] = [
      [{}, [other, first]],
      [{ status: 'active' }, [first]],
      [{ status: 'failed' }, [other]],
      [{ status: 'completed' }, []],
      [{ agentId: 'codex' }, [other]],
      [{ agentId: 'claude-code', status: 'active' }, [first]],
      [{ environmentId: team.environmentId }, [other, first]],
      [{ environmentId: 'env_000000000000000000000000' }, []],
      [{ agentInstallationId: team.installationId }, [first]],
      [{ secretEnvironment: 'test' }, [other]],
      [{ secretEnvironment: 'live' }, [first]],
      [{ startedAfter: between }, [other]],
      [{ startedBefore: between }, [first]],
      [{ startedAfter: between, startedBefore: between }, []],
      [{ q: 'ÜBER_ALL' }, [other]],
      [{ q: '100%' }, [other]],
      [{ q: '%' }, [other]],
      [{ q: '\\' }, [other]],
      [{ q: '_' }, [other]],
      [{ q: '  session  ' }, [first]],
      [{ q: 'nowhere' }, []],
      [{ q: ' ' }, [other, first]],
    ];
    for (const [filter, expected] of cases) {
      assert.deepEqual(await ids(team, filter), expected, JSON.stringify(filter));
    }
  });

  it('24 clamps a limit above 100, refuses one below 1 and other bad values', async () => {
    const { owner } = await aTeam(server());
    const list = (query: string) =>
      send(server(), 'GET', `/v1/organizations/me/sessions?${query}`, { credential: owner.token });
    assert.equal((await list('limit=1000000')).status, 200);
    assert.equal((await list('unknown=1&limit=1')).status, 200);
    assert.equal((await list('status=active&status=failed')).status, 200);
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=',
      'limit=ten',
      'limit=1&limit=2',
      'status=',
      'status=open',
      'status=active&status=open',
      'secretEnvironment=live&secretEnvironment=test',
      'secretEnvironment=Live',
      'startedAfter=2024-01-01',
      'startedBefore=now',
      `q=${'x'.repeat(201)}`,
      'q=%00',
      'agentId=',
      'environmentId=%07',
    ]) {
      assert.equal((await list(query)).code, 'validation_error', query);
    }
    for (const cursor of strange) {
      assert.equal((await list(`cursor=${encodeURIComponent(cursor)}`)).code, 'invalid_cursor', cursor);
    }
  });

  it('25 shows the session with its environment and installation, and nothing of another organization', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server())];
    const review = await team.owner.client.getSession({ sessionId: team.sessionId });
    assert.deepEqual(fieldsOf(review), ['environment', 'installation', 'session']);
    assert.deepEqual(
      [review.session.sessionId, review.environment.environmentId, review.installation.installationId],
      [team.sessionId, team.environmentId, team.installationId],
    );
    for (const sessionId of [other.sessionId, 'ses_000000000000000000000000', 'x', '\u0000']) {
      const refused = refusedWith('session_not_found');
      await assert.rejects(team.owner.client.getSession({ sessionId }), refused);
      await assert.rejects(team.owner.client.listEvents({ sessionId }), refused);
    }
    assert.deepEqual(await ids(team, { environmentId: other.environmentId }), []);
  });

  it('26 pages in both orders, from a sequence, by type', async () => {
    const team = await aTeam(server());
    const { sessionId } = team;
    for (let batch = 0; batch < 5; batch++) {
      const events = Array.from({ length: 50 }, (_, index) => ({
        eventType: index % 5 ? 'often' : 'rare',
        payload: batch * 50 + index + 1,
      }));
      await team.machine.appendEvents({ sessionId, events });
    }
    const walk = async (filter: ListEvents) => {
      const seen: number[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await team.owner.client.listEvents({ sessionId, ...filter, ...(cursor && { cursor }) });
        assert.deepEqual(fieldsOf(page), ['events', 'nextCursor']);
        for (const { sequence, payload } of page.events) assert.equal(payload, sequence);
        seen.push(...page.events.map(({ sequence }) => sequence));
        sizes.push(page.events.length);
        cursor = page.nextCursor;
      }
      return { seen, sizes };
    };
    const all = Array.from({ length: 250 }, (_, index) => index + 1);
    assert.deepEqual(await walk({}), { seen: all, sizes: [100, 100, 50] });
    assert.deepEqual((await walk({ limit: 1000 })).sizes, [200, 50]);
    assert.deepEqual((await walk({ order: 'desc', limit: 80 })).seen, [...all].reverse());
    assert.deepEqual((await walk({ after: 200, limit: 7 })).seen, all.slice(200));
    assert.deepEqual((await walk({ after: 240, order: 'desc' })).seen, all.slice(240).reverse());
    const rare = all.filter((sequence) => (sequence - 1) % 5 === 0);
    assert.deepEqual(await walk({ eventType: ['rare'], limit: 20 }), { seen: rare, sizes: [20, 20, 10] });
    assert.deepEqual((await walk({ eventType: ['rare', 'often'] })).seen, all);
    assert.deepEqual((await walk({ eventType: ['never'] })).seen, []);
    assert.deepEqual((await walk({ after: 250 })).seen, []);
    assert.deepEqual((await walk({ after: 999_999_999_999_999 })).seen, []);
  });

  it('26 refuses bad values and cursors', async () => {
    const { owner, sessionId } = await aTeam(server());
    const list = (query: string) =>
      send(server(), 'GET', `/v1/organizations/me/sessions/${sessionId}/events?${query}`, {
        credential: owner.token,
      });
    for (const query of ['limit=0', 'limit=x', 'after=-1', 'after=1.5', 'order=up', 'order=', 'eventType=']) {
      assert.equal((await list(query)).code, 'validation_error', query);
    }
    for (const cursor of strange) {
      assert.equal((await list(`cursor=${encodeURIComponent(cursor)}`)).code, 'invalid_cursor', cursor);
    }
  });

  it('26 a page ends at 8 MiB of payload', async () => {
    const team = await aTeam(server());
    const { sessionId } = team;
    const events = Array.from({ length: 35 }, () => ({ eventType: 'big', payload: 'x'.repeat(262_142) }));
    await team.machine.appendEvents({ sessionId, events });
    const first = await team.owner.client.listEvents({ sessionId });
    assert.equal(first.events.length, 32);
    const { events: rest } = await team.owner.client.listEvents({
      sessionId,
      cursor: first.nextCursor as string,
    });
    assert.equal(rest.length, 3);
  });

  it('26 a cursor made up to point past the session shows nothing of its neighbours', async () => {
    const team = await aTeam(server());
    const victims = await Promise.all(Array.from({ length: 4 }, () => aTeam(server(), 'Victim')));
    const events = [{ eventType: 'confidential', payload: 'victim' }];
    for (const { machine, sessionId } of [...victims, team])
      await machine.appendEvents({ sessionId, events });
    const { sessionId } = team;
    for (let bits = 31; bits < 53; bits++) {
      for (const position of [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]) {
        for (const order of ['asc', 'desc'] as const) {
          const cursor = cursorOf(order, position);
          const page = await team.owner.client.listEvents({ sessionId, order, cursor });
          const expected = order === 'asc' ? [] : [1];
          assert.deepEqual(
            page.events.map(({ sequence }) => sequence),
            expected,
            `${order} ${position}`,
          );
        }
      }
    }
  });
});
