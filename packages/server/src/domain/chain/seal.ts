import type { Context } from '../context.ts';
import { nextEntry, type SealedSession } from './entry.ts';
import type { ChainHead, Seal, UnsealedSession } from './ports.ts';

/** What one round does at most: sessions are looked at, and sealed, in steps that hold nobody up. */
const looks = { newest: 500, walked: 2000 };
const together = { sessions: 50, marks: 1_000_000 };
const roundTime = 20_000;
const day = 86_400_000;
/** A batch that was merged has at most so many events. */
const mergedEvents = 256;

/** Goes on where the round before ended. */
export interface SealingWalk {
  below: number | undefined;
}

const newest = Number.MAX_SAFE_INTEGER;

/**
 * Seals what has come since the last round: sessions that rang, the newest ones, and one after the other all of them,
 * so that whatever nobody rang for is found, and sessions of before this was there. Returns how many sessions.
 */
export async function sealSessions(
  context: Context,
  walk: SealingWalk,
  rung: readonly string[],
): Promise<number> {
  const { chain } = context.store;
  const until = Date.now() + roundTime;
  const last = (await chain.head()) ?? (await begin(context));
  const isLost = await isAnchorLost(context);
  let sealed = 0;
  const done = new Set<string>();
  const take = async (sessions: readonly UnsealedSession[]) => {
    const fresh = sessions.filter(({ sessionId }) => !done.has(sessionId));
    for (const { sessionId } of fresh) done.add(sessionId);
    sealed += await sealEach(context, fresh, last, until);
  };
  for (let at = 0; at < rung.length; at += looks.newest)
    await take(await chain.unsealed(rung.slice(at, at + looks.newest)));
  await take((await chain.unsealedBelow(newest, looks.newest)).found);
  for (let seen = 0; seen < looks.walked && Date.now() < until; seen += looks.newest) {
    const { found, next } = await chain.unsealedBelow(walk.below ?? newest, looks.newest);
    await take(found);
    if (Date.now() < until) walk.below = next;
    if (next === undefined) break;
  }
  if (isLost) throw new Error(lostAnchor);
  const head = await chain.head();
  if (head) await context.chainAnchor?.write(head);
  return sealed;
}

const lostAnchor =
  'The database does not hold the last entry of the chain that this server knows: run "debrief-server verify".';

/** Whether the database is another, or an older one, than the one this server sealed last. */
async function isAnchorLost({ store, chainAnchor }: Context): Promise<boolean> {
  const anchor = await chainAnchor?.read();
  return anchor !== undefined && (await store.chain.find(anchor.number))?.digest !== anchor.digest;
}

const begin = async (context: Context): Promise<ChainHead> => {
  const beginning = await context.store.chain.beginning();
  return context.store.chain.append((last) => nextEntry(context, 'begin', beginning)(last));
};

/** In groups, each with one entry. */
async function sealEach(
  context: Context,
  sessions: readonly UnsealedSession[],
  last: ChainHead,
  until: number,
): Promise<number> {
  let group: { session: UnsealedSession; seals: Seal[]; line: SealedSession }[] = [];
  let marks = 0;
  let sealed = 0;
  const flush = async () => {
    if (group.length === 0) return;
    sealed += await context.store.chain.seal(group, (kept) =>
      nextEntry(context, 'seal', {
        sessions: group.filter(({ line }) => kept.has(line.sessionId)).map(({ line }) => line),
      }),
    );
    group = [];
    marks = 0;
  };
  for (const session of sessions) {
    if (Date.now() >= until) break;
    const done = await sealsOf(context, session);
    const end = done.seals.at(-1);
    if (!end) continue;
    const { sessionId, organizationId } = session;
    const line: SealedSession = {
      sessionId,
      organizationId,
      to: end.first + end.count - 1,
      digest: end.digest,
      ...(done.oldestAt < last.at - day && { late: 1 }),
    };
    group.push({ session, seals: done.seals, line });
    for (const seal of done.seals) marks += seal.marks.length;
    if (group.length >= together.sessions || marks >= together.marks) await flush();
  }
  await flush();
  return sealed;
}

/** The seals of what is not sealed yet, up to some megabytes of marks; the rest comes with the next round. */
async function sealsOf(
  { store, log }: Context,
  session: UnsealedSession,
): Promise<{ seals: Seal[]; oldestAt: number }> {
  const { sessionId, organizationId } = session;
  const seals: Seal[] = [];
  let [previous, after, marks, oldestAt] = [session.head, session.sealedTo, 0, Infinity];
  for (let from = after; marks < together.marks; ) {
    let batches = await log.kept(session, from);
    // What follows may have been merged with what is sealed.
    if (batches[0]?.first !== after + 1 && from === session.sealedTo && from > 0)
      batches = await log.kept(session, Math.max(0, from - mergedEvents));
    const end = batches.at(-1);
    if (!end) break;
    const caller = { organizationId, person: 'chain' };
    const found = await store.chain.sealEvents(caller, {
      sessionId,
      organizationId,
      previous,
      after,
      batches,
    });
    seals.push(...found.seals);
    oldestAt = Math.min(oldestAt, found.oldestAt);
    for (const seal of found.seals) marks += seal.marks.length;
    const last = found.seals.at(-1);
    if (last) [previous, after] = [last.digest, last.first + last.count - 1];
    from = Math.max(end.first, after);
  }
  return { seals, oldestAt };
}
