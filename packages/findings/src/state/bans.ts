import type { Wished } from '../acts/state-act.ts';
import type { FileKind } from '../file.ts';
import { isBelow } from './ruled-out.ts';

const maxPaths = 50;

/** What a person ruled out and has not taken back. */
export class Bans {
  #change = false;
  #commit = false;
  #depend = false;
  readonly #paths = new Set<string>();
  readonly #kinds = new Set<FileKind>();

  hear({ ruledOut = {}, asks, isYes, words }: Wished): void {
    // Whatever they say next may be the order to begin.
    this.#change = ruledOut.change ?? false;
    if (ruledOut.commit !== undefined) this.#commit = !ruledOut.commit;
    else if (isYes || asks.some((wish) => wish === 'push' || wish === 'merge' || wish === 'publish'))
      this.#commit = false;
    if (ruledOut.depend) this.#depend = true;
    else if (asks.includes('depend')) this.#depend = false;
    // Speaking of it again may be an order to work on it.
    for (const path of this.#paths)
      if (isYes || words.some((word) => isBelow(word, path) || isBelow(path, word))) this.#paths.delete(path);
    if (isYes) this.#kinds.clear();
    for (const kind of this.#kinds) if (words.some((word) => word.startsWith(kind))) this.#kinds.delete(kind);
    for (const path of ruledOut.paths ?? []) if (this.#paths.size < maxPaths) this.#paths.add(path);
    for (const kind of ruledOut.kinds ?? []) this.#kinds.add(kind);
  }

  /** Nothing was to be changed; they wanted an answer. */
  get isAll(): boolean {
    return this.#change;
  }

  get isCommit(): boolean {
    return this.#commit;
  }

  get isDependency(): boolean {
    return this.#depend;
  }

  isKind(kind: FileKind): boolean {
    return this.#kinds.has(kind);
  }

  /** What was to stay as it is, and lies there or above. */
  pathOf(changed: string): string | undefined {
    for (const path of this.#paths) if (isBelow(changed, path)) return path;
    return undefined;
  }
}
