import { CompiledQuery, type Kysely, sql } from 'kysely';
import { countedDecisionsSql } from '../../domain/findings/counted-sql.ts';
import { type RuleDecisions, readDecisions } from '../../domain/findings/policy.ts';
import type { FindingStore, ForAll, RuleVerdicts } from '../../domain/findings/ports.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';

/** Something changed that the findings of an organization, or of one session, depend on. */
export async function raise(db: Kysely<Database>, subjectId: string): Promise<void> {
  await db
    .insertInto('findingsRevisions')
    .values({ subjectId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('subjectId').doUpdateSet({ revision: sql<number>`findings_revisions.revision + 1` }),
    )
    .execute();
}

async function verdicts(db: Kysely<Database>, organizationId: string): Promise<RuleVerdicts[]> {
  const found = await db
    .selectFrom('findingDispositions')
    .select(['rule', 'verdict', (row) => row.fn.countAll<number>().as('count')])
    .where('organizationId', '=', organizationId)
    .groupBy(['rule', 'verdict'])
    .execute();
  const byRule = new Map<string, RuleVerdicts>();
  for (const { rule: name, verdict, count } of found) {
    const known = byRule.get(name) ?? { rule: name, confirmed: 0, expected: 0, wrong: 0 };
    known[verdict] = Number(count);
    byRule.set(name, known);
  }
  return [...byRule.values()];
}

async function counted(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  organizationId: string,
  rule = '',
): Promise<RuleDecisions[]> {
  const text = engine === 'sqlite' ? countedDecisionsSql.replaceAll('$', '?') : countedDecisionsSql;
  const { rows } = await db.executeQuery<RuleDecisions>(CompiledQuery.raw(text, [organizationId, rule]));
  return rows.map(readDecisions);
}

type Demotion = Parameters<FindingStore['decide']>[1];

/** Changes decisions about a rule, and tells whether that demotes it or takes it back. */
const change = (
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { organizationId, sessionId, rule }: { organizationId: string; sessionId: string; rule: string },
  isDemoted: Demotion,
  work: (transaction: Kysely<Database>) => Promise<unknown>,
): Promise<{ forAll: ForAll }> =>
  db.transaction().execute(async (transaction) => {
    const isLow = async () => {
      const [decided] = await counted({ db: transaction, engine }, organizationId, rule);
      return decided !== undefined && isDemoted(decided);
    };
    if (!(await lockSession(transaction, engine, sessionId))) return { forAll: undefined };
    const before = await isLow();
    await work(transaction);
    await raise(transaction, sessionId);
    const after = await isLow();
    if (after === before) return { forAll: undefined };
    await raise(transaction, organizationId);
    return { forAll: after ? 'quiet' : 'heard' };
  });

export const findingStore = ({ db, engine }: OpenDatabase): FindingStore => ({
  dispositions: (organizationId, sessionId) =>
    db
      .selectFrom('findingDispositions')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('sessionId', '=', sessionId)
      .execute(),

  decide: (decided, isDemoted) =>
    change({ db, engine }, decided, isDemoted, (transaction) =>
      transaction
        .insertInto('findingDispositions')
        .values(decided)
        .onConflict((conflict) =>
          conflict.columns(['sessionId', 'rule', 'sequence']).doUpdateSet({
            verdict: decided.verdict,
            note: decided.note,
            decidedBy: decided.decidedBy,
            decidedAt: decided.decidedAt,
          }),
        )
        .execute(),
    ),

  async withdraw(place, isDemoted) {
    const { organizationId, sessionId, rule, sequence } = place;
    const known = await db
      .selectFrom('findingDispositions')
      .select('rule')
      .where('organizationId', '=', organizationId)
      .where('sessionId', '=', sessionId)
      .where('rule', '=', rule)
      .where('sequence', '=', sequence)
      .executeTakeFirst();
    if (!known) return undefined;
    return change({ db, engine }, place, isDemoted, (transaction) =>
      transaction
        .deleteFrom('findingDispositions')
        .where('organizationId', '=', organizationId)
        .where('sessionId', '=', sessionId)
        .where('rule', '=', rule)
        .where('sequence', '=', sequence)
        .execute(),
    );
  },

  decisions: (organizationId) => verdicts(db, organizationId),

  async confirmedSessions(organizationId, until) {
    const confirmed = db
      .selectFrom('findingDispositions')
      .where('organizationId', '=', organizationId)
      .where('verdict', '=', 'confirmed')
      .$if(until !== undefined, (query) => query.where('decidedAt', '<=', until ?? 0));
    const sessions = sql<number>`count(distinct session_id)`.as('sessions');
    const byRule = await confirmed.select(['rule', sessions]).groupBy('rule').execute();
    const all = await confirmed.select(sessions).executeTakeFirst();
    return new Map(
      [...byRule, { rule: '', sessions: all?.sessions ?? 0 }].map((one) => [one.rule, Number(one.sessions)]),
    );
  },

  async decidedIn(organizationId, sessionIds) {
    if (sessionIds.length === 0) return [];
    return db
      .selectFrom('findingDispositions')
      .select(['sessionId', 'rule', 'verdict'])
      .where('organizationId', '=', organizationId)
      .where('sessionId', 'in', [...sessionIds])
      .execute();
  },
  counted: (organizationId) => counted({ db, engine }, organizationId),

  policies: (organizationId) =>
    db
      .selectFrom('findingsPolicies')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('repoRoot')
      .execute(),

  setPolicies: (organizationId, policies) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('findingsPolicies').where('organizationId', '=', organizationId).execute();
      await transaction
        .insertInto('findingsPolicies')
        .values(policies.map((one) => ({ ...one })))
        .execute();
      await raise(transaction, organizationId);
    }),
});
