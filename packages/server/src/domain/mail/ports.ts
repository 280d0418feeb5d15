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

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  /** Whoever gets the same mail twice sees it once. */
  messageId?: string;
  /** What mail programs group by. */
  references?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Resolves when the mail server has taken it. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Mails that are to be sent, by whichever server comes first. */
export interface MailQueueStore {
  /** Those that are due and that nobody is at, the longest due first. */
  due(now: number, limit: number): Promise<string[]>;
  /** For this caller alone until `until`; undefined when another was faster. */
  claim(mailId: string, now: number, until: number): Promise<QueuedMail | undefined>;
  end(mailId: string, outcome: 'sent' | 'cancelled' | 'failed', at: number): Promise<void>;
  postpone(mailId: string, dueAt: number): Promise<void>;
  /**
   * A digest named after `day` for every member who wants digests and has unread lines touched between `from` and `to`
   * that have no mail of their own. At most one for a member and a day.
   */
  addDigests(day: string, from: number, to: number): Promise<void>;
  /** The lines a digest is about. */
  digestLines(userId: string, from: number, to: number, limit: number): Promise<string[]>;
  /** Removes what ended before. */
  purge(before: number): Promise<void>;
}
