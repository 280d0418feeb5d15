import { type Static, Type } from 'typebox';
import { asIs, choice, id, prose, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { AskedTicks } from './policy.ts';
import { Tick } from './tick.ts';

export const ReviewOutcome = choice(['accepted', 'follow_up', 'noted']);
export type ReviewOutcome = Static<typeof ReviewOutcome>;

/** Where the review of a session stands; worked out from what people did, by `packages/review`. */
export const ReviewState = choice([
  'follow_up',
  'accepted',
  'outgrown',
  'in_review',
  'not_needed',
  'unreviewed',
]);
export type ReviewState = Static<typeof ReviewState>;

/** Why somebody is expected to act. */
export const AttentionReason = choice([
  'assigned',
  'answer',
  'follow_up',
  'answered',
  'outgrown',
  'mentioned',
]);
export type AttentionReason = Static<typeof AttentionReason>;

const ticked = (what: string) =>
  Type.Optional(
    Type.Object(
      { ticked: Type.Integer({ minimum: 0 }), of: Type.Integer({ minimum: 1 }) },
      { description: `${what} Absent where there was none, or it was not known.` },
    ),
  );

/** One member's judgement of a session up to a sequence. */
export const Review = Type.Object({
  reviewId: id('`rev_…`'),
  sessionId: id('`ses_…`'),
  reviewerId: id('`usr_…`'),
  outcome: ReviewOutcome,
  throughSequence: Type.Integer({ minimum: 0 }),
  body: Type.Optional(Type.String({ description: 'Markdown.' })),
  self: Type.Boolean({ description: "True for the author's own." }),
  rests: Type.Optional(
    Type.Object(
      {
        readTo: Type.Integer({ minimum: 0, description: 'How far the reviewer had read.' }),
        of: Type.Integer({ minimum: 0, description: 'The last sequence that mattered then.' }),
        files: ticked('How many of the changed files the reviewer had ticked as read.'),
        claims: ticked('How many of the claims the reviewer had ticked as checked.'),
      },
      { description: 'What it rests on. Absent for those from before 18 November 2026.' },
    ),
  ),
  unread: Type.Optional(
    Type.Boolean({
      description:
        'Accepted further than the reviewer had read, and not every file and claim was ticked either.',
    }),
  ),
  notMine: Type.Optional(
    Type.Boolean({ description: 'The reviewer said that somebody else ran it, when nobody knew who had.' }),
  ),
  createdAt: timestamp,
  withdrawnAt: Type.Optional(timestamp),
  dismissed: Type.Optional(
    Type.Object({ by: id('`usr_…`'), at: timestamp, reason: Type.String() }, { description: 'By an admin.' }),
  ),
});
export type Review = Static<typeof Review>;

/** How far a member says that they have reviewed it. */
export const Mark = Type.Object({
  userId: id('`usr_…`'),
  throughSequence: Type.Integer({ minimum: 0 }),
  updatedAt: timestamp,
});
export type Mark = Static<typeof Mark>;

/** A member who is asked to review. */
export const Assignment = Type.Object({
  userId: id('`usr_…`'),
  assignedBy: Type.String({ description: '`usr_…`, or `policy` for a default reviewer and by rotation.' }),
  createdAt: timestamp,
  declinedAt: Type.Optional(timestamp),
  note: Type.Optional(Type.String({ description: 'What the member said when declining.' })),
  why: Type.Optional(
    Type.String({ description: 'Asked by rotation: a sentence that says why it was this member.' }),
  ),
});
export type Assignment = Static<typeof Assignment>;

/** `next` handed the session to a member, who has it to themselves for a while. */
export const Reservation = Type.Object({ userId: id('`usr_…`'), until: timestamp });
export type Reservation = Static<typeof Reservation>;

export const Attention = Type.Object({ userId: id('`usr_…`'), reason: AttentionReason, since: timestamp });
export type Attention = Static<typeof Attention>;

/** What lists show of a session's review. */
export const ReviewStanding = Type.Object({
  state: ReviewState,
  acceptedTo: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'With `accepted` and `outgrown`: how far enough have accepted.',
    }),
  ),
  since: Type.Optional(
    Type.Integer({ minimum: 1, description: 'With `outgrown`: how many sequences have come since.' }),
  ),
  threads: Type.Integer({ minimum: 0 }),
  openThreads: Type.Integer({ minimum: 0 }),
});
export type ReviewStanding = Static<typeof ReviewStanding>;

/** Everything about the review of one session but the words of its threads. */
export const SessionReviewDetail = Type.Object({
  sessionId: id('`ses_…`'),
  ...ReviewStanding.properties,
  authorUserId: Type.Optional(id('`usr_…`')),
  material: Type.Integer({
    minimum: 0,
    description:
      'The last sequence that matters: a prompt, a reply, a call, an edit, an error. 0 while nothing has been read.',
  }),
  needed: Type.Integer({ minimum: 1, description: 'How many members have to accept.' }),
  asksTicks: Type.Optional({
    ...AskedTicks,
    description: 'What the policy wants to be ticked before anybody accepts, in per cent.',
  }),
  lacksAuthor: Type.Optional(
    Type.Boolean({
      description:
        'The policy wants somebody else to accept, and nobody is known as the author: it cannot be accepted until somebody is.',
    }),
  ),
  reviews: Type.Array(Review, { description: 'Oldest first, also those that no longer stand.' }),
  marks: Type.Array(Mark),
  ticks: Type.Array(Tick, { description: 'Files and claims that members say to have read and checked.' }),
  assignments: Type.Array(Assignment),
  reservation: Type.Optional(Reservation),
  attention: Type.Array(Attention, { description: 'Who is expected to act now, longest waiting first.' }),
  version: Type.Integer({ minimum: 0, description: 'Grows with everything that is said about the session.' }),
});
export type SessionReviewDetail = Static<typeof SessionReviewDetail>;

export const ReviewDetailAnswer = Type.Object({
  review: SessionReviewDetail,
  seen: Type.Integer({ minimum: 0, description: 'How far you have seen it. Nobody else is told.' }),
});
export type ReviewDetailAnswer = Static<typeof ReviewDetailAnswer>;

export const SubmitReview = Type.Object({
  outcome: ReviewOutcome,
  throughSequence: Type.Integer({ minimum: 0, description: 'At most the number of events.' }),
  body: Type.Optional(prose(limits.reviewBody, 'Markdown.')),
  readTo: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How far you have read, which the judgement then says. Default: your mark.',
    }),
  ),
  notMine: Type.Optional(
    Type.Boolean({
      description:
        'You say that it was not you who ran the session. Asked (409 `author_unknown`) before a session without an author is judged, where the policy wants somebody else to.',
    }),
  ),
  asIs,
});
export type SubmitReview = Static<typeof SubmitReview>;

export const ReviewAnswer = Type.Object({ review: Review });
export type ReviewAnswer = Static<typeof ReviewAnswer>;

export const DismissReview = Type.Object({ reason: text(limits.reason, { min: 1 }) });
export type DismissReview = Static<typeof DismissReview>;

export const SetMark = Type.Object({
  throughSequence: Type.Integer({ minimum: 0 }),
  back: Type.Optional(
    Type.Boolean({ description: 'True takes a mark back; otherwise a lower one changes nothing.' }),
  ),
});
export type SetMark = Static<typeof SetMark>;

export const MarkAnswer = Type.Object({ mark: Mark });
export type MarkAnswer = Static<typeof MarkAnswer>;

export const SetSeen = Type.Object({ throughSequence: Type.Integer({ minimum: 0 }) });
export type SetSeen = Static<typeof SetSeen>;

export const SeenAnswer = Type.Object({ seen: Type.Integer({ minimum: 0 }) });
export type SeenAnswer = Static<typeof SeenAnswer>;

export const AssignmentAnswer = Type.Object({ assignment: Assignment });
export type AssignmentAnswer = Static<typeof AssignmentAnswer>;

export const DeclineAssignment = Type.Object({
  note: Type.Optional(text(limits.reason)),
});
export type DeclineAssignment = Static<typeof DeclineAssignment>;
