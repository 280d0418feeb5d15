import type { Draft, Entry } from '../entry.ts';
import type { Store } from '../store.ts';

/** Writes entries of the current record, and remembers between records. */
export class EntryPen {
  /** The record has become (part of) an entry. */
  wrote = false;
  /** The record is bookkeeping of the agent, counted under this name. */
  label: string | undefined;
  at: string | undefined;
  lane: string | undefined;
  readonly #store: Store;
  /** JSON only, so that a fold can be saved. */
  readonly #memory: Map<string, unknown>;

  constructor(store: Store, memory: Map<string, unknown>) {
    this.#store = store;
    this.#memory = memory;
  }

  /** A new entry, or the new state of the one under `key`. */
  put(given: Draft, key?: string): void {
    this.wrote = true;
    const draft = given.kind === 'thinking' ? thoughtOf(given, key ? this.get(key) : undefined) : given;
    if (key !== undefined && this.#store.change(key, draft)) return;
    this.#store.add({ ...(this.at !== undefined && { at: this.at }), ...draft }, key);
  }

  /** Completes the entry under `key`; false when there is none. */
  change(key: string, patch: Partial<Draft>): boolean {
    const done = this.#store.change(key, patch);
    if (done) this.wrote = true;
    return done;
  }

  /** Adds to the text of the entry under `key`; false when there is none. */
  append(key: string, text: string): boolean {
    const done = this.#store.append(key, text);
    if (done) this.wrote = true;
    return done;
  }

  get(key: string): Entry | undefined {
    return this.#store.get(key);
  }

  /** The record says nothing a person reads. */
  meta(label: string): void {
    this.label ??= label;
  }

  /** Memory of this conversation: a sub-agent does not see its parent's. */
  recall<T>(key: string): T | undefined {
    return this.#memory.get(`${this.lane ?? ''}\u0000${key}`) as T | undefined;
  }
  remember(key: string, value: unknown): void {
    const name = `${this.lane ?? ''}\u0000${key}`;
    if (value === undefined) this.#memory.delete(name);
    else this.#memory.set(name, value);
  }
  global<T>(key: string): T | undefined {
    return this.#memory.get(key) as T | undefined;
  }
  /** A number not given before in this transcript, for things the agent did not name. */
  serial(): number {
    const serial = this.global<number>('serial') ?? 0;
    this.setGlobal('serial', serial + 1);
    return serial;
  }
  setGlobal(key: string, value: unknown): void {
    this.#memory.set(key, value);
  }
}

/** A thought without words is marked as not recorded, and the mark goes when the words come. */
function thoughtOf(draft: Draft & { kind: 'thinking' }, before: Entry | undefined): Draft {
  if (draft.text.trim() === '') return { ...draft, text: '', hidden: true };
  const wasHidden = before?.kind === 'thinking' && before.hidden;
  return wasHidden ? ({ ...draft, hidden: undefined } as unknown as Draft) : draft;
}
