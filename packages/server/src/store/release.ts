import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** What only a member has: machines become nobody's, so that no session is opened for somebody who left. */
export async function forgetMembers(db: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('environments')
    .set({ authorUserId: null })
    .where('authorUserId', 'in', userIds)
    .execute();
  await db.deleteFrom('dataRequests').where('userId', 'in', userIds).where('state', '=', 'asked').execute();
  for (const table of [
    'dueNotices',
    'recipients',
    'notifications',
    'notificationSettings',
    'claimRequests',
    'terminals',
    'tokens',
    'views',
    'seen',
    'sessionGrants',
  ] as const) {
    await db.deleteFrom(table).where('userId', 'in', userIds).execute();
  }
}

/**
 * Lets go of the people behind these memberships: whatever they are signed in with ends, links to their invitations
 * are void, and an account that nothing else holds is deleted. A pending invitation elsewhere to an address that the
 * account has proved holds it (O22).
 */
export async function releaseIdentities(db: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const released = await db
    .updateTable('identities')
    .set({ userId: null })
    .where('userId', 'in', userIds)
    .returning(['issuer', 'subject', 'disabledAt'])
    .execute();
  for (const { issuer, subject, disabledAt } of released) {
    // What the operator has disabled stays so.
    if (disabledAt !== null) continue;
    await db.deleteFrom('identities').where('issuer', '=', issuer).where('subject', '=', subject).execute();
  }
  await db
    .deleteFrom('accountLinks')
    .where('purpose', '=', 'invitation')
    .where('subject', 'in', userIds)
    .execute();
  const subjects = released.map(({ subject }) => subject);
  if (subjects.length === 0) return;
  await db.deleteFrom('providerPayloads').where('accountId', 'in', subjects).execute();
  const deleted = await db
    .deleteFrom('accounts')
    .where('accountId', 'in', subjects)
    .where(({ not, and, eb, exists, selectFrom }) =>
      not(
        and([
          eb('accounts.emailVerified', '=', 1),
          exists(
            selectFrom('members')
              .select('members.userId')
              .whereRef('members.emailLower', '=', 'accounts.emailLower')
              .where('members.status', '=', 'invited')
              .where('members.userId', 'not in', userIds),
          ),
        ]),
      ),
    )
    .returning('accountId')
    .execute();
  if (deleted.length === 0) return;
  const gone = deleted.map(({ accountId }) => accountId);
  await db.deleteFrom('accountLinks').where('subject', 'in', gone).execute();
}
