import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import type { DebriefError, Redaction } from '@debrief/contract';
import { runStatement } from '../../packages/server/testing/engine.ts';
import type { KillAt } from '../../packages/server/testing/killed/kill-at.ts';
import {
  type PlantedSession,
  plantStrings,
  shownOf,
} from '../../packages/server/testing/session/planted-strings.ts';
import { surround } from '../../packages/server/testing/session/planted-words.ts';
import { type Fault, pause } from '../kit/fault.ts';
import type { Arrangement } from '../kit/world.ts';
import { aScene, databaseOf, ended, left, type Scene } from './erasure-crash.ts';

/**
 * The server is killed right before each step of taking words out of sessions, over and over. After the next start the
 * redaction is finished; the ledger says so only then, and then no file, table or message holds the words, every event
 * has its number, type and time, and the original batches are answered as the first time.
 */
export const redactionCrash: Fault = {
  name: 'redaction',
  promise: 'W16',
  unit: 'kills',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 3,
  full: 40,
  async run({ arrangement, count }) {
    await using scene = await aScene(arrangement);
    const [sessions, strings] = count >= 40 ? [50, 20] : [3, count + 1];
    await surround(scene.team);
    const planted: PlantedSession[] = [];
    for (let n = 0; n < sessions; n++) planted.push(await plantStrings(scene.team, strings));
    for (const session of planted) await isFolded(scene, session);
    // One after the other: together they would be more unread answers than a client may have.
    const before: object[] = [];
    for (const session of planted) before.push(await skeletonOf(scene, session));
    const steps = stepsOf(arrangement);
    let slowest = 0;
    for (let kill = 0; kill < count; kill++) {
      const session = planted[kill % planted.length] as PlantedSession;
      const text = session.words[Math.floor(kill / planted.length)] as string;
      const round = Math.floor(kill / steps.length);
      const step = steps[kill % steps.length] as Step;
      const time = step.isRepeated ? (step.time ?? 1) + (round % 2) : step.time;
      slowest = Math.max(
        slowest,
        await killedBefore(scene, session, text, { ...step, ...(time && { time }) }),
      );
    }
    for (const session of planted)
      for (const text of session.words.filter((word) => !scene.words.includes(word))) {
        await redacted(scene, session, text);
        scene.words.push(text);
      }
    for (const session of planted) await isDone(scene, session);
    await checked(scene, planted, before, 'when all were taken out');
    for (const session of planted) await sentAgain(scene, session);
    await scene.world.server.end('SIGTERM');
    await scene.world.server.start();
    await checked(scene, planted, before, 'after another start');
    return {
      'strings taken out': scene.words.length,
      sessions,
      'words that are left': 0,
      'finished after the start, slowest ms': Math.round(slowest),
    };
  },
};

interface Step {
  name: string;
  text: string;
  time?: number;
  /** It comes several times: now the first, now another one. */
  isRepeated?: boolean;
  /** Nothing of it has happened when the server is killed there. */
  isUndone?: boolean;
}

function stepsOf(arrangement: Arrangement): Step[] {
  const isSqlite = arrangement === 'sqlite';
  const rewrite = { name: 'a batch is rewritten', text: 'update event_batches set encoding' };
  const records: Step[] = [
    rewrite,
    { name: 'the note that it is rewritten', text: 'update "redactions" set "rewritten_at"' },
    { name: 'it is begun', text: 'insert into "redactions"', isUndone: true },
    { name: 'the receipt', text: 'update "redactions" set "erased_at"' },
    { name: 'its record', text: 'update "sessions" set "redactions"', isUndone: true },
  ];
  const files: Step[] = [
    { name: 'what was derived', text: 'delete from session_statistics where session_id' },
    { name: 'the cut of a log of writes', text: 'wal_checkpoint(TRUNCATE)', isRepeated: true },
    { name: 'the merge of the search index', text: "values ('merge'" },
    { name: 'what was derived, again', text: 'delete from session_statistics where session_id', time: 2 },
  ];
  const tables: Step[] = [
    { name: 'what was derived', text: 'with t0 as (delete from' },
    { name: 'a table is vacuumed', text: 'vacuum (analyze', isRepeated: true },
    { name: 'what was derived, again', text: 'with t0 as (delete from', time: 2 },
  ];
  const own = isSqlite ? files : tables;
  return [records[0] as Step, own[0] as Step, ...records.slice(1, 2), ...own.slice(1), ...records.slice(2)];
}

async function isFolded({ team }: Scene, { sessionId }: PlantedSession): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await pause(50)) {
    if ((await team.owner.client.getTranscript({ sessionId })).state === 'current') return;
    assert.ok(Date.now() < deadline, 'it is not folded');
  }
}

const skeletonOf = async ({ team }: Scene, { sessionId }: PlantedSession) => {
  const { events } = await team.owner.client.listEvents({ sessionId, limit: 200 });
  return events.map(({ payload: _, ...event }) => event);
};

const ledgerOf = async ({ team }: Scene, { sessionId }: PlantedSession): Promise<Redaction[]> =>
  (await team.owner.client.listRedactions({ sessionId })).redactions;

/** With a bus the events of a moment ago may be on their way. */
async function redacted({ team }: Scene, { sessionId }: PlantedSession, text: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    const code = await team.owner.client.redactSession({ sessionId, text, reason: 'A test.' }).then(
      () => undefined,
      (error: DebriefError) => error.code,
    );
    if (code === undefined) return;
    assert.ok(['session_busy', 'rate_limited', 'service_unavailable'].includes(code), code);
    assert.ok(Date.now() < deadline, code);
  }
}

/** As long as it goes on: those of all sessions are done in one go, and the bytes of all of them at its end. */
async function isDone(scene: Scene, session: PlantedSession): Promise<void> {
  const counts = 'select count(*) as n, count(rewritten_at) as r, count(erased_at) as e from redactions';
  let seen = '';
  for (let deadline = 0; ; await pause(300)) {
    const ledger = await ledgerOf(scene, session);
    if (ledger.every(({ state }) => state === 'redacted')) break;
    const now = JSON.stringify(await runStatement(databaseOf(scene), counts));
    if (now !== seen) deadline = Date.now() + 150_000;
    seen = now;
    assert.ok(Date.now() < deadline, `it goes no further than ${now}: ${scene.world.server.said}`);
  }
  await isFolded(scene, session);
}

async function checked(
  scene: Scene,
  planted: readonly PlantedSession[],
  before: readonly object[],
  when: string,
): Promise<void> {
  for (const session of planted) await isFolded(scene, session);
  assert.deepEqual(await left(scene), [], when);
  for (const [at, session] of planted.entries()) {
    assert.deepEqual(await skeletonOf(scene, session), before[at], when);
    const shown = await shownOf(scene.team, session);
    assert.deepEqual(
      session.words.filter((word) => shown.includes(word)),
      [],
      when,
    );
  }
}

async function sentAgain({ team }: Scene, { sessionId, batches }: PlantedSession): Promise<void> {
  for (const [at, batch] of batches.entries()) {
    const { firstSequence } = await team.machine.appendEvents({ sessionId, ...batch });
    assert.equal(firstSequence, at * 3 + 1, 'the answer of the first time');
  }
}

/** Returns how long after its start the server had finished. */
async function killedBefore(
  scene: Scene,
  session: PlantedSession,
  text: string,
  { name, text: said, time = 1, isUndone }: Step,
): Promise<number> {
  const { world, team } = scene;
  const { sessionId } = session;
  const known = (await ledgerOf(scene, session)).length;
  writeFileSync(scene.killAt, JSON.stringify({ text: said, time } satisfies KillAt));
  // Answered or not: most steps come after the answer.
  await team.owner.client.redactSession({ sessionId, text, reason: 'A test.' }).catch(() => {});
  await ended(scene, name);
  assert.ok(!existsSync(scene.killAt), `it ended by itself before ${name}: ${world.server.said}`);
  const rows = (await runStatement(
    databaseOf(scene),
    `select erased_at as at from redactions where session_id = '${sessionId}' order by requested_at`,
  )) as { at: unknown }[];
  assert.equal(rows.length, known + (isUndone ? 0 : 1), `the ledger when it was killed before ${name}`);
  if (!isUndone) assert.equal(rows.at(-1)?.at, null, `not done when it was killed before ${name}`);
  const begun = performance.now();
  await world.server.start();
  if (isUndone) await redacted(scene, session, text);
  await isDone(scene, session);
  const took = performance.now() - begun;
  scene.words.push(text);
  assert.deepEqual(await left(scene), [], `finished, after it was killed before ${name}`);
  return took;
}
