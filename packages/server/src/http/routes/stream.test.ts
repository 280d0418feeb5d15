import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildRequest } from '@debrief/contract';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { engines, migratedDatabase } from '../../../testing/engine.ts';
import { Listener } from '../../../testing/review/listener.ts';
import { databaseUrl, type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { streamEvents } from '../../domain/session/stream.ts';

const events = (count: number, text = 'x') =>
  Array.from({ length: count }, (_, index) => ({ eventType: 'user', payload: { index, text } }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the main thread still needs. The size of the process would depend on when garbage was last collected. */
async function heldMegabytes(): Promise<number> {
  // A buffer is given back a moment after its collection.
  collectGarbage();
  await sleep(200);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

for (const engine of engines) {
  describe(`the event stream on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    let large: string;

    /** Takes the headers and then nothing more. */
    const stalled = async (sessionId: string) => {
      const { path } = buildRequest('streamEvents', { sessionId });
      const request = httpRequest(server.url + path, {
        headers: { Authorization: `Bearer ${team.owner.token}` },
      });
      request.on('error', () => {}).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => {}).pause();
      return request;
    };

    it('sends what there is, then what comes, within 200 ms', async () => {
      server = await started;
      team = await aTeam(server);
      const { sessionId } = team;
      await team.machine.appendEvents({ sessionId, events: events(3) });
      const listener = await new Listener().open(server.url, team.owner.token, { sessionId, after: 1 });
      assert.equal(listener.status, 200);
      assert.equal(listener.headers.get('Content-Type'), 'text/event-stream');
      assert.equal(listener.headers.get('Cache-Control'), 'no-store');
      assert.equal(listener.headers.get('X-Accel-Buffering'), 'no');
      await listener.until(() => listener.events().length === 2);
      const page = await team.owner.client.listEvents({ sessionId, after: 1 });
      assert.deepEqual(listener.events(), page.events);
      const delays: number[] = [];
      for (let round = 0; round < 20; round++) {
        const known = listener.events().length;
        await team.machine.appendEvents({ sessionId, events: events(1) });
        const stored = performance.now();
        await listener.until(() => listener.events().length > known);
        delays.push((listener.messages.findLast(({ event }) => event === 'event')?.at ?? 0) - stored);
        await sleep(20);
      }
      delays.sort((a, b) => a - b);
      assert.ok(isWithin(delays[10] as number, 200), `half within ${delays[10]} ms`);
      assert.deepEqual(
        listener.messages.filter(({ event }) => event === 'event').map(({ id }) => Number(id)),
        Array.from({ length: 22 }, (_, index) => index + 2),
      );
      listener.close();
    });

    it('tells how the session stands, at first and when status or statistics change', async () => {
      const { sessionId } = team;
      const listener = await new Listener().open(server.url, team.owner.token, { sessionId, after: 23 });
      await listener.until(() => listener.sessions().length === 1);
      await listener.until(() => listener.sessions().some((one) => one.statistics?.foldedTo === 23));
      await team.machine.appendEvents({ sessionId, events: events(2) });
      await listener.until(() => listener.sessions().some((one) => one.statistics?.foldedTo === 25));
      await team.machine.completeSession({ sessionId });
      await listener.until(() => listener.sessions().at(-1)?.status === 'completed');
      assert.equal(listener.events().length, 2);
      listener.close();
    });

    it('goes on from Last-Event-ID and gives a long session whole', async () => {
      const { sessionId } = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      for (let round = 0; round < 30; round++) {
        await team.machine.appendEvents({ sessionId, events: events(50, 'y'.repeat(2000)) });
      }
      const listener = await new Listener().open(
        server.url,
        team.owner.token,
        { sessionId, after: 3 },
        { 'Last-Event-ID': '10' },
      );
      // Packed message by message: on a machine with other work to do that takes a while.
      await listener.until(() => listener.events().length === 1490, 60_000);
      assert.deepEqual([listener.events()[0]?.sequence, listener.events().at(-1)?.sequence], [11, 1500]);
      listener.close();
    });

    it('refuses before the first byte like any route', async () => {
      const ask = async (token: string | undefined, sessionId: string, query = '') => {
        const response = await fetch(
          `${server.url}/v1/organizations/me/sessions/${sessionId}/stream${query}`,
          token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
        );
        const body = (await response.json()) as { code: string };
        return [response.status, body.code];
      };
      const other = await aTeam(server, 'Other');
      assert.deepEqual(await ask(undefined, team.sessionId), [401, 'missing_credentials']);
      assert.deepEqual(await ask(team.secret, team.sessionId), [401, 'wrong_credential_type']);
      assert.deepEqual(await ask(other.owner.token, team.sessionId), [404, 'session_not_found']);
      assert.deepEqual(await ask(team.owner.token, 'nonsense'), [404, 'session_not_found']);
      assert.deepEqual(await ask(team.owner.token, team.sessionId, '?after=-1'), [400, 'validation_error']);
      const head = await fetch(`${server.url}/v1/organizations/me/sessions/${team.sessionId}/stream`, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${team.owner.token}` },
      });
      assert.equal(head.status, 200);
    });

    it('beats, ends after its time, and ends for somebody who is no longer a member', async () => {
      const { context } = server.running;
      const member = await joinTeam(server, team, 'member');
      const actor = {
        kind: 'member' as const,
        organizationId: team.organizationId,
        userId: member.userId,
        role: 'member' as const,
      };
      const input = { sessionId: team.sessionId, after: 25 };
      const kinds = async (timing: { beat: number; life: number }) => {
        const follow = await streamEvents(context, actor, input, { gap: 10, ...timing });
        const seen: string[] = [];
        for await (const { kind } of follow(new AbortController().signal)) seen.push(kind);
        return seen;
      };
      const seen = await kinds({ beat: 50, life: 2_000 });
      assert.equal(seen[0], 'session');
      assert.ok(seen.filter((kind) => kind === 'beat').length >= 3, seen.join());
      const watching = kinds({ beat: 50, life: 60_000 });
      await context.store.member.delete(member.userId, Date.now());
      await watching;
    });

    it('ends within a second of the removal of its reader, long before the next beat', async () => {
      const member = await joinTeam(server, team, 'member');
      const { sessionId } = team;
      const listener = await new Listener().open(server.url, member.token, { sessionId });
      await listener.until(() => listener.sessions().length > 0);
      await team.owner.client.removeMember({ userId: member.userId });
      await listener.until(() => listener.ended, 1000);
    });

    it('holds back for a reader that does not read, and lets go of one that left', async () => {
      const { sessionId } = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      for (let round = 0; round < 24; round++) {
        await team.machine.appendEvents({ sessionId, events: events(40, 'z'.repeat(25_000)) });
      }
      large = sessionId;
      // Folding takes memory of its own; it is to be over.
      const folding = await new Listener().open(server.url, team.owner.token, { sessionId, after: 960 });
      await folding.until(() => folding.sessions().at(-1)?.statistics?.foldedTo === 960, 60_000);
      folding.close();
      const { log } = server.running.context;
      const readPage = log.read.bind(log);
      let pages = 0;
      log.read = (range) => {
        pages++;
        return readPage(range);
      };
      const before = await heldMegabytes();
      const slow = await Promise.all(Array.from({ length: 10 }, () => stalled(sessionId)));
      for (let known = -1; known < pages; ) {
        known = pages;
        await sleep(500);
      }
      // Each has 24 pages of a megabyte before it. What the system buffers for a connection is all that is read.
      assert.ok(pages >= 10 && pages <= 120, `${pages} pages read for ten readers`);
      // A reader holds on to the page it is at, with the batch it was cut from.
      const grown = (await heldMegabytes()) - before;
      assert.ok(grown < 60, `${grown} MB held for ten readers`);
      for (const request of slow) request.destroy();
      const known = pages;
      await sleep(500);
      assert.equal(pages, known);
      // The log remembers the pages it unpacked last, once for all readers.
      const left = (await heldMegabytes()) - before;
      assert.ok(left < 25, `${left} MB held for readers that left`);
      log.read = readPage;
    });

    it('ends when the server stops, also for a reader that does not read', async () => {
      const listener = await new Listener().open(server.url, team.owner.token, {
        sessionId: team.sessionId,
        after: 25,
      });
      await listener.until(() => listener.sessions().length === 1);
      await stalled(large);
      const begun = performance.now();
      await server[Symbol.asyncDispose]();
      await listener.until(() => listener.ended);
      assert.ok(isWithin(performance.now() - begun, 5000));
    });
  });
}

describe('the event stream of several servers on one PostgreSQL', () => {
  it('shows what another server stored, and counted, within 200 ms and a moment, and ends when another removes its reader', async () => {
    const database = await migratedDatabase('postgres');
    const env = { DATABASE_URL: databaseUrl(database), SERVER_KEY: randomBytes(32).toString('hex') };
    const here = await testServer('postgres', env);
    const there = await testServer('postgres', { ...env, ...(await here.issuer.env()) });
    const team = await aTeam(here);
    const { sessionId } = team;
    const listener = await new Listener().open(there.url, team.owner.token, { sessionId });
    await listener.until(() => listener.sessions().length === 1);
    const delays: number[] = [];
    for (let round = 1; round <= 15; round++) {
      await team.machine.appendEvents({ sessionId, events: events(1) });
      const stored = performance.now();
      await listener.until(() => listener.events().length === round);
      delays.push((listener.messages.findLast(({ event }) => event === 'event')?.at ?? 0) - stored);
      await sleep(30);
    }
    delays.sort((a, b) => a - b);
    assert.ok(isWithin(delays[7] as number, 200), `half within ${delays[7]} ms`);
    await listener.until(() => listener.sessions().at(-1)?.statistics?.foldedTo === 15);
    listener.close();
    const member = await joinTeam(here, team, 'member');
    const watched = await new Listener().open(there.url, member.token, { sessionId });
    await watched.until(() => watched.sessions().length > 0);
    await team.owner.client.removeMember({ userId: member.userId });
    await watched.until(() => watched.ended, 1000);
    await here[Symbol.asyncDispose]();
    await there[Symbol.asyncDispose]();
    await database.remove();
  });
});
