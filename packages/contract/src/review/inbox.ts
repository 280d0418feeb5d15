import { type Static, Type } from 'typebox';
import { choice, cursor, id, instant, nextCursor, timestamp } from '../field.ts';

/** Why a member is told something. `author` and `claim` are about a machine, `endpoint` is about a webhook, `data_asked` and `data_answered` are about a request to delete what is stored of a member, `lesson_offered` is about the organization, all others are about a session. */
export const notificationReasons = [
  'assigned',
  'asked',
  'mentioned',
  'replied',
  'follow_up',
  'answered',
  'accepted',
  'noted',
  'dismissed',
  'declined',
  'outgrown',
  'author',
  'rule',
  'claim',
  'access',
  'shared',
  'endpoint',
  'data_asked',
  'data_answered',
  'lesson_offered',
] as const;
export const NotificationReason = choice(notificationReasons);
export type NotificationReason = Static<typeof NotificationReason>;

export const NotificationState = choice(['unread', 'read', 'done']);
export type NotificationState = Static<typeof NotificationState>;

/** Extension: one line of a member's inbox. It is there as long as what it tells of. */
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
  sessionId: Type.Optional(
    id('`ses_…` that the member looks at: only what was told of it, besides its threads.'),
  ),
  threadIds: Type.Optional(
    Type.Array(id('`thr_…`'), {
      minItems: 1,
      maxItems: 100,
      description: 'Threads of the session that the member looks at: only what was told of these.',
    }),
  ),
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

const timeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Such as `22:00`.',
});

/** May go past midnight. */
export const QuietHours = Type.Object({ from: timeOfDay, to: timeOfDay });
export type QuietHours = Static<typeof QuietHours>;

export const InboxSettings = Type.Object({
  outlets: Outlets,
  digest: Type.Boolean({ description: 'One mail a day with what is unread and was not mailed.' }),
  monday: Type.Boolean({
    description: 'One mail on Mondays with what changed in the organization, in the words of Insights.',
  }),
  timeZone: Type.String({
    description: 'IANA name; quiet hours, the digest and the mail on Mondays go by it.',
  }),
  quietHours: Type.Union([QuietHours, Type.Null()], { description: 'When nothing is mailed.' }),
  awayUntil: Type.Union([timestamp, Type.Null()], {
    description: 'Until then the member is away: rotation asks others.',
  }),
  sendsMail: Type.Boolean({ description: 'False when this server cannot send mail.' }),
});
export type InboxSettings = Static<typeof InboxSettings>;

export const ChangeInboxSettings = Type.Object({
  outlets: Type.Optional(Outlets),
  digest: Type.Optional(Type.Boolean()),
  monday: Type.Optional(Type.Boolean()),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  quietHours: Type.Optional(Type.Union([QuietHours, Type.Null()])),
  awayUntil: Type.Optional(
    Type.Union([instant, Type.Null()], { description: 'In the future, by a year at most; null: not away.' }),
  ),
});
export type ChangeInboxSettings = Static<typeof ChangeInboxSettings>;

/** Extension: server-sent events. */
export const InboxStream = Type.String({
  description:
    'Messages `inbox` at the start and whenever it changes (data: `unread`, and `latestAt`, when the latest unread ' +
    'line was last touched), `left` before it ends with the membership, comments as heartbeats. Ends by itself after a while: reconnect.',
});
