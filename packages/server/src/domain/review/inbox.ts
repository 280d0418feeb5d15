import {
  type ChangeInboxSettings,
  type ChangeNotification,
  DebriefError,
  type InboxPage,
  type InboxSettings,
  type ListInbox,
  limits,
  type Notification,
  type NotificationAnswer,
  type ReadAnswer,
  type ReadInbox,
} from '@debrief/contract';
import { readerOf } from '../access/reader.ts';
import { readableOf } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { isId } from '../id.ts';
import { timeZoneOf } from '../mail/quiet-hours.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { Figures } from '../session/statistics.ts';
import { chosenOutlets, defaultOutlets, hiddenReasons, keepKnown, settingsOf } from './notification.ts';
import type { NotificationRecord, NotificationSettingsRecord } from './records.ts';

export async function listInbox(context: Context, actor: MemberActor, input: ListInbox): Promise<InboxPage> {
  const limit = Math.min(input.limit ?? limits.inboxPage.default, limits.inboxPage.max);
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const now = context.clock();
  const hidden = await hiddenReasons(context, actor.userId);
  const reader = readerOf(actor, now);
  const found = await context.store.notification.list(actor.userId, {
    unread: input.state !== 'all',
    hidden,
    now,
    reader,
    limit: limit + 1,
    ...(after && { before: { updatedAt: after[0] as number, notificationId: after[1] as string } }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const { count } = await context.store.notification.unread(actor.userId, now, hidden, reader);
  return {
    notifications: await presentAll(context, actor, page),
    unread: count,
    nextCursor: found.length > limit && last ? encodeCursor([last.updatedAt, last.notificationId]) : null,
  };
}

async function presentAll(
  context: Context,
  actor: MemberActor,
  found: readonly NotificationRecord[],
): Promise<Notification[]> {
  const { organizationId } = actor;
  const about = [...new Set(found.flatMap(({ sessionId }) => sessionId ?? []))];
  const sessionIds = [...(await readableOf(context, actor, about))];
  const sessions = await context.store.session.findAll(organizationId, sessionIds);
  const statistics = await context.store.statistics.find(sessionIds);
  const titles = new Map<string, string | null | undefined>();
  for (const sessionId of sessionIds) {
    const figures = statistics.get(sessionId)?.figures;
    const derived = figures === undefined ? undefined : (JSON.parse(figures) as Figures).title;
    titles.set(sessionId, derived ?? sessions.get(sessionId)?.title);
  }
  for (const environmentId of new Set(found.flatMap((one) => one.environmentId ?? []))) {
    const environment = await context.store.environment.find(organizationId, environmentId);
    titles.set(environmentId, environment?.displayName ?? environment?.hostname);
  }
  if (found.some(({ reason }) => reason === 'endpoint')) {
    const endpoints = await context.store.outbox.list(organizationId);
    for (const { endpointId, name } of endpoints) titles.set(endpointId, name);
  }
  return found.map(({ organizationId: _, userId: __, cause: ___, subjectId, byUserId, ...rest }) =>
    present({
      ...rest,
      by: byUserId,
      title: titles.get(subjectId) ?? null,
      snoozedUntil: isoOrNone(rest.snoozedUntil),
      createdAt: iso(rest.createdAt),
      updatedAt: iso(rest.updatedAt),
    }),
  );
}

const longestSnooze = 366 * 86_400_000;
const isInReach = (until: number, now: number): boolean => until > now && until <= now + longestSnooze;

export async function changeNotification(
  context: Context,
  actor: MemberActor,
  input: ChangeNotification & { notificationId: string },
): Promise<NotificationAnswer> {
  const now = context.clock();
  const until = input.until === undefined ? null : Date.parse(input.until);
  if (until !== null && input.state !== 'unread') {
    throw new DebriefError('validation_error', 'until goes with the state unread: only that can be put off.');
  }
  if (until !== null && !isInReach(until, now)) {
    throw new DebriefError('validation_error', 'until must lie in the future, by a year at most.');
  }
  const changed = isId('ntf', input.notificationId)
    ? await context.store.notification.change(actor.userId, input.notificationId, {
        state: input.state,
        snoozedUntil: until,
      })
    : undefined;
  if (!changed) throw new DebriefError('notification_not_found', 'There is no such line in your inbox.');
  context.bell?.ringMember(actor.userId);
  const [notification] = await presentAll(context, actor, [changed]);
  return { notification: notification as Notification, unread: await unreadOf(context, actor) };
}

/** The badge. */
export async function unreadOf(context: Context, actor: MemberActor): Promise<number> {
  const { userId } = actor;
  const hidden = await hiddenReasons(context, userId);
  const now = context.clock();
  return (await context.store.notification.unread(userId, now, hidden, readerOf(actor, now))).count;
}

/** Whoever reads the thing itself has read the line: pages say what they show. */
export async function readInbox(context: Context, actor: MemberActor, input: ReadInbox): Promise<ReadAnswer> {
  const { userId } = actor;
  const { sessionId, threadIds } = input;
  if (sessionId === undefined && threadIds !== undefined) {
    throw new DebriefError('validation_error', 'threadIds goes with the sessionId they are of.');
  }
  if (sessionId !== undefined && input.before !== undefined) {
    throw new DebriefError('validation_error', 'before is for the whole inbox, not for a session.');
  }
  const before = input.before === undefined ? context.clock() : Date.parse(input.before);
  const read =
    sessionId === undefined
      ? await context.store.notification.readAll(userId, before, readerOf(actor, context.clock()))
      : await context.store.notification.readSession(userId, sessionId, threadIds);
  if (read > 0) context.bell?.ringMember(userId);
  return { read, unread: await unreadOf(context, actor) };
}

export async function getInboxSettings(context: Context, actor: MemberActor): Promise<InboxSettings> {
  const settings = await context.store.notification.findSettings(actor.userId);
  const { quietFrom = null, quietTo = null } = settings ?? {};
  return {
    outlets: { ...defaultOutlets, ...chosenOutlets(settings) },
    digest: settings === undefined || settings.digest === 1,
    monday: settings?.monday === 1,
    timeZone: settings?.timeZone ?? 'UTC',
    quietHours:
      quietFrom === null || quietTo === null ? null : { from: timeOf(quietFrom), to: timeOf(quietTo) },
    awayUntil: awayAt(settings, context.clock()),
    sendsMail: context.sendsMail,
  };
}

/** Nobody stays away after that. */
const awayAt = (settings: NotificationSettingsRecord | undefined, now: number): string | null => {
  const until = settings?.awayUntil ?? null;
  return until !== null && until > now ? iso(until) : null;
};

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':');

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export async function changeInboxSettings(
  context: Context,
  actor: MemberActor,
  input: ChangeInboxSettings,
): Promise<InboxSettings> {
  const { userId, organizationId } = actor;
  const { quietHours, digest, monday } = input;
  const timeZone = input.timeZone === undefined ? undefined : timeZoneOf(input.timeZone);
  if (input.timeZone !== undefined && timeZone === undefined) {
    throw new DebriefError('validation_error', 'timeZone: no such time zone, such as Europe/Berlin.');
  }
  const awayUntil = input.awayUntil == null ? input.awayUntil : Date.parse(input.awayUntil);
  if (typeof awayUntil === 'number' && !isInReach(awayUntil, context.clock())) {
    throw new DebriefError('validation_error', 'awayUntil must lie in the future, by a year at most.');
  }
  const before = await settingsOf(context, actor);
  await context.store.notification.saveSettings({
    ...before,
    userId,
    organizationId,
    outlets: JSON.stringify({ ...chosenOutlets(before), ...keepKnown(input.outlets ?? {}) }),
    ...(digest !== undefined && { digest: digest ? 1 : 0 }),
    ...(monday !== undefined && { monday: monday ? 1 : 0 }),
    ...(timeZone !== undefined && { timeZone }),
    ...(quietHours !== undefined && {
      quietFrom: quietHours && minutesOf(quietHours.from),
      quietTo: quietHours && minutesOf(quietHours.to),
    }),
    ...(awayUntil !== undefined && { awayUntil }),
    updatedAt: context.clock(),
  });
  // What is shown in the inbox may be something else now.
  context.bell?.ringMember(userId);
  return getInboxSettings(context, actor);
}
