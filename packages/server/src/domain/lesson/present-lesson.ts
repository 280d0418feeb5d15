import type { GivenLesson, Lesson, LessonStep, LessonVersion } from '@debrief/contract';
import { readableAmong } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso, present } from '../present.ts';
import { alikeOf } from './alike.ts';
import type { LessonContent, LessonRecord, LessonStepRecord, LessonVersionRecord } from './ports.ts';

const contentOf = ({ text, repository, paths, agents, check }: LessonContent) =>
  present({ text, repository, paths, agents, check });

const doneOf = ({ doneBy, doneAt, reason }: LessonStepRecord) =>
  present({ by: doneBy, at: iso(doneAt), reason });

export const presentStep = (step: LessonStepRecord): LessonStep => ({
  deed: step.deed,
  version: step.version,
  ...doneOf(step),
});

export const presentVersion = (found: LessonVersionRecord): LessonVersion => ({
  version: found.version,
  ...contentOf(found),
  ...present({ by: found.changedBy, at: iso(found.changedAt), reason: found.reason }),
});

export const presentGiven = (lesson: LessonRecord): GivenLesson => ({
  lessonId: lesson.lessonId,
  version: lesson.version,
  ...contentOf(lesson),
});

/** What was done last of a kind, and since what it is now was not undone. */
function lastOf(lesson: LessonRecord, deed: LessonStepRecord['deed']) {
  const found = lesson.steps.find((step) => step.deed === deed);
  return found && doneOf(found);
}

/** `among`: those it may be like. A source is named to whoever may read the session. */
export async function presentLessons(
  context: Context,
  actor: MemberActor,
  lessons: readonly LessonRecord[],
  among: readonly LessonRecord[],
): Promise<Lesson[]> {
  const asked = new Set(
    lessons.flatMap(({ sources }) => sources.flatMap(({ sessionId }) => sessionId ?? [])),
  );
  const there = await context.store.session.findAll(actor.organizationId, [...asked]);
  const readable = await readableAmong(context, actor, there.values());
  return lessons.map((lesson) => ({
    lessonId: lesson.lessonId,
    version: lesson.version,
    state: lesson.state,
    ...contentOf(lesson),
    ownerId: lesson.ownerId,
    sources: lesson.sources.filter(({ sessionId }) => sessionId === undefined || readable.has(sessionId)),
    proposed: { by: lesson.proposedBy, at: iso(lesson.proposedAt), ...reasonOf(lesson) },
    ...present({
      changed: lastOf(lesson, 'edited'),
      adopted: lesson.state === 'proposed' ? undefined : lastOf(lesson, 'adopted'),
      retired: lesson.state === 'retired' ? lastOf(lesson, 'retired') : undefined,
    }),
    alike: alikeOf(lesson, among),
  }));
}

function reasonOf({ steps }: LessonRecord): { reason?: string } {
  const reason = steps.at(-1)?.reason;
  return reason ? { reason } : {};
}
