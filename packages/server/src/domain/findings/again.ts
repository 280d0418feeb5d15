import type { Context } from '../context.ts';

/** Sessions that are judged again at once when something changes for all; the others follow by themselves. */
const atOnce = 200;

export async function judgeAgain(
  context: Context,
  { organizationId, sessionId }: { organizationId: string; sessionId?: string },
  isForAll: boolean,
): Promise<void> {
  if (sessionId !== undefined) context.bell?.ring({ organizationId, sessionId });
  if (!isForAll) return;
  for (const session of await context.store.session.list(organizationId, { limit: atOnce })) {
    context.bell?.ring({ organizationId, sessionId: session.sessionId });
  }
}
