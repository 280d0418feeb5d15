import type { CommitFacts } from '@debrief/links';

export interface CommitRow {
  sha: string;
  tree: string;
  parents: string;
  authoredAt: number;
  committedAt: number;
  patchId: string | null;
  subjectHash: string | null;
  files: string;
  fileCount: number;
  lines: Uint8Array;
  lineCount: number;
  trailers: string;
}

export const commitColumns = `c.sha, c.tree, c.parents, c.authored_at as "authoredAt", c.committed_at as "committedAt",
  c.patch_id as "patchId", c.subject_hash as "subjectHash", c.files, c.file_count as "fileCount", c.lines,
  c.line_count as "lineCount", c.trailers`;

export const factsOf = (row: CommitRow): CommitFacts => ({
  sha: row.sha,
  tree: row.tree,
  parents: JSON.parse(row.parents) as string[],
  authoredAt: new Date(Number(row.authoredAt)).toISOString(),
  committedAt: new Date(Number(row.committedAt)).toISOString(),
  ...(row.patchId !== null && { patchId: row.patchId }),
  ...(row.subjectHash !== null && { subjectHash: row.subjectHash }),
  files: JSON.parse(row.files) as CommitFacts['files'],
  fileCount: Number(row.fileCount),
  addedLines: Buffer.from(row.lines).toString('base64'),
  lineCount: Number(row.lineCount),
  trailers: JSON.parse(row.trailers) as string[],
});

/** What is known of a commit before its files and lines are read. */
export interface CommitSize {
  fileCount: number;
  lineCount: number;
}

/** Bytes of files and lines that are compared at a time. */
const maxBytes = 4 * 1024 * 1024;

/** How many commits from the beginning of the list may be read at a time; at least one. */
export function affordable(sizes: readonly CommitSize[]): number {
  let bytes = 0;
  for (const [index, { fileCount, lineCount }] of sizes.entries()) {
    bytes += bytesOf({ fileCount, lineCount });
    if (bytes > maxBytes && index > 0) return index;
  }
  return sizes.length;
}

/** A machine may state more lines and files than it tells; a request holds at most so many. */
const bytesOf = ({ fileCount, lineCount }: CommitSize): number =>
  4 * Math.min(Number(lineCount), 20_000) + 80 * Math.min(Number(fileCount), 2000);
