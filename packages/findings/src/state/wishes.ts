import type { Act } from '../acts/act.ts';
import type { Wished } from '../acts/state-act.ts';
import type { Wish } from './wish.ts';

/** Wishes that hold for what was just talked about; the others hold until they are taken back. */
const momentary: ReadonlySet<Wish> = new Set(['discard', 'delete', 'database', 'kill', 'skip', 'history']);
const rework =
  /^(?:refactor|restructur|reorgani[sz]|split|extract|rewrit|simplif|mov(?:e|ing|ed)$|migrat|replac|consolidat|merg(?:e|ing)$|dedup|renam|convert|port(?:ing)?$|cleanup|clean$|tidy|prun|obsolete|legacy|unused|dead$|deprecat|drop$|remov|delet|regenerat|scaffold|rebuild)/;
/** Words that say by themselves what a program is told to do. */
const plainly =
  /^(?:upload|publish|scale|drain|cordon|uninstall|deploy|merge|rollback|redeploy|purge|truncate|flush)$/;
const refusing = /^(?:not|don|never|without|avoid|instead|doesn|shouldn|nothing)$/;
const maxWords = 2000;
/** A prompt and what was said after it. */
const recent = 2;

/** Who asked for what was done, followed through a session. */
export class Wishes {
  readonly #heard: Wished[] = [];
  readonly #words = new Set<string>();
  /** Those of them that are paths, from their first folder on. */
  readonly #paths = new Set<string>();

  follow(act: Act): void {
    if (act.kind !== 'wish' || act.lane !== undefined) return;
    this.#heard.push(act);
    for (const word of act.words) {
      if (this.#words.size >= maxWords) break;
      this.#words.add(word);
      if (word.includes('/')) this.#paths.add(word.replace(/^[.~]?\//, ''));
    }
  }

  /** Nobody's words are in the record, so nobody can be said not to have asked. */
  get isSilent(): boolean {
    return this.#heard.length === 0;
  }

  /** The person wants code moved, replaced or tidied up: then much goes that stands elsewhere afterwards. */
  get isRework(): boolean {
    return [...this.#heard.slice(0, 1), ...this.#heard.slice(-3)].some(({ words }) =>
      words.some((word) => rework.test(word)),
    );
  }

  /** “Remove my crontab”, “restart nginx”: what shall be done, and right behind it a thing by its name. */
  commands(acting: RegExp, things: readonly string[]): boolean {
    const named = new Set(things.filter(({ length }) => length > 2).map((thing) => thing.toLowerCase()));
    const isNamed = (word: string) =>
      named.has(word) || (word.includes('/') && word.split('/').every((part) => named.has(part)));
    return this.#heard.slice(-recent).some(({ words }) =>
      words.some((word, at) => {
        if (!acting.test(word) || words.slice(Math.max(0, at - 3), at).some((one) => refusing.test(one)))
          return false;
        return (plainly.test(word) && named.has(word)) || words.slice(at + 1, at + 9).some(isNamed);
      }),
    );
  }

  asks(wish: Wish): boolean {
    if (momentary.has(wish)) return this.#heard.slice(-recent).some(({ asks }) => asks.includes(wish));
    return this.#last(wish) === 'asks';
  }

  forbids(wish: Wish): boolean {
    return this.#last(wish) === 'forbids';
  }

  #last(wish: Wish): 'asks' | 'forbids' | undefined {
    const last = this.#heard.findLast(({ asks, forbids }) => asks.includes(wish) || forbids.includes(wish));
    return last && (last.forbids.includes(wish) ? 'forbids' : 'asks');
  }

  #isEndOf(plain: string): boolean {
    for (const path of this.#paths) if (plain.endsWith(path)) return true;
    return false;
  }

  /** Whether a person named it: the whole path, or its last part. */
  names(thing: string): boolean {
    const plain = thing.replace(/\/{1,2}$/, '').toLowerCase();
    const last = plain.slice(plain.lastIndexOf('/') + 1);
    return (
      this.#words.has(plain) ||
      (last.length > 2 &&
        (this.#words.has(last) || (last.startsWith('.') && this.#words.has(last.slice(1))))) ||
      (plain.length > 5 && this.#isEndOf(plain))
    );
  }
}
