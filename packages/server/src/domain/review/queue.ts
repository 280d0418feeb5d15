import {
  DebriefError,
  type ListReviews,
  limits,
  type NextAnswer,
  type QueueItem,
  type QueuePage,
  type TakeNext,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { iso } from '../present.ts';
import type { PartlyKept } from '../session/kept-json.ts';
import { presentListed } from '../session/session-list.ts';
import type { QueuedSession, QueueFilter, QueuePosition } from './ports.ts';
import { ringReview } from './session.ts';

const maxTurns = 100;

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
    state: input.state,
    assignee: person(input.assignee, actor),
    author: person(input.author, actor),
    agentId: input.agentId,
    repoRoot: input.repoRoot,
  };
}

async function presentItems(
  context: Context,
  actor: MemberActor,
  { policy, now }: Pick<QueueFilter, 'policy' | 'now'>,
  queued: readonly QueuedSession[],
): Promise<PartlyKept<QueueItem>[]> {
  const ids = queued.map(({ session }) => session.sessionId);
  const attention = await context.store.queue.attention(ids);
  return queued.map(({ session, waitingSince }) => {
    const { reservedBy, reservedUntil } = session.standing ?? { reservedBy: null, reservedUntil: null };
    return {
      session: presentListed(session, actor, policy, now),
      attention: (attention.get(session.sessionId) ?? []).map(({ userId, reason, since }) => ({
        userId,
        reason,
        since: iso(since),
      })),
      ...(reservedBy !== null &&
        reservedUntil !== null &&
        reservedUntil > now && { reservation: { userId: reservedBy, until: iso(reservedUntil) } }),
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
  return {
    items: await presentItems(context, actor, filter, page),
    nextCursor: found.length > limit && last ? writePosition(last.position, kind) : null,
    turn: await context.store.queue.turns(filter, maxTurns),
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
 * Hands out the first session that nobody else has; two callers never get the same one. Without an item there is none
 * left.
 */
export async function takeNextReview(
  context: Context,
  actor: MemberActor,
  input: TakeNext,
): Promise<PartlyKept<NextAnswer>> {
  const filter = await filterOf(context, actor, input);
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
    if (found.length < candidates || !last) return {};
    after = last.position;
  }
}
