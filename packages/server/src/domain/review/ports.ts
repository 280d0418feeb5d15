import type { NotificationReason, QueueOrder, QueueTab, ReviewPolicy, ReviewState } from '@debrief/contract';
import type { Candidate, ReviewFacts } from '@debrief/review';
import type { Reader } from '../access/reader.ts';
import type { Channel } from '../mail/ports.ts';
import type { ListedSession, SessionRecord } from '../records.ts';
import type { SessionFilter } from '../session/filter.ts';
import type { AppliedPolicy } from './default-policy.ts';
import type {
  AssignmentRecord,
  AttentionRecord,
  CommentRecord,
  DiscussedThread,
  GrownSession,
  LabelRecord,
  MarkRecord,
  NotificationRecord,
  NotificationSettingsRecord,
  ReviewKey,
  ReviewRecord,
  StandingRecord,
  ThreadRecord,
  TickRecord,
} from './records.ts';

/** The session something is said about, when, and by which channels the server can tell of it. */
export interface About {
  session: Pick<SessionRecord, 'sessionId' | 'organizationId'>;
  at: number;
  channels: readonly Channel[];
}

/** The members whose inboxes are others than before. */
export interface Told {
  told: string[];
}

/** The key was used before: for the same thing, which has this id, or for something else. */
export type Replayed = { replayOf: string } | 'key_reused';

/**
 * Threads and their comments. Whatever changes something writes what it comes to in the same step. `undefined` means
 * that there is no such thread or comment, `gone` that the session was deleted meanwhile.
 */
export interface ThreadStore {
  open(
    about: About,
    thread: Omit<ThreadRecord, 'number'>,
    comment: CommentRecord,
    limits: { threads: number },
    key?: ReviewKey,
  ): Promise<(Told & { thread: DiscussedThread }) | Replayed | 'limit' | 'gone'>;
  reply(
    about: About,
    threadId: string,
    comment: Omit<CommentRecord, 'threadId'>,
    change: { state?: ThreadRecord['state'] | undefined },
    limits: { comments: number },
    key?: ReviewKey,
  ): Promise<
    (Told & { before: ThreadRecord; thread: DiscussedThread }) | Replayed | 'limit' | 'gone' | undefined
  >;
  change(
    about: About,
    threadId: string,
    change: { state?: ThreadRecord['state'] | undefined; needsAnswer?: boolean | undefined },
    by: string,
  ): Promise<(Told & { before: ThreadRecord; thread: DiscussedThread }) | 'gone' | undefined>;
  /** A body of `null` deletes the words. What was deleted is never changed again. */
  edit(
    about: About,
    commentId: string,
    change: { body: string; mentions: readonly string[] } | null,
  ): Promise<(Told & { comment: CommentRecord; changed: boolean }) | 'gone' | undefined>;
  find(sessionId: string, threadId: string): Promise<DiscussedThread | undefined>;
  findComment(sessionId: string, threadId: string, commentId: string): Promise<CommentRecord | undefined>;
  /** By number, after a number. Ends before the bodies pass `bytes`, with at least one where there is one. */
  list(
    sessionId: string,
    asked: { after: number; limit: number; bytes: number; state?: ThreadRecord['state'] | undefined },
  ): Promise<{ threads: DiscussedThread[]; more: boolean }>;
  /** Threads that changed after a version. */
  changedAfter(sessionId: string, version: number): Promise<ThreadRecord[]>;
  /** The comments of a thread that are newer than a version, or changed since. */
  commentsAfter(threadId: string, version: number): Promise<CommentRecord[]>;
}

/** Everything about the review of one session. */
export interface ReviewPicture {
  session: GrownSession;
  facts: ReviewFacts;
  standing: StandingRecord | undefined;
  reviews: ReviewRecord[];
  marks: MarkRecord[];
  ticks: TickRecord[];
  assignments: AssignmentRecord[];
}

/** What a list shows of a review. */
export interface Glance {
  session: GrownSession;
  standing: StandingRecord | undefined;
}

export interface ReviewStore {
  /** Without `readTo` the reviewer's mark is how far they have read. */
  submit(
    about: About,
    review: ReviewRecord,
    limits: { reviews: number },
    key?: ReviewKey,
  ): Promise<(Told & { review: ReviewRecord }) | Replayed | 'limit' | 'gone'>;
  /** Withdraws or dismisses. `changed` is false when it was before. */
  end(
    about: About,
    reviewId: string,
    how: { withdrawnAt: number } | { dismissedBy: string; dismissedAt: number; dismissedReason: string },
  ): Promise<(Told & { review: ReviewRecord; changed: boolean }) | 'gone' | undefined>;
  find(sessionId: string, reviewId: string): Promise<ReviewRecord | undefined>;
  /** Never lowers a mark unless `back`. */
  mark(about: About, mark: MarkRecord, back: boolean): Promise<(Told & { mark: MarkRecord }) | 'gone'>;
  /** Stored once: the same again changes nothing but what version it was. `limit`: the member has too many. */
  tick(about: About, tick: TickRecord, limits: { ticks: number }): Promise<Told | 'limit' | 'gone'>;
  untick(about: About, tick: Pick<TickRecord, 'userId' | 'kind' | 'subject'>): Promise<Told | 'gone'>;
  ticks(sessionId: string, userId: string): Promise<TickRecord[]>;
  /** How far a member has seen a session: theirs alone, and no deed. It only rises. */
  seen(sessionId: string, userId: string): Promise<number>;
  see(sessionId: string, seen: MarkRecord): Promise<number | 'gone'>;
  /** Asks a member, also one who declined before. `isNew` is false when they were asked already. */
  assign(
    about: About,
    assignment: AssignmentRecord,
    limits: { assignees: number },
  ): Promise<(Told & { assignment: AssignmentRecord; isNew: boolean }) | 'limit' | 'gone'>;
  unassign(
    about: About,
    userId: string,
  ): Promise<(Told & { assignment: AssignmentRecord }) | 'gone' | undefined>;
  decline(
    about: About,
    assignment: AssignmentRecord,
  ): Promise<(Told & { assignment: AssignmentRecord }) | 'gone'>;
  /** Undefined: no such session. */
  picture(sessionId: string): Promise<ReviewPicture | undefined>;
  standing(sessionId: string): Promise<StandingRecord | undefined>;
  /** What a list shows, for one session; a session that is gone counts as an empty one. */
  glance(sessionId: string): Promise<Glance>;
  /** The same for several at once; those that are gone are not in it. */
  glances(sessionIds: readonly string[]): Promise<Map<string, Glance>>;
  policy(organizationId: string): Promise<AppliedPolicy>;
  /**
   * Looks at sessions whose time to be looked at has come: those that have outgrown an acceptance or have another
   * author than before are to be refreshed, the others get the time of their next look. `more`: not all were looked at.
   */
  look(now: number, limit: number): Promise<{ refresh: About['session'][]; more: boolean }>;
  /** The session is over: what it has grown to is looked at next. */
  lookSoon(sessionId: string, at: number): Promise<void>;
  /** Works out anew what the facts come to. */
  refresh(about: About): Promise<Told | 'gone'>;
  /** Organizations whose policy names default reviewers or has a rotation. */
  withReviewersToAsk(): Promise<{ organizationId: string; policy: AppliedPolicy; since: number }[]>;
  /** Quiet sessions that arrived since then, whose default reviewers have not been asked yet; latest first. */
  toAsk(
    organizationId: string,
    asked: { since: number; now: number; limit: number; after: AskedTo | undefined },
  ): Promise<{ sessions: ListedSession[]; next: AskedTo | undefined }>;
  /** Asks them, once for a session; `asked` are those who had not been. Somebody else may have been faster. */
  askByPolicy(
    about: About,
    assignments: readonly AssignmentRecord[],
  ): Promise<(Told & { asked: string[] }) | 'gone'>;
  /** Also puts every session into the part of the queue where it belongs by the new rules. */
  setPolicy(organizationId: string, policy: ReviewPolicy, how: { by: string; at: number }): Promise<void>;
}

/** How far sessions have been looked at whether their default reviewers are to be asked. */
export interface AskedTo {
  waitingSince: number;
  sessionId: string;
}

/** Whose turn it is, and when that is asked. */
export interface Turn {
  organizationId: string;
  userId: string;
  now: number;
  /** What the member may not read is not there; absent where everybody reads everything. */
  reader?: Reader | undefined;
}

/** Which sessions of the queue, for whom, and in which order. */
export interface QueueFilter extends Turn {
  /** With `turn` what waits for the member. */
  tab: QueueTab;
  order: QueueOrder;
  policy: AppliedPolicy;
  state?: ReviewState | undefined;
  /** `null`: nobody. */
  assignee?: string | null | undefined;
  /** What the list of sessions is filtered by. */
  sessions?: SessionFilter | undefined;
  /** Only what this member may be handed: of somebody else, reserved by nobody, neither declined nor judged by them. */
  forTaking?: boolean;
  after?: QueuePosition | undefined;
  limit: number;
}

/** By risk there are two parts: sessions in which something was found, then the others, which have a risk of 0. */
export interface QueuePosition {
  /** 0 in every other order. */
  risk: number;
  since: number;
  sessionId: string;
}

export interface QueuedSession {
  session: ListedSession;
  waitingSince: number;
  position: QueuePosition;
}

export interface QueueStore {
  /** Waiting longest first, shortest first (`newest`), or by risk, and within the same risk waiting longest first. */
  list(filter: QueueFilter): Promise<QueuedSession[]>;
  attention(sessionIds: readonly string[]): Promise<Map<string, AttentionRecord[]>>;
  /** What the member holds now, taken last first. */
  held(member: Turn & { limit: number }): Promise<QueuedSession[]>;
  /** Which of these the member has ever opened. */
  opened(userId: string, sessionIds: readonly string[]): Promise<Set<string>>;
  /** How many of the newest 2 000 sessions since then the policy asks nobody to read; cost in millionths of a dollar. */
  settled(asked: {
    organizationId: string;
    policy: AppliedPolicy;
    now: number;
    since: number;
  }): Promise<{ sessions: number; cost: number }>;
  /** How many sessions wait for a member, counted up to a limit; with what they hold where it is asked for. */
  turns(member: Turn & { withHeld?: boolean }, limit: number): Promise<number>;
  /** Of several who try at once one gets it. False: somebody has it. */
  reserve(about: Pick<About, 'session' | 'at'>, userId: string, until: number): Promise<boolean>;
  /** False when the member does not hold it. */
  release(about: Pick<About, 'session' | 'at'>, userId: string): Promise<boolean>;
}

export interface RotationStore {
  /** What the members of an organization have to do, how often rotation has asked them, and who is away. */
  loads(organizationId: string, now: number): Promise<Map<string, Omit<Candidate, 'userId'>>>;
  /** Who was asked about a session before, and who knows how many of the files it changed. */
  about(
    session: Pick<SessionRecord, 'sessionId' | 'organizationId' | 'repository' | 'repoRoot'>,
  ): Promise<{ askedBefore: string[]; declined: string[]; knows: Map<string, number> }>;
  /** Of these sessions those that rotation has asked the member about, with the reason as it is kept. */
  whys(userId: string, sessionIds: readonly string[]): Promise<Map<string, string>>;
}

export interface LabelStore {
  /** `there`: it had it before. `gone`: the session was deleted. */
  add(label: LabelRecord, most: number): Promise<'added' | 'there' | 'limit' | 'gone'>;
  /** False when it did not have it. */
  remove(sessionId: string, label: string): Promise<boolean>;
  /** By session, each by name; those without any are not in it. */
  of(sessionIds: readonly string[]): Promise<Map<string, string[]>>;
  list(organizationId: string, limit: number): Promise<{ label: string; sessions: number }[]>;
}

export interface NotificationStore {
  /**
   * Tells a member something that is no deed about a session; one that is there already counts up, and is unread again.
   * What deeds about sessions come to is written with them (`store/review/line.ts`). Undefined when the person is no
   * active member.
   */
  add(
    notification: NotificationRecord,
    channels: readonly Channel[],
  ): Promise<NotificationRecord | undefined>;
  find(userId: string, notificationId: string): Promise<NotificationRecord | undefined>;
  /** The latest that the member was told of a subject for a reason. */
  told(
    userId: string,
    about: Pick<NotificationRecord, 'subjectId' | 'reason'>,
  ): Promise<NotificationRecord | undefined>;
  /** Those of the member that are there, latest first. */
  findAll(userId: string, notificationIds: readonly string[]): Promise<NotificationRecord[]>;
  /** Latest first. `unread` leaves out what was read, done or put off past `now`. */
  list(
    userId: string,
    filter: {
      unread: boolean;
      now: number;
      limit: number;
      before?: { updatedAt: number; notificationId: string };
      /** Reasons the member wants to hear nothing of. */
      hidden?: readonly NotificationReason[];
      /** Lines about sessions they may not read are left out. */
      reader?: Reader | undefined;
    },
  ): Promise<NotificationRecord[]>;
  /**
   * How many lines wait for the member now, when the latest of them was touched, and when the next one that was put
   * off comes back.
   */
  unread(
    userId: string,
    now: number,
    hidden?: readonly NotificationReason[],
    reader?: Reader,
  ): Promise<{ count: number; latestAt: number | undefined; nextAt: number | undefined }>;
  /** Undefined: the member has no such line. */
  change(
    userId: string,
    notificationId: string,
    change: Pick<NotificationRecord, 'state' | 'snoozedUntil'>,
  ): Promise<NotificationRecord | undefined>;
  /** Marks as read what was last touched at or before `before`; returns how many. */
  readAll(userId: string, before: number, reader?: Reader): Promise<number>;
  /** Marks as read what a member was told of these threads of a session, or of the session besides its threads. */
  readSession(userId: string, sessionId: string, threadIds?: readonly string[]): Promise<number>;
  findSettings(userId: string): Promise<NotificationSettingsRecord | undefined>;
  saveSettings(settings: NotificationSettingsRecord): Promise<void>;
  /** Removes lines not touched since, but none that waits for somebody; those without a cause that are unread only after `unreadBefore`. */
  purge(before: number, unreadBefore: number): Promise<void>;
}
