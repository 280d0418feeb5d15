import { type Static, Type } from 'typebox';
import { choice, cursor, id, instant, nextCursor, timestamp } from '../field.ts';

/** Why a member is told something. `author` and `claim` are about a machine, all others are about a session. */
export const notificationReasons = [
  'assigned',
  'mentioned',
  'replied',
  'follow_up',
  'answered',
  'outgrown',
  'finding',
  'redacted',
  'released',
  'author',
  'rule',
  'claim',
] as const;
export const NotificationReason = choice(notificationReasons);
export type NotificationReason = Static<typeof NotificationReason>;

export const NotificationState = choice(['unread', 'read', 'done']);
export type NotificationState = Static<typeof NotificationState>;

/** Extension: one line of a member's inbox. While it is unread, more of the same kind counts up in it. */
export const Notification = Type.Object({
  notificationId: id('`ntf_…`'),
  reason: NotificationReason,
  sessionId: Type.Optional(id('`ses_…`')),
  environmentId: Type.Optional(id('`env_…`')),
  threadId: Type.Optional(id('`thr_…`')),
  commentId: Type.Optional(id('`cmt_…`')),
  by: Type.Optional(id('`usr_…` of whoever did it last; absent when it came by itself.')),
  count: Type.Integer({ minimum: 1 }),
  state: NotificationState,
  snoozedUntil: Type.Optional(timestamp),
  title: Type.Optional(Type.String({ description: 'Title of the session, or name of the machine.' })),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Notification = Static<typeof Notification>;

export const ListInbox = Type.Object({
  state: Type.Optional(choice(['unread', 'all'], 'Default `unread`: what waits for the member now.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 50; more than 100 is clamped.' })),
  cursor: Type.Optional(cursor),
});
export type ListInbox = Static<typeof ListInbox>;

export const InboxPage = Type.Object({
  notifications: Type.Array(Notification),
  unread: Type.Integer({ minimum: 0 }),
  nextCursor,
});
export type InboxPage = Static<typeof InboxPage>;

export const ChangeNotification = Type.Object({
  state: NotificationState,
  until: Type.Optional({ ...instant, description: 'With `unread`: put off until then.' }),
});
export type ChangeNotification = Static<typeof ChangeNotification>;

export const NotificationAnswer = Type.Object({ notification: Notification, unread: Type.Integer() });
export type NotificationAnswer = Static<typeof NotificationAnswer>;

export const ReadInbox = Type.Object({
  before: Type.Optional({
    ...instant,
    description: 'Only what was last touched by then. Default: everything.',
  }),
});
export type ReadInbox = Static<typeof ReadInbox>;

export const ReadAnswer = Type.Object({ read: Type.Integer(), unread: Type.Integer() });
export type ReadAnswer = Static<typeof ReadAnswer>;

/** Where a reason goes: nowhere, to the inbox, or to the inbox and by mail. */
export const Outlet = choice(['none', 'inbox', 'mail']);
export type Outlet = Static<typeof Outlet>;

export const Outlets = Type.Object(
  Object.fromEntries(notificationReasons.map((reason) => [reason, Type.Optional(Outlet)])) as Record<
    NotificationReason,
    ReturnType<typeof Type.Optional<typeof Outlet>>
  >,
);

export const InboxSettings = Type.Object({
  outlets: Outlets,
  digest: Type.Boolean({ description: 'One mail a day with what is unread and was not mailed.' }),
  sendsMail: Type.Boolean({ description: 'False when this server cannot send mail.' }),
});
export type InboxSettings = Static<typeof InboxSettings>;

export const ChangeInboxSettings = Type.Object({
  outlets: Type.Optional(Outlets),
  digest: Type.Optional(Type.Boolean()),
});
export type ChangeInboxSettings = Static<typeof ChangeInboxSettings>;

/** Extension: server-sent events. */
export const InboxStream = Type.String({
  description:
    'Messages `inbox` at the start and whenever it changes (data: `unread`, and `latestAt`, when the latest unread ' +
    'line was last touched), comments as heartbeats. Ends by itself after a while: reconnect.',
});
