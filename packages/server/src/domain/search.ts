import {
  type SearchPage,
  type SearchSessions,
  type SecretEnvironment,
  type SessionStatus,
  type Snippet,
  type SnippetKind,
  searchPage,
} from '@debrief/contract';
import type { MemberActor } from './actor.ts';
import type { Context } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { instantOf, presentSession, type SessionRecord } from './session/session.ts';
import { type Phrase, snippetOf } from './snippet.ts';
import { wordsOf } from './words.ts';

/** A place in the order newest first. */
export interface SessionPosition {
  startedAt: number;
  sessionId: string;
}

export interface SearchQuery {
  /** All of them, each in one piece of text. */
  phrases: readonly Phrase[];
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

/** The best pieces of text of one session. */
export interface SearchHit {
  session: SessionRecord;
  chunks: { sequence: number; kind: SnippetKind; text: string }[];
}

export const snippetsPerHit = 3;

/** Which pieces are shown when a session has many. */
export const kindOrder: readonly SnippetKind[] = ['title', 'prompt', 'reply', 'command', 'file', 'other'];

const mostPhrases = 12;
const mostWords = 32;

/**
 * Quotes make a phrase, so does a word that has several (`src/app.ts`). The last word is what somebody may still
 * be typing, so its beginning is enough; one letter would match nearly everything.
 */
export function parseQuery(q: string): Phrase[] {
  const parts = [...q.matchAll(/"([^"]*)("?)|[^\s"]+/g)];
  const phrases: Phrase[] = [];
  for (const [whole, quoted, closing] of parts) {
    const words = wordsOf(quoted ?? whole).map(({ word }) => word);
    if (words.length > 0) phrases.push({ words: words.slice(0, mostWords), isPrefix: closing !== '"' });
  }
  const kept = phrases.slice(0, mostPhrases);
  return kept.map(({ words, isPrefix }, index) => ({
    words,
    isPrefix: isPrefix && index === phrases.length - 1 && (words.at(-1)?.length ?? 0) > 1,
  }));
}

export async function searchSessions(
  context: Context,
  actor: MemberActor,
  input: SearchSessions,
): Promise<SearchPage> {
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const phrases = parseQuery(input.q);
  // Nothing but punctuation: there is no such word, and that is no error.
  if (phrases.length === 0) return { hits: [], nextCursor: null };
  const { startedAfter, startedBefore } = input;
  const { hits, next } = await context.store.search.search(actor.organizationId, {
    phrases,
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
  const statistics = await context.store.statistics.find(hits.map(({ session }) => session.sessionId));
  return {
    hits: hits.map(({ session, chunks }) => ({
      session: presentSession(session, { statistics: statistics.get(session.sessionId), viewer: actor }),
      snippets: shown(
        chunks.map(({ sequence, kind, text }) => ({ sequence, kind, ...snippetOf(text, phrases) })),
      ),
    })),
    nextCursor: next ? encodeCursor([next.startedAt, next.sessionId]) : null,
  };
}

/** A title is often the first prompt; the prompt is the better one, because it leads to its place. */
const shown = (snippets: Snippet[]): Snippet[] =>
  snippets.filter(
    ({ kind, text }) =>
      kind !== 'title' || !snippets.some((one) => one.kind !== 'title' && one.text === text),
  );
