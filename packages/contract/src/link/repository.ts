import { type Static, Type } from 'typebox';
import { cursor, id, nextCursor, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { Commit, LinkedSession, LinkStrength } from './link.ts';

const count = Type.Integer({ minimum: 0 });

export const GetRepository = Type.Object({
  repository: { ...printable(limits.remote + limits.path), description: 'As the list names it.' },
  weeks: Type.Optional(Type.Integer({ minimum: 1, maximum: 52, description: 'How far back; default 12.' })),
});
export type GetRepository = Static<typeof GetRepository>;

export const RepositoryDetails = Type.Object({
  repository: Type.String(),
  roots: Type.Array(Type.Object({ repoRoot: Type.String(), environmentId: id('`env_…`'), sessions: count })),
  sessions: count,
  commits: count,
  linkedCommits: Type.Integer({
    minimum: 0,
    description:
      'Commits with a link of matched or surer, also through the pull request they were merged from.',
  }),
  costUsd: Type.Number({ minimum: 0 }),
  firstStartedAt: timestamp,
  lastStartedAt: timestamp,
  agents: Type.Array(Type.Object({ agentId: Type.String(), sessions: count })),
  people: Type.Array(Type.Object({ userId: Type.Optional(id('`usr_…`')), sessions: count }), {
    description: 'Authors of sessions; without an id those whose machine nobody has claimed.',
  }),
  machines: Type.Array(Type.Object({ environmentId: id('`env_…`'), name: Type.String(), sessions: count })),
  weeks: Type.Array(
    Type.Object({
      from: timestamp,
      sessions: count,
      costUsd: Type.Number({ minimum: 0 }),
      findings: Type.Integer({ minimum: 0, description: 'Of high or medium severity.' }),
    }),
    { description: 'Oldest first; each begins on a Monday, UTC.' },
  ),
  files: Type.Array(Type.Object({ path: Type.String(), sessions: count }), {
    description: `The fifty that most of the newest ${limits.repositoryFileSessions} sessions changed.`,
  }),
});
export type RepositoryDetails = Static<typeof RepositoryDetails>;

export const ListCommits = Type.Object({
  repository: GetRepository.properties.repository,
  cursor: Type.Optional(cursor),
});
export type ListCommits = Static<typeof ListCommits>;

export const CommitPage = Type.Object({
  commits: Type.Array(
    Type.Object({
      commit: Commit,
      links: Type.Array(
        Type.Object({
          strength: LinkStrength,
          byHand: Type.Boolean(),
          session: LinkedSession,
        }),
        { description: 'The sessions behind it, the surest first; at most five. None: no session is known.' },
      ),
    }),
    { description: 'Newest first.' },
  ),
  nextCursor,
});
export type CommitPage = Static<typeof CommitPage>;
