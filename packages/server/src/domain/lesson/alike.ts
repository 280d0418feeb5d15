import type { Lesson } from '@debrief/contract';
import type { LessonRecord } from './ports.ts';

type Alike = Lesson['alike'][number];

/** Words that change nothing about what is asked. */
const small = new Set(
  'a,an,the,always,please,must,should,shall,you,we,your,our,to,all,any,it,is,be,make,sure,that,of,in,for,with'.split(
    ',',
  ),
);
const negations = new Set(['dont', 'never', 'not', 'no', 'avoid', 'stop']);

/** What is asked without small words, and whether it is forbidden. */
function wordsOf(text: string): { words: string; isForbidden: boolean } {
  const plain =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const isForbidden = plain.some((word) => negations.has(word));
  const kept = plain.filter((word) => word !== 'do' && !small.has(word) && !negations.has(word));
  return { words: kept.join(' '), isForbidden };
}

function compared(a: LessonRecord, b: LessonRecord): Omit<Alike, 'lessonId'> | undefined {
  if (a.check && b.check && a.check === b.check) return { kind: 'same', why: 'check' };
  const [mine, theirs] = [wordsOf(a.text), wordsOf(b.text)];
  if (mine.words === '' || mine.words !== theirs.words) return undefined;
  return { kind: mine.isForbidden === theirs.isForbidden ? 'same' : 'contrary', why: 'words' };
}

const overlaps = <Item>(a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

const isSharedBy = (a: LessonRecord, b: LessonRecord): boolean =>
  a.lessonId !== b.lessonId &&
  a.state !== 'retired' &&
  b.state !== 'retired' &&
  (a.repository === null || b.repository === null || a.repository === b.repository) &&
  overlaps(a.agents, b.agents);

/** More are not named. */
const mostNamed = 5;

/** Lessons that apply where one applies and say the same, or the contrary, in a way that can be shown. */
export const alikeOf = (lesson: LessonRecord, others: readonly LessonRecord[]): Alike[] =>
  others
    .filter((other) => isSharedBy(lesson, other))
    .flatMap((other) => {
      const found = compared(lesson, other);
      return found ? [{ lessonId: other.lessonId, ...found }] : [];
    })
    .slice(0, mostNamed);
