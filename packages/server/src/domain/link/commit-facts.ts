import {
  type CommitFacts,
  type CommitRewrite,
  DebriefError,
  limits,
  type ReportCommits,
} from '@debrief/contract';
import type { CommitRecord } from './records.ts';

/** A commit as it is kept, without what only whoever keeps it knows. */
export type ReadCommit = Omit<CommitRecord, 'organizationId' | 'receivedAt'>;

/** A report as it is kept: of each commit a few texts and numbers, whatever was told of it. */
export interface ReadReport {
  repoRemote: string | undefined;
  commits: ReadCommit[];
  rewrites: CommitRewrite[];
}

/** Runs on a thread: a report may tell of 100 000 files. */
export const readReport = ({ repoRemote, commits, rewrites = [] }: ReportCommits): ReadReport => ({
  repoRemote,
  commits: commits.map(recordOf),
  rewrites,
});

function recordOf(facts: CommitFacts, index: number): ReadCommit {
  const lines = Buffer.from(facts.addedLines, 'base64');
  if (lines.length % 4 !== 0) {
    throw new DebriefError('validation_error', `commits[${index}].addedLines must hold four bytes a line.`);
  }
  if (lines.length > limits.commitLines * 4) {
    throw new DebriefError(
      'validation_error',
      `commits[${index}].addedLines may hold at most ${limits.commitLines} lines.`,
    );
  }
  const sum = (name: 'added' | 'removed') =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      facts.files.reduce((total, file) => total + file[name], 0),
    );
  return {
    sha: facts.sha,
    tree: facts.tree,
    parents: JSON.stringify(facts.parents),
    branch: facts.branch ?? null,
    authoredAt: timeOf(facts.authoredAt),
    committedAt: timeOf(facts.committedAt),
    patchId: facts.patchId ?? null,
    subjectHash: facts.subjectHash ?? null,
    fileCount: Math.max(facts.fileCount ?? 0, facts.files.length),
    added: sum('added'),
    removed: sum('removed'),
    lineCount: Math.max(facts.lineCount ?? 0, lines.length / 4),
    trailers: JSON.stringify(facts.trailers ?? []),
    files: JSON.stringify(facts.files.map(({ path, added, removed }) => ({ path, added, removed }))),
    lines,
  };
}

const latest = Date.UTC(9999, 11, 31);

/** A commit may state any time: its author's clock wrote it. */
const timeOf = (instant: string): number => {
  const at = Date.parse(instant);
  return Number.isFinite(at) ? Math.min(Math.max(at, 0), latest) : 0;
};
