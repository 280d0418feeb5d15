import type { Commit, CommitLink } from '@debrief/contract';
import { plural } from '../../ui/format.ts';

export interface LinePart {
  sessionId: string;
  /** Of the width of the bar, in percent. */
  share: number;
  title: string;
}

/**
 * The parts of a commit's lines. Two sessions may have written the same line, so their parts are drawn smaller when they
 * would come to more than what sessions wrote in all.
 */
export function partsOf(
  { lines, linesOfSessions }: Pick<Commit, 'lines' | 'linesOfSessions'>,
  links: readonly CommitLink[],
): { parts: LinePart[]; rest: number } {
  const writers = links.filter((link) => link.lines > 0);
  const sum = writers.reduce((total, link) => total + link.lines, 0);
  const scale = sum > linesOfSessions && sum > 0 ? linesOfSessions / sum : 1;
  return {
    parts: writers.map(({ session, lines: written }) => ({
      sessionId: session.sessionId,
      share: lines === 0 ? 0 : (100 * written * scale) / lines,
      title: `${session.title ?? session.sessionId}: ${plural(written, 'line')}`,
    })),
    rest: Math.max(0, lines - linesOfSessions),
  };
}
