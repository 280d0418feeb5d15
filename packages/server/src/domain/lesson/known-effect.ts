import { checkFaults, type EffectVerdict, effectOf, plainText } from '@debrief/lessons';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { leastAuthors } from '../insights/partition.ts';
import { countChecks } from './count.ts';
import { adoptionOf, splitAt } from './effect.ts';
import type { LessonRecord } from './ports.ts';

const patience = 9000;
/** So many adopted lessons are looked at, the latest first. */
const most = 20;

export interface KnownEffect {
  text: string;
  verdict: Exclude<EffectVerdict, 'too few'>;
}

/**
 * What became of the lessons adopted since a day, as far as that is known from sessions that everybody may read, of at
 * least three people before and since.
 */
export async function knownEffects(
  context: Context,
  { organizationId, access }: Pick<MemberActor, 'organizationId' | 'access'>,
  adoptedSince: number,
): Promise<KnownEffect[]> {
  const adopted = await context.store.lesson.list(organizationId, { state: 'adopted' }, 1000);
  const recent = adopted
    .filter(({ check }) => check !== null && checkFaults(check).length === 0)
    .filter((lesson) => (adoptionOf(lesson) ?? 0) >= adoptedSince)
    .slice(0, most);
  const known: KnownEffect[] = [];
  for (const lessons of Map.groupBy(recent, ({ repository }) => repository).values())
    known.push(...(await effectsIn(context, { organizationId, access }, lessons)));
  return known;
}

async function effectsIn(
  context: Context,
  { organizationId, access }: Pick<MemberActor, 'organizationId' | 'access'>,
  lessons: readonly LessonRecord[],
): Promise<KnownEffect[]> {
  // Nobody in particular: they read what everybody reads.
  const anybody: MemberActor = {
    ...{ kind: 'member', organizationId, userId: '', role: 'member' },
    ...(access && { access }),
  };
  const wanted = lessons.map(({ check, paths, agents }) => ({
    ...{ check: plainText(check ?? ''), paths, agents },
  }));
  const repository = lessons[0]?.repository ?? undefined;
  const { of } = await countChecks(context, anybody, wanted, { repository, patience, isKept: true });
  return lessons.flatMap((lesson, at) => {
    const split = splitAt(of[at]?.counted ?? [], adoptionOf(lesson) ?? 0);
    const { verdict } = effectOf(split);
    const isOfEnough = [split.before, split.since].every(
      (some) => new Set(some.flatMap(({ authorUserId }) => authorUserId ?? [])).size >= leastAuthors,
    );
    return isOfEnough && verdict !== 'too few' ? [{ text: lesson.text, verdict }] : [];
  });
}
