import { type Candidate, type Chosen, chooseReviewers } from '@debrief/review';
import { isInScope, type Reader, readerOf } from '../../access/reader.ts';
import type { Context } from '../../context.ts';
import type { ListedSession, MemberRecord } from '../../records.ts';
import { newAssignment } from '../assignment.ts';
import { type AppliedPolicy, rulesFor } from '../default-policy.ts';
import type { AssignmentRecord } from '../records.ts';

/** A member as rotation sees them. */
type Asked = Candidate & { reader: Reader | undefined };

/** The active members of a team; whoever is asked counts at once. */
export type Team = Map<string, Asked>;

export async function teamOf(
  { store }: Pick<Context, 'store'>,
  organizationId: string,
  members: readonly MemberRecord[],
  now: number,
): Promise<Team> {
  const loads = await store.rotation.loads(organizationId, now);
  const access = await store.access.policy(organizationId);
  const active = members.filter(({ status }) => status === 'active');
  return new Map(
    active.map(({ userId, role }) => {
      const reader = readerOf({ userId, role, ...(access && { access }) }, now);
      return [userId, { open: 0, today: 0, ...loads.get(userId), userId, reader }];
    }),
  );
}

/** Who is asked about a session by rotation; empty where the policy has none, or nobody can be asked today. */
export async function rotated(
  { store }: Pick<Context, 'store'>,
  session: ListedSession,
  { policy, team, now, asked }: { policy: AppliedPolicy; team: Team; now: number; asked: readonly string[] },
): Promise<AssignmentRecord[]> {
  const { rotation } = policy;
  if (!rotation || ![...team.values()].some(({ today }) => today < rotation.perDay)) return [];
  const { askedBefore, declined, knows } = await store.rotation.about(session);
  const { authorUserId } = session;
  const waiting = new Set([...asked, ...askedBefore].filter((userId) => userId !== authorUserId));
  // Whoever is asked may read it: nobody is asked who may not anyway.
  const readers = [...team.values()].filter(({ reader }) => !reader || isInScope(reader, session.repository));
  const chosen = chooseReviewers(readers, {
    now,
    count: rulesFor(policy, session).reviewers - waiting.size,
    perDay: rotation.perDay,
    besides: new Set([...waiting, ...declined, ...(authorUserId === null ? [] : [authorUserId])]),
    knows,
  });
  for (const { userId } of chosen) {
    const one = team.get(userId);
    if (one) team.set(userId, { ...one, open: one.open + 1, today: one.today + 1, lastAskedAt: now });
  }
  return chosen.map((one) => assignmentOf(session, one, now));
}

const assignmentOf = (session: ListedSession, { userId, why }: Chosen, now: number): AssignmentRecord => ({
  ...newAssignment(session, userId, now),
  assignedBy: 'policy',
  why: JSON.stringify(why),
});
