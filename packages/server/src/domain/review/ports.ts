import type { NotificationRecord, NotificationSettingsRecord } from './records.ts';

export interface NotificationStore {
  /**
   * Adds a line to a member's inbox, or counts up the unread one of the same subject and reason. With `mailAt` a mail
   * for a new line is queued in the same step. Undefined when the person is no active member.
   */
  add(
    notification: NotificationRecord,
    mailAt: number | undefined,
  ): Promise<{ notification: NotificationRecord; isNew: boolean } | undefined>;
  find(userId: string, notificationId: string): Promise<NotificationRecord | undefined>;
  /** Latest first. `unread` leaves out what was read, done or put off past `now`. */
  list(
    userId: string,
    filter: {
      unread: boolean;
      now: number;
      limit: number;
      before?: { updatedAt: number; notificationId: string };
    },
  ): Promise<NotificationRecord[]>;
  /**
   * How many lines wait for the member now, when the latest of them was touched, and when the next one that was put
   * off comes back.
   */
  unread(
    userId: string,
    now: number,
  ): Promise<{ count: number; latestAt: number | undefined; nextAt: number | undefined }>;
  /** Undefined: the member has no such line. */
  change(
    userId: string,
    notificationId: string,
    change: Pick<NotificationRecord, 'state' | 'snoozedUntil'>,
  ): Promise<NotificationRecord | undefined>;
  /** Marks as read what was last touched at or before `before`; returns how many. */
  readAll(userId: string, before: number): Promise<number>;
  /** Marks as read all a member was told of one session. */
  readSession(userId: string, sessionId: string): Promise<number>;
  findSettings(userId: string): Promise<NotificationSettingsRecord | undefined>;
  saveSettings(settings: NotificationSettingsRecord): Promise<void>;
  /** Removes lines not touched since; unread ones only after `unreadBefore`. */
  purge(before: number, unreadBefore: number): Promise<void>;
}
