import type { SnippetKind } from '@debrief/contract';
import { kindOrder, snippetsPerHit } from './search.ts';
import type { Phrase } from './snippet.ts';
import { phraseIn } from './snippet.ts';

/** In how many pieces of one kind of a session something occurs. */
export interface Occurrence {
  sessionId: string;
  startedAt: number;
  kind: SnippetKind;
  count: number;
}

/** Pieces of text looked at for each word, the newest first. */
export const piecesPerWord = 8000;
/** Sessions that are put in order; nobody reads on for longer. */
const longestList = 500;

/** What somebody calls a session, asks for and touches says more about it than what the agent answers. */
const weights: Record<SnippetKind, number> = {
  title: 8,
  prompt: 4,
  file: 3,
  comment: 3,
  command: 1.5,
  reply: 1,
  other: 0.5,
};

/** A session need not have every word, but those that tell it from others. */
const leastCoverage = 0.6;
/** Words that stand together in one piece of text are worth as much again. */
const togetherWorth = 1;

/** The second mention of a word says less than the first. */
const saturated = (count: number): number => (count * 2.2) / (count + 1.2);

const weightOf = (found: readonly Occurrence[]): Map<string, number> => {
  const bySession = new Map<string, number>();
  for (const { sessionId, kind, count } of found)
    bySession.set(sessionId, (bySession.get(sessionId) ?? 0) + weights[kind] * saturated(count));
  return bySession;
};

export interface Ranked {
  sessionId: string;
  startedAt: number;
  score: number;
}

/**
 * Sessions in the order of how well they fit: rare words count more than common ones (as in BM25), titles, prompts and
 * paths more than replies. The same for both engines, so that they answer alike.
 */
export function ranked(found: {
  words: readonly (readonly Occurrence[])[];
  /** All words in one piece of text; nothing for a single word. */
  together: readonly Occurrence[];
  /** How many sessions there are. */
  sessions: number;
}): Ranked[] {
  const starts = new Map<string, number>();
  for (const one of found.words.flat()) starts.set(one.sessionId, one.startedAt);
  const words = found.words.map((occurrences) => {
    const bySession = weightOf(occurrences);
    const others = Math.max(0, found.sessions - bySession.size);
    return { bySession, worth: Math.log(1 + (others + 0.5) / (bySession.size + 0.5)) };
  });
  const whole = words.reduce((sum, { worth }) => sum + worth, 0);
  const together = weightOf(found.together);
  const list: Ranked[] = [];
  for (const [sessionId, startedAt] of starts) {
    let score = 0;
    let covered = 0;
    for (const { bySession, worth } of words) {
      const weight = bySession.get(sessionId);
      if (weight === undefined) continue;
      covered += worth;
      score += worth * weight;
    }
    const coverage = covered / whole;
    if (coverage < leastCoverage) continue;
    score += (together.get(sessionId) ?? 0) * togetherWorth * (whole / words.length);
    list.push({ sessionId, startedAt, score: score * coverage * coverage });
  }
  return list
    .sort((a, b) => b.score - a.score || b.startedAt - a.startedAt || (a.sessionId < b.sessionId ? 1 : -1))
    .slice(0, longestList);
}

export interface Piece {
  sequence: number;
  kind: SnippetKind;
  /** Of a comment. */
  threadId?: string;
  text: string;
}

/** Texts that are looked at to find the best of a session. */
export const piecesPerSession = 24;

/** The pieces with most of what was asked for; of those with as much, titles and prompts before the rest. */
export function bestPieces(pieces: readonly Piece[], phrases: readonly Phrase[]): Piece[] {
  return pieces
    .map((piece) => ({ piece, found: phrases.filter((phrase) => phraseIn(piece.text, phrase)).length }))
    .sort(
      (a, b) =>
        b.found - a.found ||
        kindOrder.indexOf(a.piece.kind) - kindOrder.indexOf(b.piece.kind) ||
        a.piece.sequence - b.piece.sequence,
    )
    .slice(0, snippetsPerHit)
    .map(({ piece }) => piece);
}
