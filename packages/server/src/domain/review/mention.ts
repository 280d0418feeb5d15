import { DebriefError, limits } from '@debrief/contract';
import type { Context } from '../context.ts';

const mention = /@(usr_[A-Za-z0-9]{16,40})/g;

/** `@usr_…` is a mention when it is the id of a member; anything else is text. */
export async function mentionsIn(context: Context, organizationId: string, body: string): Promise<string[]> {
  const named = new Set([...body.matchAll(mention)].map((match) => match[1] as string));
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

/** The text as people read it, where no page puts names in place of ids. */
export async function withNames(context: Context, organizationId: string, text: string): Promise<string> {
  if (!text.includes('@usr_')) return text;
  const members = await context.store.member.list(organizationId);
  const names = new Map(members.map(({ userId, email }) => [userId, email.split('@')[0] as string]));
  return text.replace(mention, (given, userId: string) =>
    names.has(userId) ? `@${names.get(userId)}` : given,
  );
}
