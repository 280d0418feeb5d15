import type { Reader } from '../access/reader.ts';

/** How what is due reaches somebody outside the inbox. Another way is another name here and somebody who sends it. */
export type Channel = 'mail';

/** What was done may be seen in the inbox for so long before anything is sent because of it. */
export const dueAfter = 10 * 60_000;

/** A line of the inbox that is to be sent by a channel, if it still stands when it is. */
export interface DueNotice {
  notificationId: string;
  channel: Channel;
  organizationId: string;
  userId: string;
  dueAt: number;
  /** `inbox`: when it was due its reader wanted it nowhere else. */
  outcome: 'sent' | 'inbox' | 'over' | 'failed' | null;
  endedAt: number | null;
}

/** What a channel remembers of a member. */
export interface Recipient {
  userId: string;
  channel: Channel;
  organizationId: string;
  lastSentAt: number;
  /** Failures since something was last sent. */
  attempts: number;
  heldUntil: number;
  claimedUntil: number;
  /** The day of the last digest by the member's clock, or empty. */
  digestDay: string;
  /** The Monday they were last written to about, or empty. */
  mondayDay: string;
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

/** Whom something may be sent to. */
export interface WaitingMember {
  userId: string;
  organizationId: string;
}

/** What is to be sent, by whichever server comes first. */
export interface OutletStore {
  /** Members for whom something is due, by their id after `after`; not those somebody is at, or who are held. */
  waiting(now: number, page: { after: string; limit: number }): Promise<WaitingMember[]>;
  /** For this caller alone until `until`; undefined when another was faster. */
  claim(person: WaitingMember, now: number, until: number): Promise<Recipient | undefined>;
  /** Ends the claim; what is given is remembered. */
  release(
    userId: string,
    change: Partial<Pick<Recipient, 'lastSentAt' | 'attempts' | 'heldUntil' | 'digestDay' | 'mondayDay'>>,
  ): Promise<void>;
  /** Everything that is not sent yet, due or not; the oldest first. */
  open(userId: string): Promise<DueNotice[]>;
  end(
    notificationIds: readonly string[],
    outcome: NonNullable<DueNotice['outcome']>,
    at: number,
  ): Promise<void>;
  /** Not before then. */
  postpone(notificationIds: readonly string[], dueAt: number): Promise<void>;
  /**
   * Members with unread lines since `from` that have no mail of their own and who want digests, with the day of their
   * last one, by their id after `after`.
   */
  undigested(
    from: number,
    page: { after: string; limit: number },
  ): Promise<(WaitingMember & { digestDay: string })[]>;
  /** The lines a digest is about, latest first: touched from `from` to before `to`, unread, and not sent by themselves. */
  digestLines(
    userId: string,
    span: { from: number; to: number; now: number; reader: Reader | undefined; limit: number },
  ): Promise<string[]>;
  /** Members who want the mail on Mondays, with the Monday they were last written to about, by their id after `after`. */
  mondays(page: { after: string; limit: number }): Promise<(WaitingMember & { mondayDay: string })[]>;
  /** Removes what ended before. */
  purge(before: number): Promise<void>;
}
