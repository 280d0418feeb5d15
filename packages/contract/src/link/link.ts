import { type Static, Type } from 'typebox';
import { SessionAccess } from '../access/access.ts';
import { choice, id, printable, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { ReviewStanding } from '../review/review.ts';
import { CommitFile, sha } from './commit.ts';
import { PullRequest } from './pull-request.ts';

/** How sure it is that a session led to a commit, the surest first. */
export const LinkStrength = choice(
  ['stated', 'seen', 'matched', 'likely'],
  '`stated`: a trailer, a note or a person says so. `seen`: the session printed the commit. `matched`: lines or the patch are the same. `likely`: time and files fit; to be confirmed.',
);
export type LinkStrength = Static<typeof LinkStrength>;

export const LinkEvidence = Type.Object({
  kind: choice(
    ['hand', 'trailer', 'printed', 'subject', 'patch', 'tree', 'lines', 'files', 'rewrite', 'pull'],
    'What shows it: a person, the message of the commit, what the session printed, the change itself, its files, or another commit.',
  ),
  sequences: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), { description: 'Events of the session that show it.' }),
  ),
  matched: Type.Optional(Type.Integer({ minimum: 0, description: 'Lines or files that are the same.' })),
  of: Type.Optional(Type.Integer({ minimum: 0 })),
  trailer: Type.Optional(Type.String()),
  sha: Type.Optional({ ...sha, description: 'The commit it was concluded from.' }),
  by: Type.Optional(choice(['amend', 'rebase', 'cherry-pick'])),
  pull: Type.Optional(Type.String({ description: 'Address of the pull request it came through.' })),
});
export type LinkEvidence = Static<typeof LinkEvidence>;

/** A session as lists of links show it. */
export const LinkedSession = Type.Object({
  sessionId: id('`ses_…`'),
  title: Type.Optional(Type.String()),
  agentId: Type.String(),
  environmentId: id('`env_…`'),
  authorUserId: Type.Optional(id('`usr_…`')),
  startedAt: timestamp,
  repository: Type.Optional(Type.String()),
  gitBranch: Type.Optional(Type.String()),
  review: Type.Optional({ ...ReviewStanding, description: 'Where its review stands.' }),
  access: Type.Optional({
    ...SessionAccess,
    description: 'Where the caller may not read it, or it is held.',
  }),
});
export type LinkedSession = Static<typeof LinkedSession>;

const linkFields = {
  sha,
  strength: LinkStrength,
  byHand: Type.Boolean({ description: 'A person linked it; this wins over any conclusion.' }),
  lines: Type.Integer({
    minimum: 0,
    description: "How many of the commit's added lines this session wrote.",
  }),
  evidence: Type.Array(LinkEvidence),
};

export const Commit = Type.Object({
  sha,
  branch: Type.Optional(Type.String()),
  authoredAt: Type.Optional(timestamp),
  committedAt: Type.Optional(timestamp),
  files: Type.Array(CommitFile, { description: 'The first hundred.' }),
  fileCount: Type.Integer({ minimum: 0 }),
  added: Type.Integer({ minimum: 0 }),
  removed: Type.Integer({ minimum: 0 }),
  lines: Type.Integer({
    minimum: 0,
    description: 'Added lines that can be compared: those longer than 12 characters.',
  }),
  linesOfSessions: Type.Integer({
    minimum: 0,
    description: 'Of those, the ones that some linked session wrote.',
  }),
  repositories: Type.Array(Type.String()),
  rewrittenTo: Type.Optional({ ...sha, description: 'What it was amended or rebased to.' }),
});
export type Commit = Static<typeof Commit>;

export const CommitLink = Type.Object({ ...linkFields, session: LinkedSession });
export type CommitLink = Static<typeof CommitLink>;

/** The event that wrote a line, and the prompt it came from. */
export const LineOrigin = Type.Object({
  sessionId: id('`ses_…`'),
  sequence: Type.Integer({ minimum: 1 }),
  at: Type.Optional(timestamp),
  prompt: Type.Optional(
    Type.Object({
      sequence: Type.Integer({ minimum: 1 }),
      text: Type.String({ description: 'Its first line, at most 300 characters.' }),
    }),
  ),
});
export type LineOrigin = Static<typeof LineOrigin>;

export const FindLinks = Type.Object({
  commit: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{7,64}$',
      description: 'A commit, or the first seven or more characters of its name.',
    }),
  ),
  pull: Type.Optional({ ...printable(limits.remote), description: 'Address of a pull or merge request.' }),
  path: Type.Optional({ ...printable(limits.path), description: 'A file, relative to the repository.' }),
  repository: Type.Optional({
    ...printable(limits.remote + limits.path),
    description: 'With a path: only sessions of this repository, as sessions name it.',
  }),
  remote: Type.Optional({
    ...printable(limits.remote),
    description: 'With a path: the remote of the repository as git has it; comes before `repository`.',
  }),
  line: Type.Optional(
    Type.String({
      pattern: '^\\d{1,10}$',
      description: 'CRC-32 of a trimmed line, as a decimal number: which event wrote it.',
    }),
  ),
});
export type FindLinks = Static<typeof FindLinks>;

export const FoundLinks = Type.Object({
  commits: Type.Array(Commit, {
    description: 'The commits that were asked for; several fit a short prefix.',
  }),
  links: Type.Array(CommitLink, { description: 'The surest first; at most 200.' }),
  pulls: Type.Array(PullRequest),
  sessions: Type.Array(
    Type.Object({
      session: LinkedSession,
      sequence: Type.Optional(Type.Integer({ minimum: 1, description: 'The first event that shows it.' })),
      byHand: Type.Optional(
        Type.Boolean({ description: 'A person linked the session with the pull request.' }),
      ),
    }),
    { description: 'For a path or a pull request: sessions that changed, opened or named it.' },
  ),
  line: Type.Optional(LineOrigin),
});
export type FoundLinks = Static<typeof FoundLinks>;

export const SessionLinks = Type.Object({
  links: Type.Array(Type.Object({ ...linkFields, commit: Commit }), {
    description: 'Newest commit first; at most 200.',
  }),
  pulls: Type.Array(PullRequest),
});
export type SessionLinks = Static<typeof SessionLinks>;
