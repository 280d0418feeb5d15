import {
  type AdoptLesson,
  DebriefError,
  type EditLesson,
  type LessonAnswer,
  type LessonList,
  type LessonSource,
  type ListLessons,
  limits,
  type MachineLessons,
  type ProposeLesson,
  type RetireLesson,
  type WholeLesson,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { activeEnvironment, ofMachine } from '../environment.ts';
import { isId, newId } from '../id.ts';
import { keyRequired } from '../machine/wall.ts';
import { contentFrom, repositoryName } from './content.ts';
import { mayAdopt } from './policy.ts';
import type { Done, LessonRecord, LessonRefusal } from './ports.ts';
import { presentGiven, presentLessons, presentStep, presentVersion } from './present-lesson.ts';
import { checkedSource } from './source.ts';

const lessonNotFound = () => new DebriefError('lesson_not_found', 'No such lesson in this organization.');

export async function findLesson(
  context: Context,
  organizationId: string,
  lessonId: string,
): Promise<LessonRecord> {
  const found = isId('les', lessonId) ? await context.store.lesson.find(organizationId, lessonId) : undefined;
  if (!found) throw lessonNotFound();
  return found;
}

const all = (context: Context, organizationId: string) =>
  context.store.lesson.list(organizationId, {}, limits.lessons);

async function answerOf(context: Context, actor: MemberActor, lessonId: string): Promise<LessonAnswer> {
  const lesson = await findLesson(context, actor.organizationId, lessonId);
  const among = await all(context, actor.organizationId);
  return { lesson: (await presentLessons(context, actor, [lesson], among))[0] as LessonAnswer['lesson'] };
}

export async function listLessons(
  context: Context,
  actor: MemberActor,
  { repository, state }: ListLessons,
): Promise<LessonList> {
  const where = repository === undefined ? undefined : repositoryName(repository);
  const lessons = await context.store.lesson.list(
    actor.organizationId,
    { ...(where !== undefined && { repository: where }) },
    limits.lessons,
  );
  const wanted = lessons.filter((one) => state === undefined || one.state === state);
  return {
    lessons: await presentLessons(context, actor, wanted, lessons),
    mayAdopt: await mayAdopt(context, actor),
  };
}

export async function getLesson(
  context: Context,
  actor: MemberActor,
  { lessonId }: { lessonId: string },
): Promise<WholeLesson> {
  const { organizationId } = actor;
  const { steps } = await findLesson(context, organizationId, lessonId);
  return {
    ...(await answerOf(context, actor, lessonId)),
    versions: (await context.store.lesson.versions(organizationId, lessonId)).map(presentVersion),
    steps: steps.map(presentStep),
  };
}

const doneBy = ({ clock }: Context, { userId }: MemberActor, reason: string | undefined): Done => ({
  by: userId,
  at: clock(),
  reason: reason || null,
});

const places = {
  adopted: `One scope has at most ${limits.lessonsAdopted} lessons, because each must earn its place; retire one first.`,
  proposed: `At most ${limits.lessonsProposed} lessons wait in one scope; decide about some first.`,
  retired: 'There are too many lessons.',
};

function refuse(outcome: LessonRefusal, state: keyof typeof places): never {
  if (outcome === 'full') throw new DebriefError('limit_reached', places[state]);
  throw new DebriefError('lesson_changed', 'Somebody has changed this lesson. Look at it again.');
}

const notYours = (who: string) => new DebriefError('not_yours', `${who} may do this.`);

async function onlyAdopters(context: Context, actor: MemberActor): Promise<void> {
  if (!(await mayAdopt(context, actor))) throw notYours('An administrator');
}

export async function proposeLesson(
  context: Context,
  actor: MemberActor,
  input: ProposeLesson,
): Promise<LessonAnswer> {
  const { organizationId } = actor;
  const content = contentFrom(context, input);
  const sources: LessonSource[] = [];
  for (const source of input.sources ?? []) sources.push(await checkedSource(context, actor, source));
  const lessonId = newId('les');
  const outcome = await context.store.lesson.propose(
    { lessonId, organizationId, content, sources },
    doneBy(context, actor, input.reason),
    { scope: limits.lessonsProposed, all: limits.lessons },
  );
  if (outcome !== 'proposed') refuse(outcome, 'proposed');
  await recordDeed(context, actor, 'lesson_proposed', lessonId);
  return answerOf(context, actor, lessonId);
}

const isTheirs = ({ userId }: MemberActor, { proposedBy, ownerId }: LessonRecord): boolean =>
  userId === proposedBy || userId === ownerId;

/** What agents are told is changed by whoever may tell them; a proposal also by whoever made it. */
export async function editLesson(
  context: Context,
  actor: MemberActor,
  input: EditLesson & { lessonId: string },
): Promise<LessonAnswer> {
  const { organizationId } = actor;
  const lesson = await findLesson(context, organizationId, input.lessonId);
  const { lessonId, state } = lesson;
  if (state !== 'proposed' || !isTheirs(actor, lesson)) await onlyAdopters(context, actor);
  const { ownerId = lesson.ownerId, version } = input;
  if (ownerId !== lesson.ownerId) {
    const owner = await context.store.member.find(organizationId, ownerId);
    if (owner?.status !== 'active') throw new DebriefError('member_not_found', 'No such member.');
  }
  const content = contentFrom(context, input);
  const scope = state === 'adopted' ? limits.lessonsAdopted : limits.lessonsProposed;
  const outcome = await context.store.lesson.edit(
    { organizationId, lessonId, version, state },
    { content, ownerId },
    doneBy(context, actor, input.reason),
    { scope: state === 'retired' ? limits.lessons : scope, versions: limits.lessonVersions },
  );
  if (outcome === 'full' && version >= limits.lessonVersions)
    throw new DebriefError('limit_reached', `A lesson has at most ${limits.lessonVersions} versions.`);
  if (outcome !== 'edited') refuse(outcome, state);
  await recordDeed(context, actor, 'lesson_edited', lessonId);
  return answerOf(context, actor, lessonId);
}

/** The person names the version that they saw: words that changed since are not adopted. */
export async function adoptLesson(
  context: Context,
  actor: MemberActor,
  input: AdoptLesson & { lessonId: string },
): Promise<LessonAnswer> {
  const { organizationId } = actor;
  const { lessonId, version, state } = await findLesson(context, organizationId, input.lessonId);
  await onlyAdopters(context, actor);
  if (input.version !== version) refuse('changed', 'adopted');
  if (state !== 'adopted') {
    const outcome = await context.store.lesson.decide(
      { organizationId, lessonId, version, state },
      'adopted',
      doneBy(context, actor, input.reason),
      limits.lessonsAdopted,
    );
    if (outcome !== 'decided') refuse(outcome, 'adopted');
    await recordDeed(context, actor, 'lesson_adopted', lessonId);
  }
  return answerOf(context, actor, lessonId);
}

export async function retireLesson(
  context: Context,
  actor: MemberActor,
  input: RetireLesson & { lessonId: string },
): Promise<LessonAnswer> {
  const { organizationId } = actor;
  const lesson = await findLesson(context, organizationId, input.lessonId);
  const { lessonId, version, state } = lesson;
  if (state !== 'proposed' || !isTheirs(actor, lesson)) await onlyAdopters(context, actor);
  if (state !== 'retired') {
    const seen = { organizationId, lessonId, version, state };
    const outcome = await context.store.lesson.decide(seen, 'retired', doneBy(context, actor, input.reason));
    if (outcome !== 'decided') refuse(outcome, 'retired');
    await recordDeed(context, actor, 'lesson_retired', lessonId);
  }
  return answerOf(context, actor, lessonId);
}

/** What a machine tells its agents. The organization's secret, which many have, reads nothing. */
export async function getMachineLessons(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string; repository: string },
): Promise<MachineLessons> {
  const { organizationId } = actor;
  const { environmentId } = await ofMachine(context, actor, input.environmentId);
  await activeEnvironment(context, organizationId, environmentId);
  if (actor.environmentId === undefined) throw keyRequired();
  const repository = repositoryName(input.repository);
  if (!(await context.store.lesson.isWorkedIn(organizationId, environmentId, repository)))
    throw new DebriefError('repository_not_found', 'No session of this machine was in that repository.');
  const lessons = await context.store.lesson.list(
    organizationId,
    { repository, state: 'adopted' },
    limits.lessons,
  );
  return { repository, lessons: lessons.map(presentGiven) };
}
