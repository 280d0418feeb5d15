/** So many texts are kept, of a length at which comparing is cheaper than reading, and holding them is. */
const COUNT = 12;
const SHORTEST = 64;
const LONGEST = 1 << 16;

/**
 * The last texts in which nothing was found. Records say the same thing twice and more (what a tool gave back stands in
 * the message and beside it, prompts and folders come again): between a tenth and a third of all that is read.
 */
export class Seen {
  readonly #texts: string[] = Array(COUNT).fill('');
  #next = 0;
  #revision = 0;

  /** What was learned since may stand in what was clean before. */
  forgetUnless(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#texts.fill('');
  }

  has(text: string): boolean {
    if (text.length < SHORTEST || text.length > LONGEST) return false;
    for (let i = 0; i < COUNT; i++) if (this.#texts[i] === text) return true;
    return false;
  }

  add(text: string): void {
    if (text.length < SHORTEST || text.length > LONGEST) return;
    this.#texts[this.#next] = text;
    this.#next = (this.#next + 1) % COUNT;
  }
}
