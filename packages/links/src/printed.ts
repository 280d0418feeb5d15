import { hashText } from './line.ts';

const maxPrinted = 50;
/** `[main 1a2b3c4] Subject`, `[detached HEAD 1a2b3c4] …`, `[main (root-commit) 1a2b3c4] …`. */
const line = /^\s{0,8}\[[^[\]\n]{1,255} ([0-9a-f]{7,64})\] ([^\n]{1,500})$/;
const commits = /\bgit\b[^\n;&|]{0,200}\b(?:commit|cherry-pick|revert|merge|am)\b/;

/** The commits that a command made, as git printed them. */
export function printedCommits(
  script: string | undefined,
  output: string,
): { sha: string; subjectHash: string }[] {
  if (script === undefined || !commits.test(script)) return [];
  const found: { sha: string; subjectHash: string }[] = [];
  for (const text of output.slice(0, 200_000).split('\n')) {
    if (found.length >= maxPrinted) break;
    const [, sha, subject = ''] = line.exec(text) ?? [];
    if (sha !== undefined) found.push({ sha, subjectHash: hashText(subject) });
  }
  return found;
}
