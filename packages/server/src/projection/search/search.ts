import type { Snippet, SnippetKind } from '@debrief/contract';
import type { Caller } from '../../domain/actor.ts';
import type { SessionPosition } from '../../domain/session/filter.ts';
import type { SearchIndex, SearchQuery } from '../../domain/session/ports.ts';
import { parseQuery } from './query.ts';
import { type Phrase, snippetOf } from './snippet.ts';

/** A query as the engines take it: words instead of what was typed. */
export type WordQuery = Omit<SearchQuery, 'q'> & {
  /** All of them, each in one piece of text. */
  phrases: readonly Phrase[];
};

/** A search that goes to a thread. */
export interface SearchQuestion {
  task: 'search';
  organizationId: string;
  query: WordQuery;
}

/** What an engine found: which sessions, and which of their text. */
export interface Found {
  sessions: {
    sessionId: string;
    chunks: { sequence: number; kind: SnippetKind; threadId?: string; text: string }[];
  }[];
  next?: SessionPosition | undefined;
  /** By relevance a page goes on at a number. */
  nextFrom?: number | undefined;
}

export const snippetsPerHit = 3;

/** Which pieces are shown when a session has many. */
export const kindOrder: readonly SnippetKind[] = [
  ...(['title', 'prompt', 'comment', 'reply', 'command', 'file', 'other'] as const),
];

export const searchIndex = (find: (caller: Caller, query: WordQuery) => Promise<Found>): SearchIndex => ({
  async search(caller, { q, ...filters }) {
    const phrases = filters.order === 'exact' ? exactly(q) : parseQuery(q);
    // Nothing but punctuation: there is no such word, and that is no error.
    if (phrases.length === 0) return { hits: [] };
    const { sessions, next, nextFrom } = await find(caller, { ...filters, phrases });
    const hits = sessions.map(({ sessionId, chunks }) => ({
      sessionId,
      snippets: shown(
        chunks.map(({ sequence, kind, threadId, text }) => ({
          sequence,
          kind,
          ...(threadId && { threadId }),
          ...snippetOf(text, phrases),
        })),
      ),
    }));
    return { hits, next, nextFrom };
  },
});

/** All of it in this very order, every word whole. */
const exactly = (q: string): Phrase[] => parseQuery(`"${q.replaceAll('"', ' ')}"`);

/** A title is often the first prompt; the prompt is the better one, because it leads to its place. */
const shown = (snippets: Snippet[]): Snippet[] =>
  snippets.filter(
    ({ kind, text }) =>
      kind !== 'title' || !snippets.some((one) => one.kind !== 'title' && one.text === text),
  );
