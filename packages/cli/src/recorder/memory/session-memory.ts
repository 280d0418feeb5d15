import type { ShortDigest } from './digest-set.ts';
import { markIn, type PauseMemory } from './pause-memory.ts';
import type { SaidBefore } from './said-before.ts';
import { isAgentsOwn, type Sentence, sentencesOf, weightOf, wholeOf } from './sentence.ts';
import { type Strike, strikeRecord } from './strike.ts';
import type { Voice } from './voice.ts';
import { idsOf, ownIdsOf, visit, type Where } from './words-in.ts';

/** The four marks of a sentence, each for its own use. */
interface Marks {
  /** Struck wherever it comes again. */
  said: ShortDigest;
  /** Struck wherever it comes again, but for what tools print. */
  shown: ShortDigest;
  /** Struck in the same session. */
  inSession: ShortDigest;
  /** Struck where the same session repeats exactly this. */
  exact: ShortDigest;
}

/** So many words and letters make a sentence that is known again everywhere, or in its session only. */
const least: Record<
  Voice,
  { words: number; weight: number; wordsInSession: number; weightInSession: number }
> = {
  person: { words: 4, weight: 13, wordsInSession: 3, weightInSession: 10 },
  // An agent says many a short sentence in every session.
  agent: { words: 6, weight: 25, wordsInSession: 4, weightInSession: 14 },
  machine: { words: 6, weight: 25, wordsInSession: 6, weightInSession: 25 },
};
const leastExact = 4;
/** A text that was cut off is known by so many of its first words, up to so many. */
const leastPrefix = 4;
const longestPrefix = 60;

/** What the records of one session are held against. */
export class SessionMemory {
  readonly #memory: PauseMemory;
  readonly #session: string;
  #salt: ShortDigest | undefined;
  /** Lines that this reading has held back because they were known. */
  readonly #used = new Map<string, number>();

  constructor(memory: PauseMemory, session: string) {
    this.#memory = memory;
    this.#session = session;
  }

  /** By path, while a pause lasts: what was said before it. */
  saidBefore(path: string): SaidBefore | undefined {
    return this.#memory.saidBefore(path);
  }

  keepSaidBefore(path: string, before: SaidBefore): void {
    this.#memory.keepSaidBefore(path, before);
  }

  forgetSaidBefore(path: string): void {
    this.#memory.forgetSaidBefore(path);
  }

  /** Whether anything has to be looked at. */
  isEmpty(): boolean {
    return this.#memory.isEmpty();
  }

  flush(): Promise<void> {
    return this.#memory.flush();
  }

  /** Notes what a record says that was written during a pause. */
  learn(record: unknown, before: SaidBefore): void {
    visit(record, {
      text: (text, where) => this.#learnText(text, where, before),
      object: (object) => {
        for (const id of idsOf(object))
          if (!before.hasId(id) && !this.#isOfSession(id)) this.#memory.note(this.#idMark(id));
        return true;
      },
    });
  }

  /** Whether the record is one that was held back, written again: in a fork, a rewritten file, another form. */
  isCopy(record: unknown): boolean {
    return ownIdsOf(record).some((id) => this.#memory.has(this.#idMark(id)));
  }

  /**
   * The record without what was written during pauses; the very same object when there is nothing of it in it.
   * `isPausedAt`: whether a part of it that states this time was written during one.
   */
  strike(record: unknown, isPausedAt: (at: number) => boolean): Strike {
    return strikeRecord(record, {
      knows: (sentence, where) => this.#knows(sentence, where),
      knowsBeginning: (sentence) => this.#knowsBeginning(sentence),
      isHeld: (object, at) =>
        (at !== undefined && isPausedAt(at)) ||
        idsOf(object).some((id) => this.#memory.has(this.#idMark(id))),
    });
  }

  noteLine(line: Uint8Array | string): void {
    this.#memory.noteLine(this.#lineMark(line));
  }

  /** For a reading from the beginning: as often as a line was held back, it is again. */
  holdsLine(line: Uint8Array): boolean {
    const mark = this.#lineMark(line);
    const held = this.#memory.linesLike(mark);
    if (held === 0) return false;
    const key = `${mark.high} ${mark.low}`;
    const used = this.#used.get(key) ?? 0;
    this.#used.set(key, used + 1);
    return used < held;
  }

  noteRow(part: string, id: string): void {
    if (!this.holdsRow(part, id)) this.noteLine(rowName(part, id));
  }

  holdsRow(part: string, id: string): boolean {
    return this.#memory.linesLike(this.#lineMark(rowName(part, id))) > 0;
  }

  #learnText(text: string, { voice }: Where, before: SaidBefore): void {
    const sentences = sentencesOf(text);
    const whole = wholeOf(sentences);
    if (!whole || before.has(whole)) return;
    for (const sentence of sentences) this.#learnSentence(sentence, voice, before, sentences.length === 1);
    if (sentences.length > 1) this.#learnSentence(whole, voice, before, true);
  }

  #learnSentence(sentence: Sentence, voice: Voice, before: SaidBefore, isWhole: boolean): void {
    const weight = weightOf(sentence);
    const { spoken, words } = sentence;
    const needed = least[voice];
    const isLong = spoken >= needed.words && weight >= needed.weight;
    const isExact = isWhole && voice !== 'machine' && weight >= leastExact;
    const isShort = spoken >= needed.wordsInSession && weight >= needed.weightInSession;
    if (!isLong && !isExact && !isShort) return;
    if (isAgentsOwn(sentence) || before.has(sentence)) return;
    const marks = this.#marksOf(sentence);
    if (voice === 'machine') {
      this.#memory.noteShown(marks.shown);
      return;
    }
    if (isLong) this.#memory.note(marks.said);
    else if (isShort) this.#memory.note(marks.inSession);
    if (isExact) this.#memory.note(marks.exact);
    if (voice !== 'person') return;
    for (let count = leastPrefix; count < Math.min(words.length, longestPrefix); count++)
      this.#memory.note(this.#beginningMark(words, count));
  }

  #knows(sentence: Sentence, { voice, isRepeat }: Where): boolean {
    if (sentence.spoken < least.person.wordsInSession && !isRepeat) return false;
    const marks = this.#marksOf(sentence);
    if (this.#memory.has(marks.said)) return true;
    if (isRepeat && this.#memory.has(marks.exact)) return true;
    if (voice === 'machine' && !isRepeat) return false;
    return this.#memory.has(marks.shown) || this.#memory.has(marks.inSession);
  }

  /** The last word may be cut, too. */
  #knowsBeginning({ words }: Sentence): boolean {
    for (const count of [words.length, words.length - 1])
      if (
        count >= leastPrefix &&
        this.#memory.has(this.#beginningMark(words, Math.min(count, longestPrefix - 1)))
      )
        return true;
    return false;
  }

  #marksOf({ words }: Sentence): Marks {
    const digest = this.#memory.digest(`words ${words.join(' ')}`);
    return {
      said: markIn(digest, 0),
      shown: markIn(digest, 8),
      inSession: this.#salted(markIn(digest, 16)),
      exact: this.#salted(markIn(digest, 24)),
    };
  }

  #salted({ high, low }: ShortDigest): ShortDigest {
    this.#salt ??= markIn(this.#memory.digest(`session ${this.#session}`), 0);
    return { high: (high ^ this.#salt.high) >>> 0, low: (low ^ this.#salt.low) >>> 0 };
  }

  #beginningMark = (words: readonly string[], count: number): ShortDigest =>
    markIn(this.#memory.digest(`beginning ${words.slice(0, count).join(' ')}`), 0);

  #idMark = (id: string): ShortDigest => markIn(this.#memory.digest(`id ${id}`), 0);

  #lineMark(line: Uint8Array | string): ShortDigest {
    const content = typeof line === 'string' ? Buffer.from(line) : line;
    return markIn(this.#memory.digest(Buffer.concat([Buffer.from(`line ${this.#session} `), content])), 0);
  }

  #isOfSession = (id: string): boolean => this.#session.endsWith(`/${id}`);
}

const rowName = (part: string, id: string): string => `row ${part} ${id}`;
