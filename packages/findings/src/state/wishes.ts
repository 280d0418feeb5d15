import type { Act } from '../acts/act.ts';
import type { Wished } from '../acts/state-act.ts';
import { Bans } from './bans.ts';
import type { Wish } from './wish.ts';

/** Wishes that hold for what was just talked about; the others hold until they are taken back. */
const momentary: ReadonlySet<Wish> = new Set([
  'discard',
  'delete',
  'database',
  'teardown',
  'kill',
  'skip',
  'history',
]);
const rework =
  /^(?:refactor|restructur|reorgani[sz]|split|extract|rewrit|simplif|mov(?:e|ing|ed)$|migrat|replac|consolidat|merg(?:e|ing)$|dedup|renam|convert|port(?:ing)?$|cleanup|clean$|tidy|prun|obsolete|legacy|unused|dead$|deprecat|drop$|remov|delet|regenerat|scaffold|rebuild)/;
/** Words that say by themselves what a program is told to do. */
const plainly =
  /^(?:upload|publish|scale|drain|cordon|uninstall|deploy|merge|rollback|redeploy|purge|truncate|flush)$/;
const refusing = /^(?:not|don|never|without|avoid|instead|doesn|shouldn|nothing)$/;
/** “The plan wants to replace our database” orders nothing. */
const isTale = /^(?:wants|tries|tried|seems|would|will|might|does|did|going|about|refuses|fails|failed)$/;
const maxWords = 2000;
/** “Check whether we could publish this.” */
const readies = /^(?:whether|ready|prepare|draft|plan|simulate|scripts?|workflow|dry|dry-run)$/;
/** “Add a delete button”, “the publish date”: what stands so is a thing of the program, and nobody's order. */
const bringsIn = /^(?:add|implement|build|create|introduce|show|design|render)$/;
const shows =
  /^(?:buttons?|switch(?:es)?|links?|icons?|dates?|events?|states?|status|flags?|pages?|dialogs?|modals?|menus?|handlers?|endpoints?|hooks?|methods?|functions?|actions?|options?|columns?|fields?|notifications?|messages?)$/;
const isThing = (words: readonly string[], at: number): boolean =>
  bringsIn.test(words[at - 1] ?? '') || shows.test(words[at + 1] ?? '');

/** A prompt and what was said after it. */
const recent = 2;

/** Who asked for what was done, followed through a session. */
export class Wishes {
  readonly #heard: Wished[] = [];
  readonly #named = new Names();
  /** What the agent had named when the person said yes. */
  readonly #agreed = new Names();
  /** What the agent named last, when it asked whether it should. */
  #offered: readonly string[] = [];
  readonly bans = new Bans();

  follow(act: Act): void {
    if (act.lane !== undefined) return;
    if (act.kind === 'said') this.#offered = act.offered ?? [];
    if (act.kind !== 'wish') return;
    this.#heard.push(act);
    this.bans.hear(act);
    this.#named.add(act.words);
    if (act.isYes) this.#agreed.add(this.#offered);
    this.#offered = [];
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
      named.has(word) || (/[/-]/.test(word) && word.split(/[/-]/).every((part) => named.has(part)));
    return this.#heard.slice(-recent).some(({ words }) =>
      words.some((word, at) => {
        if (!acting.test(word) || words.slice(Math.max(0, at - 3), at).some((one) => refusing.test(one)))
          return false;
        if (isThing(words, at) || isTale.test(words[at - 1] ?? '')) return false;
        if (plainly.test(word) && words.slice(Math.max(0, at - 8), at).some((one) => readies.test(one)))
          return false;
        return (plainly.test(word) && named.has(word)) || words.slice(at + 1, at + 9).some(isNamed);
      }),
    );
  }

  /** Whether they used the word in what they said last. */
  saysLately(word: string): boolean {
    return this.#heard.slice(-recent).some(({ words }) => words.includes(word));
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

  /** Whether a person named it, or agreed to it by its name: the whole path, or its last part. */
  names(thing: string): boolean {
    return this.#named.has(thing) || this.#agreed.has(thing);
  }

  /** Whether a person said yes when the agent had named it. */
  agreesTo(thing: string): boolean {
    return this.#agreed.has(thing);
  }
}

/** Words of texts, to find things in by their names. */
class Names {
  readonly #words = new Set<string>();
  /** Those of them that are paths, from their first folder on. */
  readonly #paths = new Set<string>();

  add(words: readonly string[]): void {
    for (const word of words) {
      if (this.#words.size >= maxWords) break;
      this.#words.add(word);
      if (word.includes('/')) this.#paths.add(word.replace(/^[.~]?\//, ''));
    }
  }

  has(thing: string): boolean {
    const plain = thing.replace(/\/{1,2}$/, '').toLowerCase();
    const last = plain.slice(plain.lastIndexOf('/') + 1);
    return (
      this.#words.has(plain) ||
      (last.length > 2 &&
        (this.#words.has(last) || (last.startsWith('.') && this.#words.has(last.slice(1))))) ||
      (plain.length > 5 && this.#isEndOf(plain))
    );
  }

  #isEndOf(plain: string): boolean {
    for (const path of this.#paths) if (plain.endsWith(path)) return true;
    return false;
  }
}
