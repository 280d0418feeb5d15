import type { LinkStore } from '../../domain/link/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';

export const linkStore = ({ db, engine }: OpenDatabase): LinkStore => ({
  async decide(decision) {
    await db.transaction().execute(async (transaction) => {
      if (!(await lockSession(transaction, engine, decision.sessionId))) return;
      await transaction
        .insertInto('linkDecisions')
        .values(decision)
        .onConflict((conflict) =>
          conflict.columns(['sessionId', 'sha']).doUpdateSet((row) => ({
            verdict: row.ref('excluded.verdict'),
            decidedBy: row.ref('excluded.decidedBy'),
            decidedAt: row.ref('excluded.decidedAt'),
          })),
        )
        .execute();
    });
  },

  decisionsOfSession: (sessionId) =>
    db.selectFrom('linkDecisions').selectAll().where('sessionId', '=', sessionId).limit(1000).execute(),

  async decisionsOfCommits(organizationId, shas) {
    if (shas.length === 0) return [];
    return db
      .selectFrom('linkDecisions')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', shas)
      .limit(1000)
      .execute();
  },

  async decidePull(decision) {
    await db.transaction().execute(async (transaction) => {
      if (!(await lockSession(transaction, engine, decision.sessionId))) return;
      await transaction
        .insertInto('pullDecisions')
        .values(decision)
        .onConflict((conflict) =>
          conflict.columns(['sessionId', 'url']).doUpdateSet((row) => ({
            verdict: row.ref('excluded.verdict'),
            decidedBy: row.ref('excluded.decidedBy'),
            decidedAt: row.ref('excluded.decidedAt'),
          })),
        )
        .execute();
    });
  },

  pullDecisionsOfSession: (sessionId) =>
    db.selectFrom('pullDecisions').selectAll().where('sessionId', '=', sessionId).orderBy('url').execute(),

  pullDecisionsOf: (organizationId, url) =>
    db
      .selectFrom('pullDecisions')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('url', '=', url)
      .orderBy('decidedAt')
      .limit(1000)
      .execute(),
});
