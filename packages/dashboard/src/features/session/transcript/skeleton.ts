import { type Skeleton, skeletonCodes, skeletonFlags, type TranscriptEntry } from '@debrief/contract';

export type KindName = keyof typeof skeletonCodes.kinds;

/** Kinds by the code they have in a skeleton; `undefined` for an entry nothing is known of yet. */
const kindNames: (KindName | undefined)[] = [];
for (const [name, code] of Object.entries(skeletonCodes.kinds))
  kindNames[code.charCodeAt(0)] = name as KindName;

export const kindCode = (name: KindName): number => skeletonCodes.kinds[name].charCodeAt(0);
export const kindName = (code: number): KindName | undefined => kindNames[code];

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitValues = new Uint8Array(128);
for (let at = 0; at < digits.length; at++) digitValues[digits.charCodeAt(at)] = at;

/**
 * What is known of every entry of one lane: kind, flags and sequence, in columns. A million entries take six
 * megabytes. An entry whose kind is 0 is there, but nothing more is known of it yet.
 */
export class LaneSkeleton {
  length = 0;
  kinds = new Uint8Array(64);
  flags = new Uint8Array(64);
  sequences = new Int32Array(64);

  /** Makes room for entries that are only counted so far. Entries past the new end are forgotten. */
  resize(length: number): void {
    if (length > this.kinds.length) {
      const capacity = Math.max(length, this.kinds.length * 2);
      this.kinds = copied(this.kinds, new Uint8Array(capacity));
      this.flags = copied(this.flags, new Uint8Array(capacity));
      this.sequences = copied(this.sequences, new Int32Array(capacity));
    }
    if (length < this.length) this.kinds.fill(0, length, this.length);
    this.length = length;
  }

  /** Takes what the server says of the lane, from some part of it to its end. */
  apply({ parts, total }: Pick<Skeleton, 'parts' | 'total'>): void {
    this.resize(total);
    const { kinds, flags, sequences } = this;
    for (const part of parts) {
      let sequence = 0;
      const end = Math.min(part.kinds.length, total - part.from);
      for (let at = 0; at < end; at++) {
        sequence += part.sequences[at] ?? 0;
        kinds[part.from + at] = part.kinds.charCodeAt(at);
        flags[part.from + at] = digitValues[part.flags.charCodeAt(at)] ?? 0;
        sequences[part.from + at] = sequence;
      }
    }
  }

  /** Takes one entry as it is now; it may be the next new one. */
  set(index: number, entry: TranscriptEntry): void {
    if (index >= this.length) this.resize(index + 1);
    const { kind, tool, outcome, decision } = entry as TranscriptEntry & {
      tool?: string;
      outcome?: string;
      decision?: string;
    };
    const { changes, level, retracted } = entry as TranscriptEntry & {
      changes?: unknown[];
      level?: string;
      retracted?: boolean;
    };
    const name = kind === 'tool' ? `tool:${tool}` : level === 'context' ? 'notice:context' : kind;
    const code = (skeletonCodes.kinds as Record<string, string>)[name] ?? '-';
    const flag = (of: keyof typeof skeletonFlags, isSet: boolean) => (isSet ? skeletonFlags[of] : 0);
    const isDone = outcome === 'ok' || outcome === 'unknown';
    this.kinds[index] = code.charCodeAt(0);
    this.sequences[index] = entry.sequences[0] ?? 0;
    this.flags[index] =
      flag('error', kind === 'error' || outcome === 'error') |
      flag('denied', outcome === 'denied' || (kind === 'approval' && decision === 'denied')) |
      flag('edit', kind === 'tool' && isDone && (changes?.length ?? 0) > 0) |
      flag('retracted', retracted === true) |
      flag('decision', kind === 'decision' || kind === 'interruption' || kind === 'approval') |
      flag('clipped', entry.clipped !== undefined);
  }

  has(index: number, flag: keyof typeof skeletonFlags): boolean {
    return ((this.flags[index] ?? 0) & skeletonFlags[flag]) !== 0;
  }

  /** How many entries of the lane have a kind. */
  count(wanted: (kind: KindName) => boolean): number {
    let found = 0;
    for (let at = 0; at < this.length; at++) {
      const name = kindNames[this.kinds[at] ?? 0];
      if (name !== undefined && wanted(name)) found++;
    }
    return found;
  }
}

function copied<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
