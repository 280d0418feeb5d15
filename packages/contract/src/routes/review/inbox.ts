import { Type } from 'typebox';
import { id } from '../../field.ts';
import {
  ChangeInboxSettings,
  ChangeNotification,
  InboxPage,
  InboxSettings,
  InboxStream,
  ListInbox,
  NotificationAnswer,
  ReadAnswer,
  ReadInbox,
} from '../../review/inbox.ts';
import { type Route, route } from '../../route.ts';

const inbox = '/v1/organizations/me/inbox';

/** Extensions: what the signed-in member is told. Nobody sees another member's inbox, whatever their role. */
export const inboxRoutes = {
  listInbox: route({
    method: 'GET',
    path: inbox,
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    terminal: true,
    summary: 'What waits for the member, latest first',
    query: ListInbox,
    responses: { 200: InboxPage },
    errors: ['invalid_cursor'],
  }),
  changeNotification: route({
    method: 'PATCH',
    path: `${inbox}/{notificationId}`,
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Mark a line as read, done or unread, or put it off',
    params: Type.Object({ notificationId: id('`ntf_…`') }),
    body: ChangeNotification,
    responses: { 200: NotificationAnswer },
    errors: ['notification_not_found'],
  }),
  readInbox: route({
    method: 'POST',
    path: `${inbox}/read`,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Mark as read everything, everything up to a moment, or what was told of what one looks at',
    body: ReadInbox,
    responses: { 200: ReadAnswer },
    errors: [],
  }),
  streamInbox: route({
    method: 'GET',
    path: `${inbox}/stream`,
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'How much is unread, as server-sent events',
    contentType: 'text/event-stream',
    responses: { 200: InboxStream },
    errors: [],
  }),
  getInboxSettings: route({
    method: 'GET',
    path: `/v1/organizations/me/notification-settings`,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Where the member wants to be told what',
    responses: { 200: InboxSettings },
    errors: [],
  }),
  changeInboxSettings: route({
    method: 'PATCH',
    path: `/v1/organizations/me/notification-settings`,
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Choose where to be told what',
    body: ChangeInboxSettings,
    responses: { 200: InboxSettings },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
