import { readerOf } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { LookedSession } from '../records.ts';
import type { SessionFilter } from '../session/filter.ts';

/** The newest are looked at, so many at a time, until the time is over. */
const most = 2000;
const listed = 200;
/** Unless somebody says otherwise. */
const usualAtOnce = 20;

export interface LookThrough {
  filter: Partial<Pick<SessionFilter, 'repoRoot' | 'repository' | 'agentId'>>;
  /** In milliseconds. */
  patience: number;
  /** What an earlier look listed for the same question, moments ago. */
  among?: Listed;
  /** So many are given at a time; time is looked at in between. */
  atOnce?: number;
}

/** The sessions of a look, and whether these were all. */
export interface Listed {
  sessions: readonly LookedSession[];
  isWhole: boolean;
}

/**
 * Gives the sessions that the actor may read to `take`, some at a time, newest first. False when there are more: time or
 * their number ended it.
 */
export async function lookThrough(
  context: Context,
  actor: MemberActor,
  { filter, patience, among, atOnce = usualAtOnce }: LookThrough,
  take: (sessions: readonly LookedSession[]) => Promise<void>,
): Promise<{ isWhole: boolean }> {
  const until = performance.now() + patience;
  if (among) {
    for (let at = 0; at < among.sessions.length; at += atOnce) {
      if (performance.now() > until) return { isWhole: false };
      await take(among.sessions.slice(at, at + atOnce));
    }
    return { isWhole: among.isWhole };
  }
  let before: { startedAt: number; sessionId: string } | undefined;
  for (let looked = 0; looked < most; looked += listed) {
    const sessions = await context.store.session.records(actor.organizationId, {
      secretEnvironment: 'live' as const,
      reader: readerOf(actor, context.clock()),
      onlyReadable: true,
      ...filter,
      ...(before && { before }),
      limit: listed,
    });
    for (let at = 0; at < sessions.length; at += atOnce) {
      if (performance.now() > until) return { isWhole: false };
      await take(sessions.slice(at, at + atOnce));
    }
    const last = sessions.at(-1);
    if (sessions.length < listed || !last) return { isWhole: true };
    before = { startedAt: last.startedAt, sessionId: last.sessionId };
  }
  return { isWhole: false };
}
