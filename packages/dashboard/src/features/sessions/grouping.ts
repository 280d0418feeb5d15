import type { Session } from '@debrief/contract';
import { isGroupedByDay, type SessionsSearch } from './sessions-search.ts';

/** A line of the list: a session, or the head of the group that begins here. */
export type ListLine =
  | { kind: 'session'; session: Session; index: number }
  | { kind: 'day'; at: string }
  | { kind: 'repository'; root: string | undefined; environmentId: string };

export function linesOf(sessions: readonly Session[], search: SessionsSearch): ListLine[] {
  const groupOf = search.group === 'repository' ? repositoryOf : isGroupedByDay(search) ? dayOf : undefined;
  const lines: ListLine[] = [];
  let current: string | undefined;
  for (const [index, session] of sessions.entries()) {
    if (groupOf) {
      const { name, line } = groupOf(session);
      if (name !== current) lines.push(line);
      current = name;
    }
    lines.push({ kind: 'session', session, index });
  }
  return lines;
}

interface Group {
  name: string;
  line: ListLine;
}

const repositoryOf = ({ repoRoot, environmentId }: Session): Group => ({
  name: repoRoot ?? '',
  line: { kind: 'repository', root: repoRoot, environmentId },
});

/** The day as the reader's clock has it. */
const dayOf = ({ startedAt }: Session): Group => ({
  name: new Date(startedAt).toDateString(),
  line: { kind: 'day', at: startedAt },
});

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
