import { type NotificationReason, notificationReasons, type Outlet } from '@debrief/contract';
import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import type { Channel } from '../mail/ports.ts';
import type { NotificationSettingsRecord } from './records.ts';

export interface News {
  organizationId: string;
  /** Who is told. */
  userId: string;
  reason: NotificationReason;
  /** What it is about: a session, or for `author` and `claim` a machine. */
  sessionId?: string | undefined;
  environmentId?: string | undefined;
  /** With `endpoint`. */
  endpointId?: string | undefined;
  /** With `data_asked` and `data_answered`. */
  dataRequestId?: string | undefined;
  /** With `lesson_offered`: it is about the organization as a whole. */
  isOfAll?: true;
  /** Who did it; absent when it came by itself. */
  by?: string | undefined;
}

/** Where a reason goes as long as the member has not chosen. */
export const defaultOutlets: Record<NotificationReason, Outlet> = {
  assigned: 'mail',
  asked: 'mail',
  mentioned: 'mail',
  replied: 'inbox',
  follow_up: 'mail',
  answered: 'mail',
  accepted: 'inbox',
  noted: 'inbox',
  dismissed: 'mail',
  declined: 'inbox',
  outgrown: 'inbox',
  author: 'inbox',
  rule: 'inbox',
  claim: 'mail',
  access: 'mail',
  shared: 'inbox',
  endpoint: 'mail',
  data_asked: 'mail',
  data_answered: 'mail',
  lesson_offered: 'inbox',
};

/** By which a server can tell people something outside their inbox. */
export const channelsOf = ({ sendsMail }: Pick<Context, 'sendsMail'>): readonly Channel[] =>
  sendsMail ? ['mail'] : [];

/**
 * Tells a member something that is no deed about a session: of a machine, of a rule. Nobody is told of their own deeds,
 * and only active members are told at all.
 */
export async function notify(context: Context, news: News): Promise<void> {
  const subjectId =
    news.sessionId ??
    news.environmentId ??
    news.endpointId ??
    news.dataRequestId ??
    (news.isOfAll && news.organizationId);
  if (subjectId === undefined || news.by === news.userId) return;
  const now = context.clock();
  const added = await context.store.notification.add(
    {
      notificationId: newId('ntf'),
      organizationId: news.organizationId,
      userId: news.userId,
      reason: news.reason,
      cause: 'told',
      subjectId,
      sessionId: news.sessionId ?? null,
      environmentId: news.environmentId ?? null,
      threadId: null,
      commentId: null,
      byUserId: news.by ?? null,
      count: 1,
      state: 'unread',
      snoozedUntil: null,
      createdAt: now,
      updatedAt: now,
    },
    channelsOf(context),
  );
  if (added) context.bell?.ringMember(news.userId);
}

/** Reasons the member wants to hear nothing of. */
export async function hiddenReasons(
  { store }: Pick<Context, 'store'>,
  userId: string,
): Promise<NotificationReason[]> {
  const outlets = chosenOutlets(await store.notification.findSettings(userId));
  return notificationReasons.filter((reason) => outlets[reason] === 'none');
}

export const outletOf = (
  settings: NotificationSettingsRecord | undefined,
  reason: NotificationReason,
): Outlet => chosenOutlets(settings)[reason] ?? defaultOutlets[reason];

/** What the member has chosen, or how it is as long as they have not. */
export const settingsOf = async (
  { store }: Pick<Context, 'store'>,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<NotificationSettingsRecord> =>
  (await store.notification.findSettings(userId)) ?? {
    userId,
    organizationId,
    outlets: '{}',
    digest: 1,
    monday: 0,
    timeZone: null,
    quietFrom: null,
    quietTo: null,
    awayUntil: null,
    updatedAt: 0,
  };

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
