import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DebriefError } from '@debrief/contract';
import { type Service, startNats } from '../../../../../scripts/services.ts';
import { engines } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { type PlantedSession, plantStrings, shownOf } from '../../../testing/session/planted-strings.ts';
import { inFiles, inTables, surround } from '../../../testing/session/planted-words.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { Engine } from '../../store/database.ts';

const reason = 'A customer asked for it.';

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isTrue()); await sleep(50))
    assert.ok(Date.now() < deadline, what);
}

const isFolded = async ({ owner: { client } }: Team, { sessionId }: PlantedSession) =>
  (await client.getTranscript({ sessionId })).state === 'current';

/** With a bus the events of a moment ago may be on their way. */
async function redact({ owner: { client } }: Team, sessionId: string, text: string): Promise<void> {
  for (;;) {
    const code = await client.redactSession({ sessionId, text, reason }).then(
      () => undefined,
      (error: DebriefError) => error.code,
    );
    if (code === undefined) return;
    assert.equal(code, 'session_busy');
  }
}

/** What must be as it was: numbers, types and times of all events. */
const skeletonOf = async ({ owner: { client } }: Team, { sessionId }: PlantedSession) => {
  const { events } = await client.listEvents({ sessionId, limit: 200 });
  const { eventCount, status } = (await client.getSession({ sessionId })).session;
  return { eventCount, status, events: events.map(({ payload: _, ...event }) => event) };
};

const leftIn = async (server: TestServer, nats: Service | undefined, words: string[]) => [
  ...(server.config.database.engine === 'sqlite'
    ? inFiles(server.config.dataDir, words)
    : await inTables(server.config.database, words)),
  ...(nats ? inFiles(nats.folder, words) : []),
];

async function takenOutForGood(engine: Engine, withBus: boolean): Promise<void> {
  const nats: Service | undefined = withBus ? await startNats() : undefined;
  const server = await testServer(engine, nats ? { NATS_URL: nats.url, NATS_STREAM: 'words' } : {});
  try {
    const team = await aTeam(server);
    const { client } = team.owner;
    await surround(team);
    const planted: PlantedSession[] = [];
    for (let n = 0; n < 5; n++) planted.push(await plantStrings(team, 8));
    await surround(team);
    const closed = planted[0] as PlantedSession;
    await team.machine.completeSession({ sessionId: closed.sessionId, status: 'completed' });
    const words = planted.flatMap((session) => session.words);
    for (const session of planted) await until(() => isFolded(team, session), 'it is not folded');
    const before = await leftIn(server, nats, words);
    for (const [at, session] of planted.entries()) {
      const shown = at < 2 ? await shownOf(team, session) : undefined;
      for (const word of session.words) {
        assert.ok(
          before.some((one) => one.startsWith(word)),
          'a word is nowhere, so nothing is tested',
        );
        assert.ok(shown?.includes(word) ?? true, 'a word is not shown, so nothing is tested');
      }
    }
    const skeletons = await Promise.all(planted.map((session) => skeletonOf(team, session)));
    for (const { sessionId, words: own } of planted)
      await Promise.all(own.map((text) => redact(team, sessionId, text)));
    const ledgerOf = async ({ sessionId }: PlantedSession) =>
      (await client.listRedactions({ sessionId })).redactions;
    const isDone = async (session: PlantedSession) =>
      (await ledgerOf(session)).every(({ state }) => state === 'redacted') && isFolded(team, session);
    for (const session of planted) await until(() => isDone(session), 'it is not done');

    const check = async (when: string) => {
      assert.deepEqual(await leftIn(server, nats, words), [], when);
      for (const [at, session] of planted.entries()) {
        assert.deepEqual(await skeletonOf(team, session), skeletons[at], when);
        const shown = at < 2 ? await shownOf(team, session) : '';
        assert.deepEqual(
          session.words.filter((word) => shown.includes(word)),
          [],
          when,
        );
        const ledger = await ledgerOf(session);
        assert.deepEqual(
          ledger.map(({ count, sequences }) => [count, sequences.length]),
          session.words.map(() => [4, 3]),
          when,
        );
      }
    };
    await check('afterwards');
    // The original batches again: recognised, and nothing comes back.
    for (const { sessionId, batches } of planted)
      for (const [at, batch] of batches.entries())
        assert.deepEqual(await team.machine.appendEvents({ sessionId, ...batch }), {
          sessionId,
          accepted: 3,
          firstSequence: at * 3 + 1,
          lastSequence: at * 3 + 3,
          async: withBus,
        });
    await server.restart();
    for (const session of planted) await until(() => isFolded(team, session), 'it is not folded');
    await check('after a restart');
    const { threads } = await client.listThreads({ sessionId: closed.sessionId });
    assert.deepEqual(threads[0]?.anchor, { sequence: 1, entry: '1', part: 'text' }, 'its place has moved');
    assert.equal(threads[0]?.comments[0]?.body, 'I wonder about [REDACTED:manual]');
    assert.equal((await client.listEvents({ sessionId: team.sessionId })).events.length > 0, true);
  } finally {
    await server[Symbol.asyncDispose]();
    await nats?.stop();
  }
}

describe('of words that were taken out of sessions none is left', () => {
  for (const engine of engines)
    for (const withBus of [false, true])
      it(`on ${engine}${withBus ? ' behind a bus' : ''}`, () => takenOutForGood(engine, withBus));
});
