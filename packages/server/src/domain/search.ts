import { DebriefError, type SearchPage, type SearchSessions, searchPage } from '@debrief/contract';
import { accessOf, readerOf } from './access/reader.ts';
import { callerOf, type MemberActor } from './actor.ts';
import type { Context } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { readSessionFilter, valuesOf } from './session/filter.ts';
import { noteReads } from './session/note-reads.ts';
import { presentSession } from './session/session.ts';

export async function searchSessions(
  context: Context,
  actor: MemberActor,
  input: SearchSessions,
): Promise<SearchPage> {
  const { organizationId } = actor;
  const { order = 'relevance', cursor, ...rest } = input;
  const isRanked = order === 'relevance';
  const { reviewState } = input;
  const review = reviewState && {
    states: valuesOf(reviewState),
    policy: await context.store.review.policy(organizationId),
    now: context.clock(),
  };
  const { hits, next, nextFrom } = await context.store.search.search(callerOf(actor), {
    ...readSessionFilter(isRanked ? rest : input),
    order,
    from: isRanked && cursor !== undefined ? readRank(cursor) : undefined,
    review,
    reader: readerOf(actor, context.clock()),
    q: input.q,
    limit: Math.min(input.limit ?? searchPage.default, searchPage.max),
  });
  const sessionIds = hits.map(({ sessionId }) => sessionId);
  const sessions = await context.store.session.findAll(organizationId, sessionIds);
  const statistics = await context.store.statistics.find(sessionIds);
  const findings = await context.store.judgement.summaries(sessionIds);
  const shown = hits.filter(({ sessionId, snippets }) => sessions.has(sessionId) && snippets.length > 0);
  await noteReads(
    context,
    actor,
    shown.map(({ sessionId }) => sessionId),
    'search',
  );
  return {
    hits: hits.flatMap(({ sessionId, snippets }) => {
      const session = sessions.get(sessionId);
      if (!session) return [];
      return [
        {
          session: presentSession(session, {
            statistics: statistics.get(sessionId),
            findings: findings.get(sessionId),
            access: accessOf(session, true, context.clock()),
            viewer: actor,
          }),
          snippets,
        },
      ];
    }),
    nextCursor: next
      ? encodeCursor([next.startedAt, next.sessionId])
      : nextFrom === undefined
        ? null
        : encodeCursor(['relevance', nextFrom]),
  };
}

/** How many were shown before, by the cursor of a page that is ordered by relevance. */
function readRank(cursor: string): number {
  const [order, from] = decodeCursor(cursor, ['string', 'number']);
  if (order !== 'relevance') throw new DebriefError('invalid_cursor', 'cursor belongs to another order.');
  return from as number;
}
