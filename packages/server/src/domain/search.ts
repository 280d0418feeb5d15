import {
  type SearchPage,
  type SearchSessions,
  type SecretEnvironment,
  type SessionStatus,
  searchPage,
} from '@debrief/contract';
import type { MemberActor } from './actor.ts';
import type { Context } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { instantOf, presentSession } from './session/session.ts';

/** A place in the order newest first. */
export interface SessionPosition {
  startedAt: number;
  sessionId: string;
}

export interface SearchQuery {
  /** As somebody typed it. */
  q: string;
  limit: number;
  before?: SessionPosition | undefined;
  status?: SessionStatus | undefined;
  agentId?: string | undefined;
  environmentId?: string | undefined;
  secretEnvironment?: SecretEnvironment | undefined;
  repoRoot?: string | undefined;
  startedAfter?: number | undefined;
  startedBefore?: number | undefined;
}

export async function searchSessions(
  context: Context,
  actor: MemberActor,
  input: SearchSessions,
): Promise<SearchPage> {
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const { startedAfter, startedBefore } = input;
  const { hits, next } = await context.store.search.search(actor.organizationId, {
    q: input.q,
    limit: Math.min(input.limit ?? searchPage.usual, searchPage.most),
    before: after && { startedAt: after[0] as number, sessionId: after[1] as string },
    status: input.status,
    agentId: input.agentId,
    environmentId: input.environmentId,
    secretEnvironment: input.secretEnvironment,
    repoRoot: input.repoRoot,
    startedAfter: startedAfter === undefined ? undefined : instantOf('startedAfter', startedAfter),
    startedBefore: startedBefore === undefined ? undefined : instantOf('startedBefore', startedBefore),
  });
  const sessionIds = hits.map(({ sessionId }) => sessionId);
  const sessions = await context.store.session.findAll(actor.organizationId, sessionIds);
  const statistics = await context.store.statistics.find(sessionIds);
  return {
    hits: hits.flatMap(({ sessionId, snippets }) => {
      const session = sessions.get(sessionId);
      if (!session) return [];
      return [
        {
          session: presentSession(session, { statistics: statistics.get(sessionId), viewer: actor }),
          snippets,
        },
      ];
    }),
    nextCursor: next ? encodeCursor([next.startedAt, next.sessionId]) : null,
  };
}
