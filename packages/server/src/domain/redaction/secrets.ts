import { type FoundSecretList, limits } from '@debrief/contract';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { ownSession } from '../session/access.ts';
import { readableSession } from '../session/reading.ts';

/**
 * What of a session looks like a secret that was sent as it is, to take it out by one click. For who may take it out. The
 * words are in the answer alone.
 */
export async function findSecrets(
  context: Context,
  actor: MemberActor,
  { sessionId }: { sessionId: string },
): Promise<FoundSecretList> {
  await readableSession(context, actor, sessionId, 'find');
  const { organizationId, eventCount } = await ownSession(context, actor, sessionId);
  return context.store.redaction.secrets(callerOf(actor), {
    ...{ organizationId, sessionId, eventCount },
    ...{ most: limits.secretsListed, longest: limits.redactionText },
  });
}
