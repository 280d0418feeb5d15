import { sql } from 'kysely';
import type { OrganizationStore } from '../domain/ports.ts';
import type { OrganizationRecord } from '../domain/records.ts';
import { Undo, undoable } from './connection/transaction.ts';
import type { OpenDatabase } from './database.ts';
import { bindIdentity } from './identity.ts';
import { memberRow } from './member.ts';
import { releaseIdentities } from './release.ts';

const columns = [
  'organizationId',
  'name',
  'slug',
  'status',
  'ownerUserId',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof OrganizationRecord)[];

/** What is deleted with an organization, the rows that others point to last. */
const tablesOfOne = [
  'dueNotices',
  'recipients',
  'notifications',
  'notificationSettings',
  'environmentClaims',
  'claimRequests',
  'terminals',
  'tokens',
  'views',
  'accessPolicies',
  'legalHolds',
  'dataRequests',
  'retentions',
  'redactionJobs',
  'sessionGrants',
  'findingsPolicies',
  'findingDispositions',
  'commits',
  'commitReports',
  'commitRewrites',
  'linkDecisions',
  'pullDecisions',
  'pullRequests',
  'pullCommits',
  'integrations',
  'outboxEndpoints',
  'gatePolicies',
  'sessionLessons',
  'lessonSteps',
  'lessonVersions',
  'lessons',
  'lessonPolicies',
  'sessionOpenings',
  'sessionTitles',
  'sessions',
  'installations',
  'environments',
  'secrets',
  'members',
] as const;

export const organizationStore = ({ db, engine }: OpenDatabase): OrganizationStore => ({
  create: (organization, owner, principal, { onlyFirst } = { onlyFirst: false }) =>
    undoable(db, async (transaction) => {
      if (onlyFirst) {
        // Of two that race to be the first, one waits here and then finds the other's.
        if (engine === 'postgres') {
          await sql`lock table organizations in share row exclusive mode`.execute(transaction);
        }
        const first = await transaction
          .selectFrom('organizations')
          .select('organizationId')
          .limit(1)
          .executeTakeFirst();
        if (first) throw new Undo('not_first' as const);
      }
      const bound = await bindIdentity(transaction, principal, owner.userId);
      if (!bound) throw new Undo('has_organization' as const);
      const added = await transaction
        .insertInto('organizations')
        .values(organization)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('organizationId')
        .executeTakeFirst();
      if (!added) throw new Undo('slug_taken' as const);
      await transaction.insertInto('members').values(memberRow(owner)).execute();
      return 'created' as const;
    }),

  find: (organizationId) =>
    db
      .selectFrom('organizations')
      .select(columns)
      .where('organizationId', '=', organizationId)
      .executeTakeFirst(),

  async rename(organizationId, name, at) {
    await db
      .updateTable('organizations')
      .set({ name, updatedAt: at })
      .where('organizationId', '=', organizationId)
      .execute();
  },

  async delete(organizationId, at, audited) {
    await db.transaction().execute(async (transaction) => {
      const members = await transaction
        .selectFrom('members')
        .select('userId')
        .where('organizationId', '=', organizationId)
        .execute();
      for (let from = 0; from < members.length; from += 1000) {
        await releaseIdentities(
          transaction,
          members.slice(from, from + 1000).map(({ userId }) => userId),
        );
      }
      await transaction.deleteFrom('findingsRevisions').where('subjectId', '=', organizationId).execute();
      await transaction
        .deleteFrom('integrationDeliveries')
        .where('integrationId', 'in', (query) =>
          query
            .selectFrom('integrations')
            .select('integrationId')
            .where('organizationId', '=', organizationId),
        )
        .execute();
      for (const table of tablesOfOne) {
        await transaction.deleteFrom(table).where('organizationId', '=', organizationId).execute();
      }
      const { numDeletedRows } = await transaction
        .deleteFrom('organizations')
        .where('organizationId', '=', organizationId)
        .executeTakeFirst();
      // Another server may have been faster.
      if (Number(numDeletedRows) > 0) await transaction.insertInto('auditLog').values(audited).execute();
      await transaction
        .updateTable('organizationEndings')
        .set({ endedAt: at })
        .where('organizationId', '=', organizationId)
        .where('withdrawnAt', 'is', null)
        .where('endedAt', 'is', null)
        .execute();
    });
  },

  all: () => db.selectFrom('organizations').select(columns).orderBy('createdAt').execute(),
});
