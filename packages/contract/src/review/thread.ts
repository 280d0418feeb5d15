import { type Static, Type } from 'typebox';
import { asIs, choice, cursor, id, nextCursor, printable, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** What of an entry is meant. */
export const AnchorPart = choice(['text', 'input', 'output', 'change']);
export type AnchorPart = Static<typeof AnchorPart>;

/** Where in a session a thread belongs. The words themselves are not copied: the log never changes, so places do not drift. */
export const Anchor = Type.Object({
  sequence: Type.Integer({ minimum: 0, description: 'The event; 0 is the session as a whole.' }),
  entry: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}(\\.[0-9]{1,9})?$',
      description: 'Id of the entry of the transcript, such as `412.1`.',
    }),
  ),
  part: Type.Optional(AnchorPart),
  path: Type.Optional({ ...printable(limits.path), description: 'A file that the session changed.' }),
  line: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Line of that file.' })),
  range: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), {
      minItems: 2,
      maxItems: 2,
      description: `From and to (exclusive) in UTF-16 units of that part, at most ${limits.anchorRange} apart.`,
    }),
  ),
});
export type Anchor = Static<typeof Anchor>;

export const ThreadState = choice(['open', 'resolved']);
export type ThreadState = Static<typeof ThreadState>;

export const Comment = Type.Object({
  commentId: id('`cmt_…`'),
  threadId: id('`thr_…`'),
  writtenBy: id('`usr_…`'),
  body: Type.String({
    description:
      'Markdown. A member is mentioned by `@` and the user id, `@usr_…`. Empty once the comment is deleted.',
  }),
  mentions: Type.Array(id('`usr_…`'), { description: 'Members whom the body mentions.' }),
  createdAt: timestamp,
  editedAt: Type.Optional(timestamp),
  deletedAt: Type.Optional(timestamp),
  byAgent: Type.Optional(
    Type.Boolean({ description: 'A program wrote it for the member, with their token or over MCP.' }),
  ),
});
export type Comment = Static<typeof Comment>;

export const Thread = Type.Object({
  threadId: id('`thr_…`'),
  sessionId: id('`ses_…`'),
  number: Type.Integer({ minimum: 1, description: 'Counts from 1 in each session; links name it: `#t3`.' }),
  anchor: Anchor,
  state: ThreadState,
  needsAnswer: Type.Boolean({ description: 'Whoever opened it wants to hear from the author.' }),
  openedBy: id('`usr_…`'),
  createdAt: timestamp,
  updatedAt: timestamp,
  resolvedBy: Type.Optional(id('`usr_…`')),
  resolvedAt: Type.Optional(timestamp),
  commentCount: Type.Integer({ minimum: 1 }),
  comments: Type.Array(Comment, {
    description: 'Oldest first. In a message of the stream only those that are new or changed.',
  }),
});
export type Thread = Static<typeof Thread>;

export const ListThreads = Type.Object({
  state: Type.Optional(ThreadState),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.threadsPage.default}; more than ${limits.threadsPage.max} is clamped.`,
    }),
  ),
  cursor: Type.Optional(cursor),
});
export type ListThreads = Static<typeof ListThreads>;

export const ThreadPage = Type.Object({
  threads: Type.Array(Thread, { description: 'By number.' }),
  nextCursor,
  version: Type.Integer({
    minimum: 0,
    description: 'Of everything said about the session. The stream goes on from here: `reviewAfter`.',
  }),
});
export type ThreadPage = Static<typeof ThreadPage>;

export const OpenThread = Type.Object({
  anchor: Anchor,
  body: prose(limits.commentBody, 'Markdown. `@usr_…` mentions a member.'),
  needsAnswer: Type.Optional(
    Type.Boolean({
      description:
        'Default: true, unless the author of the session opens the thread or the body begins with `FYI`.',
    }),
  ),
  asIs,
});
export type OpenThread = Static<typeof OpenThread>;

export const AddComment = Type.Object({
  body: prose(limits.commentBody, 'Markdown. `@usr_…` mentions a member.'),
  state: Type.Optional(ThreadState),
  asIs,
});
export type AddComment = Static<typeof AddComment>;

export const ChangeThread = Type.Object({
  state: Type.Optional(ThreadState),
  needsAnswer: Type.Optional(Type.Boolean()),
});
export type ChangeThread = Static<typeof ChangeThread>;

export const EditComment = Type.Object({ body: prose(limits.commentBody), asIs });
export type EditComment = Static<typeof EditComment>;

export const ThreadAnswer = Type.Object({ thread: Thread });
export type ThreadAnswer = Static<typeof ThreadAnswer>;

export const CommentAnswer = Type.Object({ comment: Comment });
export type CommentAnswer = Static<typeof CommentAnswer>;
