import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DebriefError } from '@debrief/contract';
import { anOrganizationAlone } from '../../../testing/domain/organization.ts';
import { engines, runStatement } from '../../../testing/engine.ts';
import { testStorage } from '../../../testing/storage.ts';
import { appendEvents } from '../session/event.ts';
import { encodeEvents } from '../session/event-lines.ts';
import { deleteSession } from './deletion.ts';
import { finishErasures } from './erasure.ts';

const answerOf = ({ code, isDeleted }: DebriefError) => (isDeleted ? `${code}, deleted` : code);

for (const engine of engines) {
  for (const arrangement of [engine, `nats+${engine}`] as const)
    describe(`deleting a session that is being written to, on ${arrangement}`, () => {
      it('leaves no batch and no key behind, and every late batch gets one answer', async () => {
        await using storage = await testStorage(arrangement);
        const team = await anOrganizationAlone(storage);
        const { context, machine } = team;
        const sessions = await Promise.all(Array.from({ length: 8 }, () => team.session()));
        const answers = new Map<string, number>();
        const note = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
        let isOver = false;
        const clients = sessions.flatMap(({ sessionId }) =>
          [1, 2, 3].map(async (client) => {
            for (let n = 0; !isOver; n++) {
              const lines = encodeEvents([{ eventType: 'e', payload: { client, n } }]);
              const batch = { lines, count: 1, idempotencyKey: `${client} ${n}` };
              const appending = appendEvents(context, machine, sessionId, batch);
              const answer = await appending.then(() => 'appended', answerOf);
              note(answer);
              if (answer !== 'appended') await new Promise((resolve) => setTimeout(resolve, 20));
            }
          }),
        );
        for (const session of sessions) {
          await new Promise((resolve) => setTimeout(resolve, 40));
          await deleteSession(context, session);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
        isOver = true;
        await Promise.all(clients);
        await storage.settled();
        assert.deepEqual([...answers.keys()].sort(), ['appended', 'session_not_found, deleted']);
        const count = async (table: string) =>
          Number(
            (await runStatement(storage.config, `select count(*) as n from ${table}`)).map(
              (row) => (row as { n: number }).n,
            )[0],
          );
        const left = {
          batches: await count('event_batches'),
          keys: await count('idempotency'),
          sessions: await count('sessions'),
          claims: await count('claims'),
        };
        assert.deepEqual(left, { batches: 0, keys: 0, sessions: 0, claims: 0 });
        const pending = await context.store.erasure.pending(10);
        assert.deepEqual([pending.length, pending.filter(({ removedAt }) => removedAt === null)], [8, []]);
        assert.deepEqual([await finishErasures(context), await finishErasures(context)], [8, 0]);
      });
    });
}
