import type { Session } from '@debrief/contract';
import { groupOf, type SessionsSearch } from './sessions-search.ts';

/** What the sessions of a group come to; only known once the last of them is loaded. */
export interface GroupSum {
  sessions: number;
  costUsd: number;
}

/** The head of a group: a day, a repository or an author. */
export type GroupLine = { sum: GroupSum | undefined } & (
  | { kind: 'day'; at: string }
  | { kind: 'repository'; root: string | undefined; session: Session }
  | { kind: 'author'; userId: string | undefined }
);

/** A line of the list: a session, or the head of the group that begins here. */
export type ListLine = { kind: 'session'; session: Session; index: number } | GroupLine;

/** `isWhole`: no further session follows those that are loaded. */
export function linesOf(sessions: readonly Session[], search: SessionsSearch, isWhole = true): ListLine[] {
  const group = groupOf(search);
  const lines: ListLine[] = [];
  let current: { name: string; line: GroupLine } | undefined;
  let sum: GroupSum = { sessions: 0, costUsd: 0 };
  const settle = () => {
    if (current) current.line.sum = sum;
    sum = { sessions: 0, costUsd: 0 };
  };
  for (const [index, session] of sessions.entries()) {
    const name = group === 'none' ? '' : nameOf[group](session);
    if (group !== 'none' && name !== current?.name) {
      settle();
      current = { name, line: lineOf(group, session) };
      lines.push(current.line);
    }
    sum.sessions++;
    sum.costUsd += session.statistics?.costUsd ?? 0;
    lines.push({ kind: 'session', session, index });
  }
  if (isWhole) settle();
  return lines;
}

type Grouped = 'day' | 'repository' | 'author';

const nameOf: Record<Grouped, (session: Session) => string> = {
  /** The day as the reader's clock has it. */
  day: ({ startedAt }) => new Date(startedAt).toDateString(),
  repository: ({ repoRoot }) => repoRoot ?? '',
  author: ({ authorUserId }) => authorUserId ?? '',
};

function lineOf(group: Grouped, session: Session): GroupLine {
  const { startedAt, repoRoot, authorUserId } = session;
  if (group === 'day') return { kind: 'day', at: startedAt, sum: undefined };
  if (group === 'author') return { kind: 'author', userId: authorUserId, sum: undefined };
  return { kind: 'repository', root: repoRoot, session, sum: undefined };
}

/** `Today`, `Yesterday`, `Tue 3 June`, with the year when it is another. */
export function dayName(at: string, now: number): string {
  const day = new Date(at);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() !== today.getFullYear() && { year: 'numeric' }),
  });
}
