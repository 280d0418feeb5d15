import type { LessonWords } from '@debrief/lessons';
import { Failure } from '../failure.ts';

/** What a server said, as far as it has the form of lessons. */
export function lessonsOf(answer: { lessons?: unknown }): LessonWords[] {
  if (!Array.isArray(answer.lessons))
    throw new Failure('The server answered with something else than lessons.');
  return answer.lessons.slice(0, 500).flatMap((one: Partial<LessonWords> | null) => {
    const { lessonId, version, text, paths = [], agents = [] } = one ?? {};
    const isLesson =
      typeof lessonId === 'string' &&
      /^les_[0-9A-Za-z]{1,60}$/.test(lessonId) &&
      Number.isInteger(version) &&
      Number(version) > 0 &&
      Number(version) < 1e9 &&
      typeof text === 'string' &&
      [paths, agents].every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string'));
    return isLesson ? [{ lessonId, version: version as number, text, paths, agents }] : [];
  });
}
