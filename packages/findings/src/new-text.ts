import type { Act } from './acts/act.ts';

/** Of a session that writes more, what it writes from there on is not looked at. */
const most = 400_000;

/** Keeps what edits wrote within bounds; what is kept depends on the order of the acts alone. */
export class NewText {
  #length = 0;

  constructor(kept: Iterable<readonly Act[]>) {
    for (const acts of kept) this.#length += lengthOf(acts);
  }

  /** The acts as they are to be kept, in place of those of before. */
  bounded(acts: Act[], before: readonly Act[] = []): Act[] {
    this.#length -= lengthOf(before);
    const more = lengthOf(acts);
    if (more > 0 && this.#length + more > most) return acts.map(withoutText);
    this.#length += more;
    return acts;
  }
}

function lengthOf(acts: readonly Act[]): number {
  let length = 0;
  for (const act of acts)
    if (act.kind === 'edit') for (const hunk of act.written ?? []) length += hunk.length;
  return length;
}

function withoutText(act: Act): Act {
  if (act.kind !== 'edit') return act;
  const { written: _, ...rest } = act;
  return rest;
}
