import { DebriefError, limits } from '@debrief/contract';
import type { Context } from '../context.ts';

/** `@usr_…` is a mention when it is the id of a member; anything else is text. */
export async function mentionsIn(context: Context, organizationId: string, body: string): Promise<string[]> {
  const named = new Set([...body.matchAll(/@(usr_[A-Za-z0-9]{16,40})/g)].map((match) => match[1] as string));
  if (named.size === 0) return [];
  const members = await context.store.member.list(organizationId);
  const found = members.flatMap(({ userId, status }) =>
    status === 'active' && named.has(userId) ? [userId] : [],
  );
  if (found.length > limits.mentionsPerComment) {
    throw new DebriefError(
      'limit_reached',
      `A comment may mention at most ${limits.mentionsPerComment} members.`,
    );
  }
  return found;
}
