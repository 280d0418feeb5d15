import type { Phrase } from './snippet.ts';
import { wordsOf } from './words.ts';

const maxPhrases = 12;
const maxWords = 32;

/**
 * Quotes make a phrase, so does a word that has several (`src/app.ts`). The last word is what somebody may still
 * be typing, so its beginning is enough; one letter would match nearly everything.
 */
export function parseQuery(q: string): Phrase[] {
  const parts = [...q.matchAll(/"([^"]*)("?)|[^\s"]+/g)];
  const phrases: Phrase[] = [];
  for (const [whole, quoted, closing] of parts) {
    const words = wordsOf(quoted ?? whole).map(({ word }) => word);
    if (words.length > 0) phrases.push({ words: words.slice(0, maxWords), isPrefix: closing !== '"' });
  }
  const kept = phrases.slice(0, maxPhrases);
  return kept.map(({ words, isPrefix }, index) => ({
    words,
    isPrefix: isPrefix && index === phrases.length - 1 && (words.at(-1)?.length ?? 0) > 1,
  }));
}
