import { type Static, Type } from 'typebox';
import { choice, id, instant, printable } from '../field.ts';
import { limits } from '../limits.ts';

/** A commit's full name: SHA-1, or SHA-256 in repositories that use it. */
export const sha = Type.String({
  pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$',
  description: 'Full commit name.',
});

const lineCount = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const CommitFile = Type.Object({
  path: printable(limits.path),
  added: lineCount,
  removed: lineCount,
});
export type CommitFile = Static<typeof CommitFile>;

/** What a recorder tells of a commit. It holds no code, no name and no e-mail address. */
export const CommitFacts = Type.Object({
  sha,
  tree: sha,
  parents: Type.Array(sha, { maxItems: limits.commitParents }),
  branch: Type.Optional(printable(limits.branch)),
  authoredAt: instant,
  committedAt: instant,
  patchId: Type.Optional({ ...sha, description: 'By `git patch-id --stable`.' }),
  subjectHash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{8}$',
      description: 'CRC-32 of the first line of the message, trimmed, as eight hexadecimal digits.',
    }),
  ),
  files: Type.Array(CommitFile, { maxItems: limits.commitFiles }),
  fileCount: Type.Optional({ ...lineCount, description: 'Of all files, when not all are listed.' }),
  addedLines: Type.String({
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    maxLength: Math.ceil((limits.commitLines * 4) / 3) * 4,
    description:
      'Base64 of 32-bit little-endian numbers: the CRC-32 of every added line, trimmed, that is longer than 12 characters.',
  }),
  lineCount: Type.Optional({ ...lineCount, description: 'Of all such lines, when not all are listed.' }),
  trailers: Type.Optional(
    Type.Array(printable(limits.trailer), {
      maxItems: 20,
      description: 'Known trailers of the message, as `Name: value`.',
    }),
  ),
});
export type CommitFacts = Static<typeof CommitFacts>;

export const CommitRewrite = Type.Object({
  from: sha,
  to: sha,
  kind: choice(['amend', 'rebase', 'cherry-pick']),
});
export type CommitRewrite = Static<typeof CommitRewrite>;

export const ReportCommits = Type.Object({
  repoRemote: Type.Optional({
    ...printable(limits.remote),
    description: 'The remote of the repository, for a session that was opened without one.',
  }),
  commits: Type.Array(CommitFacts, { maxItems: limits.commitsPerReport }),
  rewrites: Type.Optional(Type.Array(CommitRewrite, { maxItems: limits.rewritesPerReport })),
});
export type ReportCommits = Static<typeof ReportCommits>;

export const ReportedCommits = Type.Object({
  sessionId: id('`ses_…`'),
  accepted: Type.Integer({ minimum: 0, description: 'Commits that were not known of this session before.' }),
});
export type ReportedCommits = Static<typeof ReportedCommits>;
