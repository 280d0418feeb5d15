import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitRecord } from '@debrief/transcript';
import { isPresent, workSessions } from '../../../../transcript/src/testing/corpus.ts';
import { engines, migratedDatabase } from '../../../testing/engine.ts';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { wanted } from '../../../testing/search/wanted.ts';
import { noTerms, open, reading } from '../../../testing/session/folding.ts';
import { SessionFold } from '../fold.ts';

/** Whether somebody who remembers a session by a few words finds it, over real sessions. */

const least = 36;
/** Nobody looks further down a list that is already in order. */
const shown = 3;

for (const engine of engines) {
  describe(`relevance on ${engine}`, { skip: !isPresent && 'the sessions are not here' }, () => {
    it(`${least} of ${wanted.length} wanted sessions are among the first ${shown}`, async () => {
      assert.equal(wanted.length, 40);
      const database = await migratedDatabase(engine);
      const storage = await open(database);
      const { projection } = reading(database);
      const tenant = await storedTenant(storage.store);
      const names = new Map<string, string>();
      for (const { agent, name, records } of workSessions()) {
        const startedAt = 1_700_000_000_000 + names.size * 60_000;
        const { sessionId } = await storedSession(storage.store, tenant, { agentId: agent, startedAt });
        names.set(sessionId, name);
        const found = await projection.find(sessionId);
        assert.ok(found);
        const events = records.flatMap((record) => [...splitRecord(record)]);
        const logged = events.map(({ eventType, payload }, at) => ({
          sequence: at + 1,
          type: JSON.stringify(eventType),
          payload: Buffer.from(JSON.stringify(payload)),
          at: startedAt,
        }));
        const fold = new SessionFold(found.subject, undefined, undefined);
        const nothing = { pages: async () => [], length: async () => 0 };
        const step = await fold.step(found.subject, logged, nothing, noTerms);
        assert.ok(await projection.save({ ...step, pages: [] }));
      }
      const caller = { organizationId: tenant.organization.organizationId, person: '' };
      const missed: string[] = [];
      for (const [q, ...sessions] of wanted) {
        const { hits } = await storage.store.search.search(caller, { q, limit: 10, order: 'relevance' });
        const found = hits.map(({ sessionId }) => names.get(sessionId) ?? '');
        if (!found.slice(0, shown).some((name) => sessions.some((one) => name.startsWith(one))))
          missed.push(`${q}: ${found.findIndex((name) => sessions.some((one) => name.startsWith(one))) + 1}`);
        // What is shown under a session has what was looked for.
        for (const { snippets } of hits) assert.ok(snippets.length > 0, q);
      }
      await projection.close();
      await storage.stop();
      await database.remove();
      assert.ok(
        wanted.length - missed.length >= least,
        `missed (its place, 0 for none):\n${missed.join('\n')}`,
      );
      if (process.env.SHOW_MISSED) console.log(missed.join('\n'));
    });
  });
}
