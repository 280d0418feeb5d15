import type { AccessPolicy } from '@debrief/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { usualAccess } from '../../domain/access/policy.ts';
import type { AccessStore } from '../../domain/access/ports.ts';
import { type Reader, readableConditions, readableSql } from '../../domain/access/reader.ts';
import type { PlaceValue } from '../../domain/review/state-sql.ts';
import type { Database, OpenDatabase } from '../database.ts';

/** A condition that is written with places for values, for the query builder. A place may stand there several times. */
export function builtSql(write: (place: PlaceValue) => string): RawBuilder<boolean> {
  const values: unknown[] = [];
  const text = write((value) => `\0${values.push(value) - 1}\0`);
  const pieces = text
    .split('\0')
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part)])));
  return sql<boolean>`${sql.join(pieces, sql.raw(''))}`;
}

/** Lines of an inbox that are about no session, or about one their reader may read: `n` is the table of lines. */
export const readableLines = (reader: Reader, n: string): RawBuilder<boolean> =>
  builtSql(
    (place) => `(${n}.session_id is null or exists (select 1 from sessions s
      where s.session_id = ${n}.session_id and ${readableSql(reader, place)}))`,
  );

const policyRow = (policy: AccessPolicy, { by, at }: { by: string; at: number }) => ({
  policy: JSON.stringify(policy),
  updatedBy: by,
  updatedAt: at,
});

/** From now on statements ask who may read what. */
async function beginToAsk(db: Kysely<Database>, organizationId: string, changed: { by: string; at: number }) {
  await db
    .insertInto('accessPolicies')
    .values({ organizationId, ...policyRow(usualAccess, changed) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Requests = Pick<AccessStore, 'ask' | 'requests' | 'request' | 'decide'>;

const requestStore = ({ db }: OpenDatabase): Requests => ({
  async ask(request) {
    const added = await db
      .insertInto('sessionGrants')
      .values(request)
      .onConflict((conflict) =>
        conflict
          .columns(['sessionId', 'userId'])
          .doUpdateSet({ state: 'asked', askedAt: request.askedAt, decidedBy: null, decidedAt: null })
          .where('sessionGrants.state', '=', 'refused'),
      )
      .returningAll()
      .executeTakeFirst();
    if (added) return { request: added, isNew: true };
    const { sessionId, userId } = request;
    return { request: (await this.request(sessionId, userId)) ?? request, isNew: false };
  },

  requests: (sessionId) =>
    db
      .selectFrom('sessionGrants')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .orderBy('askedAt')
      .orderBy('userId')
      .execute(),

  request: (sessionId, userId) =>
    db
      .selectFrom('sessionGrants')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .executeTakeFirst(),

  decide: ({ state, decidedBy, decidedAt, ...request }) =>
    db
      .insertInto('sessionGrants')
      .values({ ...request, state, decidedBy, decidedAt })
      .onConflict((conflict) =>
        conflict.columns(['sessionId', 'userId']).doUpdateSet({ state, decidedBy, decidedAt }),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),
});

export const accessStore = (database: OpenDatabase): AccessStore => ({
  ...requestStore(database),
  ...ruleStore(database),
});

type Rules = Omit<AccessStore, keyof Requests>;

const ruleStore = ({ db, rows, engine }: OpenDatabase): Rules => ({
  async ownHold(userId) {
    const found = await db
      .selectFrom('members')
      .select('hold')
      .where('userId', '=', userId)
      .executeTakeFirst();
    return found?.hold ?? 'none';
  },

  setOwnHold: ({ organizationId, userId }, hold, at) =>
    db.transaction().execute(async (transaction) => {
      if (hold !== 'none') await beginToAsk(transaction, organizationId, { by: userId, at });
      await transaction.updateTable('members').set({ hold }).where('userId', '=', userId).execute();
    }),

  async policy(organizationId) {
    const found = await db
      .selectFrom('accessPolicies')
      .select('policy')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst();
    return found && (JSON.parse(found.policy) as AccessPolicy);
  },

  async setPolicy(organizationId, policy, changed) {
    const row = policyRow(policy, changed);
    await db
      .insertInto('accessPolicies')
      .values({ organizationId, ...row })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
      .execute();
  },

  hold: ({ organizationId, sessionId }, heldFor, changed) =>
    db.transaction().execute(async (transaction) => {
      if (heldFor !== null) await beginToAsk(transaction, organizationId, changed);
      const held = await transaction
        .updateTable('sessions')
        .set({ heldFor })
        .where('organizationId', '=', organizationId)
        .where('sessionId', '=', sessionId)
        .returning('sessionId')
        .executeTakeFirst();
      return held !== undefined;
    }),

  async readable(reader, sessionIds) {
    const ids = [...new Set(sessionIds)];
    // As one value, so that the statement is the same for any number of them, and planned once.
    const values: unknown[] = [engine === 'sqlite' ? JSON.stringify(ids) : ids];
    const among = engine === 'sqlite' ? 'in (select value from json_each($1))' : '= any($1)';
    const conditions = [
      `s.session_id ${among}`,
      ...readableConditions(reader, (value) => `$${values.push(value)}`),
    ].join(' and ');
    const found = await rows<{ sessionId: string }>(
      `select s.session_id as "sessionId" from sessions s where ${conditions}`,
      values,
    );
    return new Set(found.map(({ sessionId }) => sessionId));
  },
});
