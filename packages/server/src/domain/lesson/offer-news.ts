import { limits, offeredFrom } from '@debrief/contract';
import { plainText } from '@debrief/lessons';
import { hasRole } from '../actor.ts';
import type { Context } from '../context.ts';
import type { MemberRecord } from '../records.ts';
import { notify } from '../review/notification.ts';
import { failuresUntil } from './repeated-failure.ts';

/** Nobody hears of it more often. */
const pause = 7 * 86_400_000;

/**
 * Tells whoever adopts lessons that something could be one: a line in the inbox without a word of a session. It is one
 * line, which comes again when there is something that there was not when it came. Returns how many were told.
 */
export async function tellOfOffers(context: Context): Promise<number> {
  // What is derived anew is not all there yet.
  if (context.rebuild?.()) return 0;
  let told = 0;
  for (const { organizationId } of await context.store.organization.all())
    told += await tellIn(context, organizationId);
  return told;
}

async function tellIn(context: Context, organizationId: string): Promise<number> {
  const { store, clock } = context;
  const offered = await offersUntil(context, organizationId, clock());
  if (offered.size === 0) return 0;
  let told = 0;
  for (const { userId } of await adopters(context, organizationId)) {
    const line = await store.notification.told(userId, {
      subjectId: organizationId,
      reason: 'lesson_offered',
    });
    if (line) {
      if (line.state === 'unread' || line.updatedAt + pause > clock()) continue;
      const before = await offersUntil(context, organizationId, line.updatedAt);
      if ([...offered].every((one) => before.has(one))) continue;
    }
    await notify(context, { organizationId, userId, reason: 'lesson_offered', isOfAll: true });
    told++;
  }
  return told;
}

async function adopters({ store }: Context, organizationId: string): Promise<MemberRecord[]> {
  const policy = await store.lesson.policy(organizationId);
  const members = await store.member.list(organizationId);
  return members.filter(
    ({ status, role }) => status === 'active' && (policy?.adopters === 'members' || hasRole(role, 'admin')),
  );
}

/** What the page Lessons offered to everybody at a time, by names. */
async function offersUntil(context: Context, organizationId: string, until: number): Promise<Set<string>> {
  const { store } = context;
  // Nobody in particular: they read what everybody reads.
  const access = await store.access.policy(organizationId);
  const anybody = { organizationId, userId: '', role: 'member' as const, ...(access && { access }) };
  const failures = await failuresUntil(context, anybody, until);
  const lessons = await store.lesson.list(organizationId, {}, limits.lessons);
  const taken = new Set(lessons.flatMap(({ check }) => (check === null ? [] : plainText(check))));
  const confirmed = await store.finding.confirmedSessions(organizationId, until);
  return new Set([
    ...failures.map(({ repository, kind, command }) => JSON.stringify([repository, kind, command])),
    ...[...confirmed]
      .filter(([rule, sessions]) => rule !== '' && sessions >= offeredFrom)
      .flatMap(([rule]) => (taken.has(`when finding "${rule}"`) ? [] : rule)),
  ]);
}
