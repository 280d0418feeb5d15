import type {
  Anchor,
  AttentionReason,
  NotificationReason,
  ReviewOutcome,
  ThreadState,
  TickKind,
} from '@debrief/contract';

/** What people said about a session and what they are told of it, as the store keeps it. Times are epoch milliseconds. */

export interface ThreadRecord {
  threadId: string;
  sessionId: string;
  organizationId: string;
  /** Counts from 1 in each session. */
  number: number;
  anchor: Anchor;
  state: ThreadState;
  needsAnswer: boolean;
  openedBy: string;
  resolvedBy: string | null;
  resolvedAt: number | null;
  commentCount: number;
  createdAt: number;
  updatedAt: number;
}

export interface CommentRecord {
  commentId: string;
  threadId: string;
  writtenBy: string;
  /** Empty once it is deleted. */
  body: string;
  mentions: readonly string[];
  createdAt: number;
  editedAt: number | null;
  deletedAt: number | null;
  /** A program wrote it for the member. */
  byAgent: boolean;
}

/** A thread with its comments, or with some of them. */
export type DiscussedThread = ThreadRecord & { comments: CommentRecord[] };

export interface ReviewRecord {
  reviewId: string;
  sessionId: string;
  organizationId: string;
  reviewerId: string;
  outcome: ReviewOutcome;
  throughSequence: number;
  body: string | null;
  /** How far the reviewer had read; not known of those from before that was asked. */
  readTo: number | null;
  /** The last sequence that mattered then. */
  material: number | null;
  /** Changed files and claims, and how many of them the reviewer had ticked; not known of some. */
  filesTicked: number | null;
  filesOf: number | null;
  claimsTicked: number | null;
  claimsOf: number | null;
  /** The author's own, as far as was known then. */
  isOwn: boolean;
  /** The reviewer said that somebody else ran the session, of which nobody knew who did. */
  isOthers: boolean;
  createdAt: number;
  withdrawnAt: number | null;
  dismissedBy: string | null;
  dismissedAt: number | null;
  dismissedReason: string | null;
}

export interface MarkRecord {
  userId: string;
  throughSequence: number;
  updatedAt: number;
}

export interface TickRecord {
  userId: string;
  kind: TickKind;
  /** A path, or the name of a claim. */
  subject: string;
  /** What it was when it was ticked. */
  version: string;
  tickedAt: number;
}

export interface AssignmentRecord {
  sessionId: string;
  userId: string;
  organizationId: string;
  /** A member, or `policy`. */
  assignedBy: string;
  createdAt: number;
  declinedAt: number | null;
  note: string | null;
  /** JSON: asked by rotation, why it was this member. */
  why: string | null;
}

/** A word of the team on a session. */
export interface LabelRecord {
  sessionId: string;
  label: string;
  organizationId: string;
  labelledBy: string;
  labelledAt: number;
}

export interface AttentionRecord {
  userId: string;
  reason: AttentionReason;
  since: number;
}

/** What the facts of a session come to; absent for a session nobody has said anything about. */
export interface StandingRecord {
  /** Grows with everything that is said about the session. */
  version: number;
  threads: number;
  openThreads: number;
  followUps: number;
  ownFollowUp: number;
  accepted: readonly number[];
  acceptedWithOwn: readonly number[];
  isBegun: number;
  reservedBy: string | null;
  reservedUntil: number | null;
}

/** A session that expected something of a member who has left. */
export interface ReleasedSession {
  sessionId: string;
  /** They were to review it. */
  wasAsked: boolean;
}

/** A key that a client sent with something new, and what came of it. */
export interface ReviewKey {
  keyHash: string;
  fingerprint: string;
}

/** The session as the state of its review depends on it. */
export interface GrownSession {
  organizationId: string;
  status: string;
  authorUserId: string | null;
  repository: string | null;
  repoRoot: string | null;
  endedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** The last sequence that matters. */
  material: number;
  edits: number;
  highFindings: number;
  mediumFindings: number;
  /** From 0 to 1, always the same for the session. */
  draw: number;
  reviewDone: number;
  /** 1 when somebody has begun with its review, so that it is in the queue although it was imported. */
  reviewBegun: number;
  /** 1 when everything that was sent has been read. */
  isFolded: number;
}

/** A line of a member's inbox. It is there as long as its cause; read or not is its reader's own. */
export interface NotificationRecord {
  notificationId: string;
  organizationId: string;
  userId: string;
  reason: NotificationReason;
  /** What was done; `told` where it is no deed about a session. */
  cause: string;
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
  /** Whether they want the mail on Mondays. */
  monday: number;
  /** An IANA name; UTC while the member has not said. */
  timeZone: string | null;
  /** Minutes of the day from and to which nothing is sent. */
  quietFrom: number | null;
  quietTo: number | null;
  /** They are away until then. */
  awayUntil: number | null;
  updatedAt: number;
}
