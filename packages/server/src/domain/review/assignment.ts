import {
  type Assignment,
  type AssignmentAnswer,
  DebriefError,
  type DeclineAssignment,
  limits,
} from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { record, recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import type { AssignmentRecord, ReleasedSession } from './records.ts';
import { whyOf } from './rotation/why.ts';
import { about, discussedSession, ringReview } from './session.ts';

export const presentAssignment = (
  { sessionId: _, organizationId: __, ...assignment }: AssignmentRecord,
  reader: string,
): Assignment =>
  present({
    ...assignment,
    why: whyOf(assignment, reader) ?? null,
    createdAt: iso(assignment.createdAt),
    declinedAt: isoOrNone(assignment.declinedAt),
  });

interface Place {
  sessionId: string;
  userId: string;
}

/** Oneself always; others only the author of the session and administrators. */
function mayAssign(actor: MemberActor, session: SessionRecord, userId: string): void {
  const may =
    userId === actor.userId || session.authorUserId === actor.userId || hasRole(actor.role, 'admin');
  if (!may) {
    throw new DebriefError(
      'insufficient_role',
      'Only the author of a session or an administrator can ask others.',
    );
  }
}

const memberNotFound = () => new DebriefError('member_not_found', 'No such member in this organization.');

export async function assignReviewer(
  context: Context,
  actor: MemberActor,
  { sessionId, userId }: Place,
): Promise<AssignmentAnswer> {
  const session = await discussedSession(context, actor, sessionId);
  mayAssign(actor, session, userId);
  const member = isId('usr', userId)
    ? await context.store.member.find(actor.organizationId, userId)
    : undefined;
  if (member?.status !== 'active') throw memberNotFound();
  const at = context.clock();
  const result = await context.store.review.assign(
    about(context, session, at),
    { ...newAssignment(session, userId, at), assignedBy: actor.userId },
    { assignees: limits.assigneesPerSession },
  );
  if (result === 'gone') throw sessionNotFound();
  if (result === 'limit') {
    throw new DebriefError(
      'limit_reached',
      `A session may have at most ${limits.assigneesPerSession} assignees.`,
    );
  }
  if (result.isNew) {
    ringReview(context, session, result.told);
    await recordDeed(context, actor, 'assignee_added', session.sessionId);
  }
  return { assignment: presentAssignment(result.assignment, actor.userId) };
}

export const newAssignment = (
  { sessionId, organizationId }: Pick<SessionRecord, 'sessionId' | 'organizationId'>,
  userId: string,
  at: number,
): AssignmentRecord => ({
  sessionId,
  organizationId,
  userId,
  assignedBy: userId,
  createdAt: at,
  declinedAt: null,
  note: null,
  why: null,
});

export async function removeReviewer(
  context: Context,
  actor: MemberActor,
  { sessionId, userId }: Place,
): Promise<AssignmentAnswer> {
  const session = await discussedSession(context, actor, sessionId);
  mayAssign(actor, session, userId);
  const removed = isId('usr', userId)
    ? await context.store.review.unassign(about(context, session), userId)
    : undefined;
  if (removed === 'gone') throw sessionNotFound();
  if (!removed) throw new DebriefError('member_not_found', 'This member is not asked to review the session.');
  ringReview(context, session, removed.told);
  await recordDeed(context, actor, 'assignee_removed', session.sessionId);
  return { assignment: presentAssignment(removed.assignment, actor.userId) };
}

/** These sessions expect nothing more of somebody who left. Without `by` it was the operator. */
export async function tellReleased(
  context: Context,
  organizationId: string,
  released: readonly ReleasedSession[],
  by?: string,
): Promise<void> {
  for (const { sessionId, wasAsked } of released) {
    ringReview(context, { organizationId, sessionId });
    if (!wasAsked) continue;
    await record(context, {
      action: 'assignee_removed',
      organizationId,
      targetId: sessionId,
      ...(by !== undefined && { actorId: by }),
    });
  }
}

/** A fact of its own, which outlives the assignment: the queue does not hand the session to this member again. */
export async function declineReview(
  context: Context,
  actor: MemberActor,
  input: DeclineAssignment & { sessionId: string },
): Promise<AssignmentAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const at = context.clock();
  const assignment = {
    ...newAssignment(session, actor.userId, at),
    declinedAt: at,
    note: input.note ?? null,
  };
  const result = await context.store.review.decline(about(context, session, at), assignment);
  if (result === 'gone') throw sessionNotFound();
  ringReview(context, session, result.told);
  return { assignment: presentAssignment(result.assignment, actor.userId) };
}
