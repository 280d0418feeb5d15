import { limits } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { listLessonEffects } from './effect.ts';
import { listKeptRules } from './kept-rule.ts';

/** Of an organization, where somebody worked lately. */
const most = { repositories: 50, rounds: 10 };
const lately = 28 * 86_400_000;
/** One round of housekeeping takes so long at most; the next goes on, as all that was looked at is kept. */
const longest = 5 * 60_000;

/**
 * Looks at sessions before somebody opens the page Lessons, so that it only adds up: what a look comes to is kept beside
 * each session until it changes. Nothing is told to anybody.
 */
export async function lookAhead(context: Context): Promise<void> {
  if (context.rebuild?.()) return;
  const until = performance.now() + longest;
  const { store, clock } = context;
  for (const { organizationId } of await store.organization.all()) {
    // Whoever asks later counts what they may read: it is looked at for all of them.
    const everything: MemberActor = { kind: 'member', organizationId, userId: '', role: 'owner' };
    const lessons = await store.lesson.list(organizationId, {}, limits.lessons);
    const scopes = new Set(
      lessons
        .filter(({ check, state }) => check !== null && state !== 'retired')
        .map(({ repository }) => repository ?? undefined),
    );
    const found = await store.session.repositories(organizationId, most.repositories);
    const worked = new Set(
      found
        .filter(({ lastStartedAt }) => lastStartedAt > clock() - lately)
        .flatMap(({ repository }) => repository ?? []),
    );
    const looks = [
      ...[...scopes].map(
        (repository) => () =>
          listLessonEffects(context, everything, { ...(repository !== undefined && { repository }) }),
      ),
      ...[...worked].map((repository) => () => listKeptRules(context, everything, { repository })),
    ];
    for (const look of looks) await wholly(look, until);
    if (performance.now() > until) return;
  }
}

/** Until the time of a look no longer ends it; of more sessions than are looked at, it never is whole. */
async function wholly(look: () => Promise<{ sessions: number; isWhole: boolean }>, until: number) {
  let before = -1;
  for (let round = 0; round < most.rounds && performance.now() < until; round++) {
    const { sessions, isWhole } = await look();
    if (isWhole || sessions <= before) return;
    before = sessions;
  }
}
