import {
  DebriefError,
  type ListReviews,
  limits,
  type NextAnswer,
  type PutBackAnswer,
  type QueueItem,
  type QueuePage,
  type Reservation,
  type TakeNext,
} from '@debrief/contract';
import { readerOf } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { iso } from '../present.ts';
import type { PartlyKept } from '../session/kept-json.ts';
import { presentListed } from '../session/session-list.ts';
import type { QueuedSession, QueueFilter, QueuePosition } from './ports.ts';
import type { StandingRecord } from './records.ts';
import { whysOf } from './rotation/why.ts';
import { discussedSession, ringReview } from './session.ts';

const maxTurns = 100;
/** More than anybody has in hand; the others are found in the queue. */
const maxHeld = 50;

const person = (value: string | undefined, actor: MemberActor): string | null | undefined =>
  value === 'me' ? actor.userId : value === 'none' ? null : value;

async function filterOf(
  context: Context,
  actor: MemberActor,
  input: TakeNext,
): Promise<Omit<QueueFilter, 'tab' | 'limit'>> {
  const { organizationId, userId } = actor;
  return {
    organizationId,
    userId,
    order: input.order ?? 'risk',
    policy: await context.store.review.policy(organizationId),
    now: context.clock(),
    reader: readerOf(actor, context.clock()),
    state: input.state,
    assignee: person(input.assignee, actor),
    sessions: {
      authorUserId: person(input.author, actor),
      agentId: input.agentId,
      repoRoot: input.repoRoot,
    },
  };
}

/** Who has the session to themselves, and how long. */
export function heldUntil(standing: StandingRecord | undefined, now: number): Reservation | undefined {
  const { reservedBy, reservedUntil } = standing ?? { reservedBy: null, reservedUntil: null };
  return reservedBy !== null && reservedUntil !== null && reservedUntil > now
    ? { userId: reservedBy, until: iso(reservedUntil) }
    : undefined;
}

async function presentItems(
  context: Context,
  actor: MemberActor,
  { policy, now }: Pick<QueueFilter, 'policy' | 'now'>,
  queued: readonly QueuedSession[],
): Promise<PartlyKept<QueueItem>[]> {
  const ids = queued.map(({ session }) => session.sessionId);
  const [attention, labels, whys] = await Promise.all([
    context.store.queue.attention(ids),
    context.store.label.of(ids),
    context.store.rotation.whys(actor.userId, ids),
  ]);
  const sentences = whysOf(actor.userId, whys);
  return queued.map(({ session, waitingSince }) => {
    const reservation = heldUntil(session.standing, now);
    return {
      session: presentListed(session, actor, policy, now, labels.get(session.sessionId)),
      attention: (attention.get(session.sessionId) ?? []).map(({ userId, reason, since }) => ({
        userId,
        reason,
        since: iso(since),
      })),
      ...(reservation && { reservation }),
      ...(sentences.has(session.sessionId) && { why: sentences.get(session.sessionId) as string }),
      // A machine's clock may be ahead of ours.
      waitingSince: iso(Math.min(waitingSince, now)),
    };
  });
}

export async function listReviews(
  context: Context,
  actor: MemberActor,
  input: ListReviews,
): Promise<PartlyKept<QueuePage>> {
  const limit = Math.min(input.limit ?? limits.queuePage.default, limits.queuePage.max);
  const { tab = 'open' } = input;
  const filter = await filterOf(context, actor, input);
  // A cursor is a place in one order of one tab.
  const kind = `${tab}-${filter.order}`;
  const found = await context.store.queue.list({
    ...filter,
    tab,
    after: input.cursor === undefined ? undefined : readPosition(input.cursor, kind),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  // What I hold comes first, whether it is asked of me or not; it is in no later page.
  const isFirst = tab === 'turn' && input.cursor === undefined;
  const held = isFirst ? await context.store.queue.held({ ...filter, limit: maxHeld }) : [];
  return {
    items: await presentItems(context, actor, filter, [...held, ...page]),
    nextCursor: found.length > limit && last ? writePosition(last.position, kind) : null,
    turn: await context.store.queue.turns({ ...filter, withHeld: true }, maxTurns),
  };
}

const writePosition = ({ risk, since, sessionId }: QueuePosition, kind: string): string =>
  encodeCursor([kind, risk, since, sessionId]);

function readPosition(cursor: string, kind: string): QueuePosition {
  const shape = ['string', 'number', 'number', 'string'] as const;
  const [place, risk, since, sessionId] = decodeCursor(cursor, [...shape]) as [
    string,
    number,
    number,
    string,
  ];
  if (place !== kind) throw new DebriefError('invalid_cursor', 'cursor belongs to another order.');
  return { risk, since, sessionId };
}

const minute = 60_000;
/** Looked at in one go; others who take at the same moment are after the same ones. */
const candidates = 20;

/**
 * Hands out what the member holds already, then the first session that nobody else has; two callers never get the same
 * one. Real work comes before samples. Without an item there is none left.
 */
export async function takeNextReview(
  context: Context,
  actor: MemberActor,
  { besides = [], ...input }: TakeNext,
): Promise<PartlyKept<NextAnswer>> {
  const filter = await filterOf(context, actor, input);
  const held = await context.store.queue.held({ ...filter, limit: limits.takenBefore });
  const mine = held.find(({ session }) => !besides.includes(session.sessionId));
  if (mine) {
    const [item] = await presentItems(context, actor, filter, [mine]);
    return item ? { item } : {};
  }
  for (const secretEnvironment of ['live', 'test'] as const) {
    const taken = await takeFirst(context, actor, {
      ...filter,
      sessions: { ...filter.sessions, secretEnvironment },
    });
    if (taken) return taken;
  }
  return {};
}

type Wanted = Awaited<ReturnType<typeof filterOf>> & Pick<QueueFilter, 'sessions'>;

async function takeFirst(
  context: Context,
  actor: MemberActor,
  filter: Wanted,
): Promise<PartlyKept<NextAnswer> | undefined> {
  let after: QueueFilter['after'];
  for (;;) {
    const found = await context.store.queue.list({
      ...filter,
      tab: 'open',
      forTaking: true,
      after,
      limit: candidates,
    });
    for (const candidate of found) {
      const { session } = candidate;
      const until = filter.now + limits.reservationMinutes * minute;
      if (!(await context.store.queue.reserve({ session, at: filter.now }, actor.userId, until))) continue;
      ringReview(context, session);
      const standing = await context.store.review.standing(session.sessionId);
      const [item] = await presentItems(context, actor, filter, [
        { ...candidate, session: { ...session, standing } },
      ]);
      return item ? { item } : {};
    }
    const last = found.at(-1);
    if (found.length < candidates || !last) return undefined;
    after = last.position;
  }
}

/** Leaves a session that one holds to others. */
export async function putBack(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<PutBackAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const released = await context.store.queue.release({ session, at: context.clock() }, actor.userId);
  if (released) ringReview(context, session);
  return { released };
}
