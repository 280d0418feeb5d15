/** What people did about a session. Stored once; everything else here is worked out from it. */

export const outcomes = ['accepted', 'follow_up', 'noted'] as const;
export type Judgement = (typeof outcomes)[number];

/** One member's judgement of a session up to a sequence. */
export interface Review {
  reviewId: string;
  reviewerId: string;
  outcome: Judgement;
  throughSequence: number;
  createdAt: number;
  withdrawnAt?: number | undefined;
  dismissedAt?: number | undefined;
  dismissedBy?: string | undefined;
}

/** How far a member has read. */
export interface Mark {
  userId: string;
  throughSequence: number;
  /** When it was last set, also to where it was. */
  at: number;
}

/** A member says to have read a changed file, or checked a claim. */
export interface Tick {
  userId: string;
}

/** A member who is asked to review. */
export interface Assignment {
  userId: string;
  /** Who asked: a member, themselves, or `policy`. */
  assignedBy?: string | undefined;
  createdAt: number;
  declinedAt?: number | undefined;
}

export interface Mention {
  userId: string;
  at: number;
  /** The comment it is in, and who wrote that. */
  commentId?: string | undefined;
  by?: string | undefined;
  /** Whether the member has written in the thread since. */
  isAnswered: boolean;
}

/** What a discussion comes to. */
export interface Thread {
  threadId: string;
  /** The event it belongs to; 0 is the session as a whole. */
  sequence: number;
  isOpen: boolean;
  resolvedAt?: number | undefined;
  /** Whoever opened it wants to hear from the author. */
  needsAnswer: boolean;
  openedBy: string;
  /** Of the comments that are still there. */
  lastCommentBy: string;
  lastCommentAt: number;
  /** Everybody who has a comment in it. */
  writers?: readonly string[];
  mentions: readonly Mention[];
}

export interface SessionFacts {
  /** The member whose machine ran the session; unclaimed machines have none. */
  authorId?: string | undefined;
  /** The last sequence that matters: a prompt, a reply, a call, an edit, an error. Bookkeeping does not. */
  lastMaterial: number;
  /** When that last changed. */
  lastMaterialAt: number;
  /** How far it had grown when it was last closed or silent for an hour. */
  quietTo: number;
  /** Changes of files, also several of one. */
  edits: number;
  highFindings: number;
  mediumFindings?: number | undefined;
  /** What its repository is called: by its remote, and by the folder on its machine. */
  repositories?: readonly string[] | undefined;
  /** It was over long before it arrived: somebody imported it. */
  isHistory?: boolean | undefined;
  /** A number from 0 to 1 that is always the same for the session. */
  draw: number;
}

export interface ReviewFacts {
  session: SessionFacts;
  /** People who are members no longer. What they said counts; nothing is expected of them. */
  left?: ReadonlySet<string>;
  reviews: readonly Review[];
  marks: readonly Mark[];
  ticks?: readonly Tick[];
  assignments: readonly Assignment[];
  threads: readonly Thread[];
}
