import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const GivenWay = choice(
  ['file', 'hook', 'mcp'],
  'An instruction file that its agent reads, the hook at its beginning, or a tool over MCP.',
);
export type GivenWay = Static<typeof GivenWay>;

export const LessonLoaded = choice(
  ['yes', 'no', 'unknown'],
  'Whether the agent had it in front of it, as far as its record shows. `unknown`: it lay ready, and the record does not tell.',
);
export type LessonLoaded = Static<typeof LessonLoaded>;

const given = {
  lessonId: id('`les_…`'),
  version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  way: GivenWay,
  loaded: LessonLoaded,
};

/** What a recorder tells of the lessons that a session was given: ids and versions, no words. */
export const ReportLessons = Type.Object({
  given: Type.Array(Type.Object(given), { maxItems: limits.sessionLessons }),
});
export type ReportLessons = Static<typeof ReportLessons>;

export const ReportedLessons = Type.Object({
  sessionId: id('`ses_…`'),
  kept: Type.Integer({ minimum: 0, description: 'Those of them that are lessons of the organization.' }),
});
export type ReportedLessons = Static<typeof ReportedLessons>;

export const SessionLesson = Type.Object({ ...given, notedAt: timestamp });
export type SessionLesson = Static<typeof SessionLesson>;

export const SessionLessons = Type.Object({
  sessionId: id('`ses_…`'),
  given: Type.Array(SessionLesson, {
    description: 'Each lesson once for each way; empty too where no recorder told of any.',
  }),
});
export type SessionLessons = Static<typeof SessionLessons>;
