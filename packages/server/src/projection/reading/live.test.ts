import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebriefError } from '@debrief/contract';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { DatabaseConfig } from '../../config.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import type { Projection, Subject } from '../port.ts';
import { PostgresProjection } from '../postgres.ts';
import { SqliteProjection } from '../sqlite.ts';
import { projectionPath } from '../sqlite-schema.ts';

/** What a reader is told while it looks on: entries that are taken back, and a session that can no longer be folded. */

const said = (type: string, payload: object) => ({
  eventType: 'event_msg',
  payload: { timestamp: '2026-03-01T10:00:00.000Z', type: 'event_msg', payload: { type, ...payload } },
});

function projectionOf(config: DatabaseConfig): Projection {
  if (config.engine === 'postgres') {
    return new PostgresProjection(openPostgres({ url: config.url, poolSize: 1 }).pool);
  }
  const { path } = config;
  return new SqliteProjection({ path, pragmas: sqlitePragmas, projectionPath: projectionPath(path) });
}

interface Told {
  foldedTo: number;
  entries: { index: number; entry: { id: string; retracted?: boolean } }[];
}

/** Messages of the kind `entries`, as they come. */
async function listen(url: string, token: string, told: Told[], signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages.filter((one) => one.includes('event: entries'))) {
      told.push(JSON.parse(message.slice(message.indexOf('data: ') + 6)));
    }
  }
}

for (const engine of engines) {
  describe(`reading along on ${engine}`, async () => {
    const started = testServer(engine);
    let server: TestServer;
    let team: Team;
    let sessionId: string;
    const client = () => team.owner.client;
    const append = (...events: ReturnType<typeof said>[]) => team.machine.appendEvents({ sessionId, events });
    const untilFolded = async (to: number) => {
      for (const begun = Date.now(); ; await sleep(30)) {
        const { state, foldedTo } = await client().getTranscript({ sessionId });
        if (state === 'current' && foldedTo === to) return;
        assert.ok(Date.now() - begun < 15_000, `folded to ${foldedTo} of ${to}`);
      }
    };

    it('tells of entries that are taken back, and of no others', async () => {
      server = await started;
      team = await aTeam(server);
      const { environmentId } = team;
      const { installationId } = await team.machine.registerInstallation({ environmentId, agentId: 'codex' });
      ({ sessionId } = await team.machine.openSession({
        environmentId,
        agentInstallationId: installationId,
      }));
      await append(said('user_message', { message: 'one' }), said('agent_message', { message: '1' }));
      await append(said('user_message', { message: 'two' }), said('agent_message', { message: '2' }));
      await untilFolded(4);
      const told: Told[] = [];
      const stop = new AbortController();
      const url = `${server.url}/v1/organizations/me/sessions/${sessionId}/stream?content=entries&entriesAfter=4`;
      const listening = listen(url, team.owner.token, told, stop.signal).catch(() => {});
      await append(said('thread_rolled_back', { num_turns: 1 }));
      for (const begun = Date.now(); (told.at(-1)?.foldedTo ?? 0) < 5; await sleep(20)) {
        assert.ok(Date.now() - begun < 15_000, 'not told in time');
      }
      stop.abort();
      await listening;
      const entries = told.flatMap((one) => one.entries);
      assert.deepEqual(
        entries.map(({ index, entry }) => [index, entry.id, entry.retracted === true]),
        [
          [2, '3.0', true],
          [3, '4.0', true],
          [4, '5.0', false],
        ],
      );
      const window = await client().getTranscript({ sessionId });
      assert.deepEqual(
        window.entries.map((entry) => (entry as { retracted?: boolean }).retracted === true),
        [false, false, true, true, false],
      );
    });

    it('shows nothing of a session that was set aside, says so, and leaves its events readable', async () => {
      const projection = projectionOf(server.config.database);
      const found = await projection.find(sessionId);
      await projection.setAside(found?.subject as Subject, 'It took too long.');
      await projection.close();
      const window = await client().getTranscript({ sessionId });
      const around = await client().getTranscript({ sessionId, at: 3 });
      const skeleton = await client().getSkeleton({ sessionId });
      const outline = await client().getOutline({ sessionId });
      const changes = await client().getChanges({ sessionId });
      const find = await client().findInSession({ sessionId, q: 'one' });
      for (const answer of [window, around, skeleton, outline, changes, find]) {
        assert.deepEqual([answer.state, answer.foldedTo, answer.eventCount], ['unreadable', 0, 5]);
      }
      assert.deepEqual([window.entries, window.total, around.entries], [[], 0, []]);
      assert.deepEqual([skeleton.parts, outline.turns, outline.lanes], [[], [], []]);
      assert.deepEqual([changes.files, find.matches, find.isComplete], [[], [], true]);
      await assert.rejects(
        client().getEntry({ sessionId, entryId: '1.0' }),
        (error) => error instanceof DebriefError && error.code === 'entry_not_found',
      );
      const { events } = await client().listEvents({ sessionId });
      assert.equal(events.length, 5);
      // What comes later is not folded either, and stops nobody.
      await append(said('user_message', { message: 'three' }));
      await sleep(500);
      const later = await client().getTranscript({ sessionId });
      assert.deepEqual([later.state, later.entries, later.eventCount], ['unreadable', [], 6]);
      await server[Symbol.asyncDispose]();
    });
  });
}
