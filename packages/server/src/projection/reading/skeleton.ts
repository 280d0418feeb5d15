import { skeletonCodes, skeletonFlags } from '@debrief/contract/skeleton-codes';
import type { ClippedEntry } from '@debrief/transcript';

/** One entry in a line of the list: what a reader needs to know of entries that it does not show. */
export interface Bone {
  kind: string;
  outcome: string;
  flags: number;
  sequence: number;
  /** Of the last record that contributed. */
  last: number;
}

const codeOf = (table: Record<string, string>, name: string | undefined): string =>
  (name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined) ?? '-';

/** Kinds that a reader switches on and off apart from each other. */
function kindOf(entry: ClippedEntry): string {
  if (entry.kind === 'tool') return `tool:${entry.tool}`;
  return entry.kind === 'notice' && entry.level === 'context' ? 'notice:context' : entry.kind;
}

export function boneOf(entry: ClippedEntry): Bone {
  const outcome = 'outcome' in entry ? entry.outcome : undefined;
  const flag = (name: keyof typeof skeletonFlags, isSet: boolean) => (isSet ? skeletonFlags[name] : 0);
  const hasEdit =
    entry.kind === 'tool' && (outcome === 'ok' || outcome === 'unknown') && (entry.changes?.length ?? 0) > 0;
  return {
    kind: codeOf(skeletonCodes.kinds, kindOf(entry)),
    outcome: codeOf(skeletonCodes.outcomes, outcome),
    flags:
      flag('error', entry.kind === 'error' || outcome === 'error') |
      flag('denied', outcome === 'denied' || (entry.kind === 'approval' && entry.decision === 'denied')) |
      flag('edit', hasEdit) |
      flag('retracted', entry.retracted === true) |
      flag(
        'decision',
        entry.kind === 'decision' || entry.kind === 'interruption' || entry.kind === 'approval',
      ) |
      flag('clipped', entry.clipped !== undefined),
    sequence: entry.sequences[0] ?? 0,
    last: entry.sequences.at(-1) ?? 0,
  };
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Columns of one page; sequences as differences to the one before. */
export function skeletonText(from: number, bones: readonly Bone[]): string {
  let before = 0;
  const sequences = bones.map(({ sequence }) => {
    const step = sequence - before;
    before = sequence;
    return step;
  });
  return JSON.stringify({
    from,
    kinds: bones.map(({ kind }) => kind).join(''),
    outcomes: bones.map(({ outcome }) => outcome).join(''),
    flags: bones.map(({ flags }) => digits[flags] ?? 'A').join(''),
    sequences,
  });
}
