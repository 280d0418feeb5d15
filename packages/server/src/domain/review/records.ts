import type { NotificationReason } from '@debrief/contract';

/** Something a member is told, once for a subject and a reason while they have not read it. */
export interface NotificationRecord {
  notificationId: string;
  organizationId: string;
  userId: string;
  reason: NotificationReason;
  /** The session or the environment it is about. */
  subjectId: string;
  sessionId: string | null;
  environmentId: string | null;
  threadId: string | null;
  commentId: string | null;
  /** Who did it last; nobody when it came by itself. */
  byUserId: string | null;
  /** How often it happened since it was last read. */
  count: number;
  state: 'unread' | 'read' | 'done';
  snoozedUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface NotificationSettingsRecord {
  userId: string;
  organizationId: string;
  /** JSON: where a reason goes, as far as the member chose. */
  outlets: string;
  digest: number;
  updatedAt: number;
}

/** A mail that is to be sent. A notification's has its id; a digest's names the member and the day. */
export interface QueuedMail {
  mailId: string;
  organizationId: string;
  userId: string;
  kind: 'notification' | 'digest';
  dueAt: number;
  attempts: number;
  claimedUntil: number;
  outcome: 'sent' | 'cancelled' | 'failed' | null;
  endedAt: number | null;
}
