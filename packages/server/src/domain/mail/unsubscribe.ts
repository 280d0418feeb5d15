import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationReason, notificationReasons } from '@debrief/contract';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import { chosenOutlets, outletOf, settingsOf } from '../review/notification.ts';

/** What a link in a mail switches off: the mails of a reason, of all of them, the daily digest, or the mail on Mondays. */
export type MailKind = NotificationReason | 'all' | 'digest' | 'monday';

const isKind = (text: string): text is MailKind =>
  ['digest', 'monday', 'all'].includes(text) || (notificationReasons as readonly string[]).includes(text);

const sealOf = (context: Context, userId: string, kind: string): string =>
  createHmac('sha256', context.pepper).update(`unsubscribe ${userId} ${kind}`).digest('base64url');

export const unsubscribeUrl = (context: Context, userId: string, kind: MailKind): string =>
  `${context.publicUrl}/unsubscribe/${userId}.${kind}.${sealOf(context, userId, kind)}`;

/** Whose mails of which kind a link is about; undefined for a link that was not made here. */
export function readUnsubscribeToken(
  context: Context,
  token: string,
): { userId: string; kind: MailKind } | undefined {
  const [userId = '', kind = '', seal = '', ...more] = token.slice(0, 200).split('.');
  if (more.length > 0 || !isId('usr', userId) || !isKind(kind)) return undefined;
  const [given, wanted] = [Buffer.from(seal), Buffer.from(sealOf(context, userId, kind))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { userId, kind } : undefined;
}

/** The line in the inbox stays. Again changes nothing. False when the person is no member any more. */
export async function unsubscribe(
  context: Context,
  { userId, kind }: { userId: string; kind: MailKind },
): Promise<boolean> {
  const member = await context.store.identity.findActive(userId);
  if (!member) return false;
  const before = await settingsOf(context, member);
  const mailed = notificationReasons.filter((reason) => outletOf(before, reason) === 'mail');
  const ended = kind === 'digest' || kind === 'monday' ? [] : kind === 'all' ? mailed : [kind];
  const outlets = Object.fromEntries(ended.map((reason) => [reason, 'inbox']));
  await context.store.notification.saveSettings({
    ...before,
    outlets: JSON.stringify({ ...chosenOutlets(before), ...outlets }),
    ...(kind === 'digest' && { digest: 0 }),
    ...(kind === 'monday' && { monday: 0 }),
    updatedAt: context.clock(),
  });
  return true;
}
