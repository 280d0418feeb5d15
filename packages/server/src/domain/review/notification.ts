import { type NotificationReason, notificationReasons, type Outlet } from '@debrief/contract';
import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import type { NotificationSettingsRecord } from './records.ts';

export interface News {
  organizationId: string;
  /** Who is told. */
  userId: string;
  reason: NotificationReason;
  /** What it is about: a session, or for `author` and `claim` a machine. */
  sessionId?: string | undefined;
  environmentId?: string | undefined;
  threadId?: string | undefined;
  commentId?: string | undefined;
  /** Who did it; absent when it came by itself. */
  by?: string | undefined;
}

/** Where a reason goes as long as the member has not chosen. */
export const defaultOutlets: Record<NotificationReason, Outlet> = {
  assigned: 'mail',
  mentioned: 'mail',
  replied: 'inbox',
  follow_up: 'mail',
  answered: 'mail',
  outgrown: 'inbox',
  finding: 'inbox',
  redacted: 'inbox',
  released: 'inbox',
  author: 'inbox',
  rule: 'inbox',
  claim: 'mail',
};

/** A mail waits this long, and is not sent when the line was read meanwhile. */
export const mailDelay = 10 * 60_000;

/** Puts something into a member's inbox. Nobody is told of their own deeds, and only active members are told at all. */
export async function notify(context: Context, news: News): Promise<void> {
  const subjectId = news.sessionId ?? news.environmentId;
  if (subjectId === undefined || news.by === news.userId) return;
  const outlet = await outletOf(context, news);
  if (outlet === 'none') return;
  const now = context.clock();
  const added = await context.store.notification.add(
    {
      notificationId: newId('ntf'),
      organizationId: news.organizationId,
      userId: news.userId,
      reason: news.reason,
      subjectId,
      sessionId: news.sessionId ?? null,
      environmentId: news.environmentId ?? null,
      threadId: news.threadId ?? null,
      commentId: news.commentId ?? null,
      byUserId: news.by ?? null,
      count: 1,
      state: 'unread',
      snoozedUntil: null,
      createdAt: now,
      updatedAt: now,
    },
    outlet === 'mail' && context.sendsMail ? now + mailDelay : undefined,
  );
  if (added) context.bell?.ringMember(news.userId);
}

async function outletOf(context: Context, { userId, reason }: News): Promise<Outlet> {
  const settings = await context.store.notification.findSettings(userId);
  return chosenOutlets(settings)[reason] ?? defaultOutlets[reason];
}

type Outlets = Partial<Record<NotificationReason, Outlet>>;

export const chosenOutlets = (settings: NotificationSettingsRecord | undefined): Outlets =>
  settings ? (JSON.parse(settings.outlets) as Outlets) : {};

/** Without fields that are no reasons. */
export function keepKnown(given: Outlets): Outlets {
  const kept: Outlets = {};
  for (const reason of notificationReasons) {
    const outlet = given[reason];
    if (outlet !== undefined) kept[reason] = outlet;
  }
  return kept;
}
