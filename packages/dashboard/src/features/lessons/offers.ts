import { type Lesson, offeredFrom, type Rule } from '@debrief/contract';
import type { Start } from './start.ts';

/** A rule that people confirmed again and again, and that no lesson is about. */
export type OfferedLesson = Pick<Rule, 'rule' | 'title' | 'confirmedSessions'> & { start: Start };

const most = 5;

const checkOf = (rule: string): string => `when finding "${rule}"`;

/**
 * What findings say may be worth a lesson, the most often confirmed first. It begins with the words of the rule, never
 * with those of a session; a person says what agents shall do instead. What was retired is not offered again.
 */
export const offersOf = (
  rules: readonly Rule[],
  lessons: readonly Pick<Lesson, 'check'>[],
): OfferedLesson[] => {
  const taken = new Set(lessons.flatMap(({ check }) => check ?? []));
  return rules
    .filter(({ rule, confirmedSessions }) => confirmedSessions >= offeredFrom && !taken.has(checkOf(rule)))
    .sort((a, b) => b.confirmedSessions - a.confirmedSessions)
    .slice(0, most)
    .map(({ rule, title, means, confirmedSessions }) => ({
      ...{ rule, title, confirmedSessions },
      start: { text: '', check: checkOf(rule), said: { words: means, title } },
    }));
};
