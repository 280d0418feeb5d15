import { type FileChange, hunksOf } from '@debrief/transcript';
import { lineHash } from './line.ts';

/** Lines of one call that are looked at. */
const maxLines = 20_000;

/** Hashes of the lines that changes add; a line that only moved within a change is not added. */
export function addedHashes(changes: readonly FileChange[]): number[] {
  const hashes = new Set<number>();
  let looked = 0;
  for (const change of changes) {
    const removed = new Set<number>();
    const added: number[] = [];
    for (const { lines } of hunksOf(change)) {
      for (const line of lines) {
        if (looked++ >= maxLines) break;
        const hash = line[0] === '+' || line[0] === '-' ? lineHash(line.slice(1)) : undefined;
        if (hash === undefined) continue;
        if (line[0] === '+') added.push(hash);
        else removed.add(hash);
      }
    }
    for (const hash of added) if (!removed.has(hash)) hashes.add(hash);
  }
  return [...hashes];
}
