import {
  DebriefError,
  type LessonEffect,
  type LessonEffects,
  limits,
  type TriedCheck,
  type TryCheck,
} from '@debrief/contract';
import { checkFaults, effectOf, plainText, shareOf } from '@debrief/lessons';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { readCheck } from './check.ts';
import { repositoryName } from './content.ts';
import { type Counted, countChecks } from './count.ts';
import { findLesson } from './lesson.ts';
import type { LessonRecord } from './ports.ts';

/** How long somebody waits for an answer at most; what was counted until then is told, and that it is not all. */
const patience = 9000;

/** Tries a check on the sessions that are there. Nothing is kept of it. */
export async function tryCheck(context: Context, actor: MemberActor, input: TryCheck): Promise<TriedCheck> {
  const check = readCheck(input.check, 'check');
  const { repository, paths, agents } = input;
  const wanted = [{ check, paths, agents }];
  const { sessions, isWhole, of } = await countChecks(context, actor, wanted, { repository, patience });
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
  readCheck(lesson.check, 'check');
  const { effects, ...looked } = await effectsOf(context, actor, [lesson]);
  const [{ lessonId: _, ways: __, ...effect }] = effects as [LessonEffects['effects'][0]];
  return { ...looked, ...effect };
}

/** The same of all that are adopted or proposed for one repository, or for all, in one look at its sessions. */
export async function listLessonEffects(
  context: Context,
  actor: MemberActor,
  input: { repository?: string },
): Promise<LessonEffects> {
  const repository = input.repository === undefined ? null : repositoryName(input.repository);
  const filter = repository === null ? {} : { repository };
  const lessons = (await context.store.lesson.list(actor.organizationId, filter, limits.lessons)).filter(
    (one) =>
      one.repository === repository &&
      one.state !== 'retired' &&
      one.check !== null &&
      checkFaults(one.check).length === 0,
  );
  if (lessons.length === 0) return { sessions: 0, isWhole: true, effects: [] };
  return effectsOf(context, actor, lessons);
}

/** Lessons of one scope. */
async function effectsOf(
  context: Context,
  actor: MemberActor,
  lessons: readonly LessonRecord[],
): Promise<LessonEffects> {
  const { organizationId } = actor;
  const repository = lessons[0]?.repository ?? undefined;
  const wanted = lessons.map(({ check, paths, agents }) => ({
    check: plainText(check ?? ''),
    paths,
    agents,
  }));
  const look = { repository, patience, isKept: true };
  const { sessions, isWhole, of } = await countChecks(context, actor, wanted, look);
  const ids = lessons.map(({ lessonId }) => lessonId);
  const given = Map.groupBy(
    await context.store.sessionLesson.given(organizationId, ids),
    ({ lessonId }) => lessonId,
  );
  const beside = await context.store.lesson.list(
    organizationId,
    { ...(repository !== undefined && { repository }) },
    limits.lessons,
  );
  const effects = lessons.map((lesson, at) => {
    const { counted = [], examples = [] } = of[at] ?? {};
    const { lessonId } = lesson;
    const check = wanted[at]?.check ?? '';
    const rows = given.get(lessonId) ?? [];
    const ways = [...new Set(rows.map(({ way }) => way))].sort();
    const became = { lessonId, check, kept: shareOf(counted), examples, ways };
    const adoptedAt = adoptionOf(lesson);
    if (adoptedAt === undefined) return became;
    const { before, since } = splitAt(counted, adoptedAt);
    const to = new Set(rows.map(({ sessionId }) => sessionId));
    const noted = since.map((one) => ({
      ...one,
      // Where no recorder tells of it, nobody knows who was given it.
      wasGiven: to.size === 0 ? undefined : to.has(one.sessionId),
    }));
    const others = othersOf(lesson, adoptedAt, beside);
    return { ...became, effect: presentEffect({ before, since: noted, others }) };
  });
  return { sessions, isWhole, effects };
}

export const adoptionOf = ({ steps }: LessonRecord): number | undefined =>
  steps.findLast(({ deed }) => deed === 'adopted')?.doneAt;

const othersOf = ({ lessonId }: LessonRecord, adoptedAt: number, beside: readonly LessonRecord[]): string[] =>
  beside
    .filter((other) => {
      const at = adoptionOf(other);
      return other.lessonId !== lessonId && at !== undefined && Math.abs(at - adoptedAt) <= week;
    })
    .map(({ text }) => (text.endsWith('.') ? text.slice(0, -1) : text))
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName - 1).toWellFormed()}…` : name));
