import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines, freshDatabase } from '../../../testing/engine.ts';
import { eraseSession, storedSession, storedTenant } from '../../../testing/record.ts';
import { open, reading, until } from '../../../testing/session/folding.ts';
import type { SessionRecord } from '../../domain/records.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { SqliteReader } from '../../log/sqlite/reader.ts';
import { Folding } from '../folding.ts';

/** Sessions that share requests, folded by several at once, while some of them are deleted. */

const noon = Date.UTC(2026, 5, 1, 12);
const sessions = 12;
const rounds = 4;
const eachRound = 5;

const reply = (number: number) => ({
  eventType: 'assistant',
  payload: {
    type: 'assistant',
    uuid: `u-${number}`,
    requestId: `req_${number}`,
    timestamp: new Date(noon + number * 1000).toISOString(),
    message: {
      id: `msg_${number}`,
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'ok' }],
      usage: { input_tokens: 100, output_tokens: 1 },
    },
  },
});

for (const engine of engines) {
  describe(`a family folded side by side, on ${engine}`, async () => {
    const database = await freshDatabase(engine);
    after(() => database.remove());

    it('counts each request once, with nothing that fails', async () => {
      const storage = await open(database);
      const tenant = await storedTenant(storage.store);
      const all: SessionRecord[] = [];
      for (let n = 0; n < sessions; n++)
        all.push(await storedSession(storage.store, tenant, { startedAt: noon + n, agentId: 'claude-code' }));
      const faults: unknown[] = [];
      const parts = [reading(database), reading(database), reading(database)];
      const foldings = parts.map(
        (part) => new Folding({ ...part, onFault: (fault) => faults.push(fault), debounce: 1 }),
      );
      for (const folding of foldings) folding.start();
      const { statistics } = storage.store;
      let left = all;
      for (let round = 0; round < rounds; round++) {
        // All of them tell of the same requests in this round.
        const events = Array.from({ length: eachRound }, (_, at) => reply(round * eachRound + at));
        for (const { organizationId, sessionId } of left) {
          await storage.log.append({
            ...{ organizationId, sessionId, lines: encodeEvents(events), count: eachRound },
            ...{ key: undefined, at: Date.now() },
          });
          for (const folding of foldings) folding.rung([{ organizationId, sessionId }]);
        }
        // The first has counted all of them so far: what it counted, the next one does.
        const [first, ...others] = left;
        if (round < rounds - 1 && first) {
          await eraseSession(storage, first);
          await statistics.delete(first.sessionId);
          left = others;
        }
      }
      const figures = async () => {
        const found = await statistics.find(left.map(({ sessionId }) => sessionId));
        return left.map(({ sessionId }) => {
          const one = found.get(sessionId);
          return { foldedTo: one?.foldedTo ?? 0, tokens: one ? JSON.parse(one.figures).tokens.total : 0 };
        });
      };
      await until(async () => (await figures()).every(({ foldedTo }) => foldedTo === rounds * eachRound));
      for (const folding of foldings) await folding.stop();
      for (const { log } of parts) if (log instanceof SqliteReader) log.close();
      assert.deepEqual(
        (await figures()).map(({ tokens }) => tokens),
        [rounds * eachRound * 101, ...Array(left.length - 1).fill(0)],
      );
      assert.deepEqual(faults, []);
      await storage.stop();
    });
  });
}
