import { DebriefError, type LessonEffect, limits, type TriedCheck, type TryCheck } from '@debrief/contract';
import { effectOf, shareOf } from '@debrief/lessons';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { readCheck } from './check.ts';
import { type Counted, countChecks } from './count.ts';
import { findLesson } from './lesson.ts';
import type { LessonRecord } from './ports.ts';

/** How long somebody waits for an answer at most; what was counted until then is told, and that it is not all. */
const patience = 9000;

/** Tries a check on the sessions that are there. Nothing is kept of it. */
export async function tryCheck(context: Context, actor: MemberActor, input: TryCheck): Promise<TriedCheck> {
  const check = readCheck(input.check, 'check');
  const { repository, paths, agents } = input;
  const { sessions, isWhole, of } = await countChecks(context, actor, [check], {
    scope: { repository, paths, agents },
    patience,
  });
  const { counted = [], examples = [] } = of[0] ?? {};
  const effect = input.since && { effect: presentEffect(splitAt(counted, Date.parse(input.since))) };
  return { sessions, isWhole, check, kept: shareOf(counted), ...effect, examples };
}

export function splitAt(counted: readonly Counted[], day: number): { before: Counted[]; since: Counted[] } {
  const { before = [], since = [] } = Object.groupBy(counted, ({ startedAt }) =>
    startedAt < day ? 'before' : 'since',
  );
  return { before, since };
}

export const presentEffect = (counted: Parameters<typeof effectOf>[0]): LessonEffect => effectOf(counted);

/** Others that came within a week of it are named: nobody can tell their effects apart. */
const week = 7 * 24 * 60 * 60_000;
const longestName = 60;

/**
 * What became of a lesson in the sessions that the actor may read, and what shows it. Of one that was never adopted only
 * how often it is kept.
 */
export async function getLessonEffect(
  context: Context,
  actor: MemberActor,
  { lessonId }: { lessonId: string },
): Promise<TriedCheck> {
  const lesson = await findLesson(context, actor.organizationId, lessonId);
  if (lesson.check === null) throw new DebriefError('validation_error', 'This lesson has no check.');
  const check = readCheck(lesson.check, 'check');
  const { repository, paths, agents } = lesson;
  const { sessions, isWhole, of } = await countChecks(context, actor, [check], {
    scope: { repository: repository ?? undefined, paths, agents },
    patience,
  });
  const { counted = [], examples = [] } = of[0] ?? {};
  const looked = { sessions, isWhole, check, kept: shareOf(counted), examples };
  const adoptedAt = adoptionOf(lesson);
  if (adoptedAt === undefined) return looked;
  const { before, since } = splitAt(counted, adoptedAt);
  const given = await givenTo(context, lesson);
  const noted = since.map((one) => ({
    ...one,
    // Where no recorder tells of it, nobody knows who was given it.
    wasGiven: given.size === 0 ? undefined : given.has(one.sessionId),
  }));
  const others = await othersOf(context, lesson, adoptedAt);
  return { ...looked, effect: presentEffect({ before, since: noted, others }) };
}

const adoptionOf = ({ steps }: LessonRecord): number | undefined =>
  steps.findLast(({ deed }) => deed === 'adopted')?.doneAt;

async function givenTo({ store }: Context, { organizationId, lessonId }: LessonRecord): Promise<Set<string>> {
  const rows = await store.sessionLesson.given(organizationId, [lessonId]);
  return new Set(rows.map(({ sessionId }) => sessionId));
}

async function othersOf(
  { store }: Context,
  { organizationId, lessonId, repository }: LessonRecord,
  adoptedAt: number,
): Promise<string[]> {
  const filter = { ...(repository !== null && { repository }) };
  const lessons = await store.lesson.list(organizationId, filter, limits.lessons);
  return lessons
    .filter((other) => {
      const at = adoptionOf(other);
      return other.lessonId !== lessonId && at !== undefined && Math.abs(at - adoptedAt) <= week;
    })
    .map(({ text }) => (text.endsWith('.') ? text.slice(0, -1) : text))
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name));
}
