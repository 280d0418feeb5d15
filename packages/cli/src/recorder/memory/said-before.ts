import { DigestSet, type ShortDigest } from './digest-set.ts';
import { type Sentence, sentencesOf, wholeOf } from './sentence.ts';
import { idsOf, visit } from './words-in.ts';

/**
 * What a session said before a pause. That is no secret of the pause: agents write titles, prompts and whole histories
 * again while it lasts. In memory only, and without a key.
 */
export class SaidBefore {
  readonly #marks = new DigestSet();

  add(record: unknown): void {
    visit(record, {
      text: (text) => {
        const sentences = sentencesOf(text);
        for (const sentence of sentences) this.#marks.add(markOf(sentence.words));
        const whole = wholeOf(sentences);
        if (whole) this.#marks.add(markOf(whole.words));
      },
      object: (object) => {
        for (const id of idsOf(object)) this.#marks.add(markOf([id]));
        return true;
      },
    });
  }

  has({ words }: Sentence): boolean {
    return this.#marks.has(markOf(words));
  }

  hasId(id: string): boolean {
    return this.#marks.has(markOf([id]));
  }
}

/** FNV-1a, twice. */
function markOf(words: readonly string[]): ShortDigest {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ code, 0x5bd1e995);
    }
    high = Math.imul(high ^ 32, 0x01000193);
    low = Math.imul(low ^ 32, 0x5bd1e995);
  }
  return { high: high >>> 0, low: low >>> 0 };
}
