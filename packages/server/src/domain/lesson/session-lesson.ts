import type { ReportedLessons, ReportLessons, SessionLessons } from '@debrief/contract';
import { sharedSession } from '../access/session.ts';
import type { MemberActor, SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { orGone, sessionGone } from '../erasure/erasure.ts';
import { iso } from '../present.ts';
import { writableSession } from '../session/writing.ts';

/** Keeps which lessons a session was given, as its recorder tells. What is no lesson of the organization is left out. */
export async function reportLessons(
  context: Context,
  actor: SecretActor,
  input: ReportLessons & { sessionId: string },
): Promise<ReportedLessons> {
  const { organizationId } = actor;
  const writable = writableSession(context, actor, input.sessionId);
  const { sessionId } = await orGone(context, organizationId, input.sessionId, writable);
  const notedAt = context.clock();
  const kept = await context.store.sessionLesson.note(
    { organizationId, sessionId },
    input.given.map((one) => ({ ...one, notedAt })),
  );
  if (kept === 'session_gone') throw await sessionGone(context, organizationId, sessionId);
  return { sessionId, kept };
}

export async function listSessionLessons(
  context: Context,
  actor: MemberActor,
  { sessionId }: { sessionId: string },
): Promise<SessionLessons> {
  const session = await sharedSession(context, actor, sessionId);
  const given = await context.store.sessionLesson.ofSession(session.sessionId);
  return {
    sessionId: session.sessionId,
    given: given.map(({ lessonId, version, way, loaded, notedAt }) => ({
      ...{ lessonId, version, way, loaded },
      notedAt: iso(notedAt),
    })),
  };
}
