import type {
  AssignmentRecord,
  AttentionRecord,
  CommentRecord,
  LabelRecord,
  MarkRecord,
  ReviewKey,
  ReviewRecord,
  StandingRecord,
  ThreadRecord,
  TickRecord,
} from '../../domain/review/records.ts';

/** Lists and anchors are JSON text; PostgreSQL hands its own kind of JSON back as it is. */
export type JsonText = string;

/** The tables of what people say about sessions. */
export interface ReviewDatabase {
  reviewStandings: Omit<StandingRecord, 'accepted' | 'acceptedWithOwn'> & {
    sessionId: string;
    organizationId: string;
    authorUserId: string | null;
    lastThread: number;
    accepted: JsonText;
    acceptedWithOwn: JsonText;
    lookedTo: number;
    lookAt: number | null;
    askedByPolicy: number;
    /** What only tells and is older was told before there were lines with causes. */
    toldFrom: number;
  };
  attention: AttentionRecord & { sessionId: string; organizationId: string };
  threads: Omit<ThreadRecord, 'anchor' | 'needsAnswer'> & {
    anchor: JsonText;
    needsAnswer: number;
    lastCommentBy: string;
    lastCommentAt: number;
    version: number;
  };
  comments: Omit<CommentRecord, 'mentions' | 'byAgent'> & {
    byAgent: number;
    sessionId: string;
    number: number;
    mentions: JsonText;
    version: number;
  };
  threadMentions: {
    threadId: string;
    userId: string;
    sessionId: string;
    commentId: string;
    at: number;
    isAnswered: number;
  };
  reviews: Omit<ReviewRecord, 'isOwn' | 'isOthers'> & { isOwn: number; isOthers: number };
  marks: MarkRecord & { sessionId: string };
  seen: MarkRecord & { sessionId: string };
  /** `name` is a digest of kind and subject: a path can be longer than what an index takes. */
  ticks: TickRecord & { sessionId: string; name: string };
  assignments: AssignmentRecord;
  reviewKeys: ReviewKey & { organizationId: string; sessionId: string; targetId: string };
  sessionLabels: LabelRecord;
  reviewPolicies: { organizationId: string; policy: JsonText; updatedBy: string; updatedAt: number };
}

export const fromJson = <Value>(value: JsonText | Value): Value =>
  typeof value === 'string' ? (JSON.parse(value) as Value) : value;
