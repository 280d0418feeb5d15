import {
  adoptLesson,
  editLesson,
  getLesson,
  getMachineLessons,
  listLessons,
  proposeLesson,
  retireLesson,
} from '../../../domain/lesson/lesson.ts';
import { getLessonPolicy, setLessonPolicy } from '../../../domain/lesson/policy.ts';
import { listSessionLessons, reportLessons } from '../../../domain/lesson/session-lesson.ts';

/** What a team tells its agents: each is the domain function of the same name. */
export const lessonHandlers = {
  listLessons,
  getLesson,
  proposeLesson,
  editLesson,
  adoptLesson,
  retireLesson,
  getLessonPolicy,
  setLessonPolicy,
  getMachineLessons,
  reportLessons,
  listSessionLessons,
};
