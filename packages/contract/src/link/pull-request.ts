import { type Static, Type } from 'typebox';
import { choice, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { sha } from './commit.ts';

export const PullRequest = Type.Object({
  url: Type.String(),
  number: Type.Integer({ minimum: 1 }),
  repository: Type.Optional(Type.String()),
  title: Type.Optional(Type.String({ description: 'Known once a delivery told of it.' })),
  state: choice(['open', 'merged', 'closed', 'unknown'], '`unknown` until a delivery told of it.'),
  headBranch: Type.Optional(Type.String()),
  headSha: Type.Optional(sha),
  mergeSha: Type.Optional(sha),
  updatedAt: Type.Optional(timestamp),
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The event of the session that named it.' }),
  ),
  byHand: Type.Optional(Type.Boolean({ description: 'A person linked it with the session.' })),
});
export type PullRequest = Static<typeof PullRequest>;

export const PullAddress = Type.Object({
  url: { ...printable(limits.remote), description: 'Address of a pull or merge request.' },
});
export type PullAddress = Static<typeof PullAddress>;
