import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startNats } from '../../../../../scripts/services.ts';
import { engines } from '../../../testing/engine.ts';
import { testServer } from '../../../testing/server.ts';
import { inFiles, inTables, plant, someWords, surround } from '../../../testing/session/planted-words.ts';
import { aTeam } from '../../../testing/team.ts';
import type { Engine } from '../../store/database.ts';

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await isTrue()); await sleep(50))
    assert.ok(Date.now() < deadline, what);
}

async function erasedForGood(engine: Engine, withBus: boolean): Promise<void> {
  const nats: Service | undefined = withBus ? await startNats() : undefined;
  const server = await testServer(engine, nats ? { NATS_URL: nats.url, NATS_STREAM: 'words' } : {});
  try {
    const team = await aTeam(server);
    const words = someWords();
    await surround(team);
    const sessionId = await plant(team, words);
    await surround(team);
    const { client } = team.owner;
    await until(
      async () => (await client.searchSessions({ q: words.prompt })).hits.length === 1,
      'it is not found',
    );
    const all = Object.values(words);
    const left = async () => [
      ...(engine === 'sqlite'
        ? inFiles(server.config.dataDir, all)
        : await inTables(server.config.database, all)),
      ...(nats ? inFiles(nats.folder, all) : []),
    ];
    const before = await left();
    for (const [place, word] of Object.entries(words))
      assert.ok(
        before.some((one) => one.startsWith(word)),
        `${place} is nowhere, so nothing is tested`,
      );
    await client.removeSession({ sessionId });
    await until(async () => (await client.getErasure({ sessionId })).state === 'erased', 'it is not erased');
    assert.deepEqual(await left(), []);
    await server.restart();
    await sleep(500);
    assert.deepEqual(await left(), [], 'after a restart');
    assert.equal((await client.listEvents({ sessionId: team.sessionId })).events.length > 0, true);
  } finally {
    await server[Symbol.asyncDispose]();
    await nats?.stop();
  }
}

describe('of a session that was deleted no word is left', () => {
  for (const engine of engines)
    for (const withBus of [false, true])
      it(`on ${engine}${withBus ? ' behind a bus' : ''}`, () => erasedForGood(engine, withBus));
});
