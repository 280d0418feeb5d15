import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitRewrite, RewriteKind } from '@debrief/links';
import type { Worktree } from './worktree.ts';

/** One move of HEAD that made a commit. */
export interface HeadMove {
  from: string;
  to: string;
  /** Milliseconds since 1970. */
  at: number;
  deed: 'commit' | 'amend' | 'rebase' | 'cherry-pick';
  /** The first line of the message, for pairing with an earlier commit; it never leaves the machine. */
  subject: string;
}

/** The end of the log that is read: some five thousand moves. */
const longestRead = 1024 * 1024;

const line =
  /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) [^\t]{0,1000}> (\d{1,12}) [+-]\d{4}\t(.*)$/;

/** The moves of HEAD that made commits, the oldest first. Checkouts, resets and what was fetched are none. */
export async function readHeadMoves({ gitDir }: Worktree): Promise<HeadMove[]> {
  const moves: HeadMove[] = [];
  for (const text of (await readEnd(join(gitDir, 'logs', 'HEAD'))).split('\n')) {
    const [, from, to, seconds, message] = line.exec(text) ?? [];
    const made = message === undefined ? undefined : deedOf(message);
    if (from === undefined || to === undefined || made === undefined || from === to) continue;
    moves.push({ from, to, at: Number(seconds) * 1000, ...made });
  }
  return moves;
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, longestRead);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const deeds: [RegExp, HeadMove['deed']][] = [
  [/^commit \(amend\): /, 'amend'],
  [/^(?:commit(?: \((?:initial|merge|cherry-pick)\))?|revert|am|merge [^:]{1,300}): /, 'commit'],
  [/^cherry-pick: /, 'cherry-pick'],
  [/^rebase(?: -i)? \((?:squash|fixup|reword|edit)\): /, 'amend'],
  [/^rebase(?: -i)? \((?:pick|continue)\): /, 'rebase'],
];

function deedOf(message: string): Pick<HeadMove, 'deed' | 'subject'> | undefined {
  // A fast-forward makes no commit.
  if (/: Fast-forward$/.test(message)) return undefined;
  for (const [pattern, deed] of deeds) {
    const [before] = pattern.exec(message) ?? [];
    if (before !== undefined) return { deed, subject: message.slice(before.length).trim() };
  }
  return undefined;
}

/**
 * Which commit took the place of which. The log says so for an amended commit; a rebased or picked one is the last earlier
 * commit of the same subject.
 */
export function rewritesIn(moves: readonly HeadMove[]): CommitRewrite[] {
  const rewrites: CommitRewrite[] = [];
  const bySubject = new Map<string, string>();
  for (const { from, to, deed, subject } of moves) {
    const earlier = bySubject.get(subject);
    if (deed === 'amend') rewrites.push({ from, to, kind: 'amend' });
    else if (deed !== 'commit' && earlier !== undefined && earlier !== to) {
      rewrites.push({ from: earlier, to, kind: deed satisfies RewriteKind });
    }
    bySubject.set(subject, to);
  }
  return rewrites;
}
