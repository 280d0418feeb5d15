import { type ClippedEntry, type Entry, type FileChange, hunksOf, partText } from '@debrief/transcript';
import type { AskedPlace, FoundPlace } from '../../../domain/session/transcript-ports.ts';

/**
 * What an entry has of a place. A page shows an entry as it is stored or whole, so a place in either of them is one:
 * the difference of two texts that were cut can be longer than that of the whole ones.
 */
export async function findPlace(
  stored: ClippedEntry,
  asked: AskedPlace,
  whole: (stored: ClippedEntry) => Promise<Entry | undefined>,
): Promise<FoundPlace> {
  const found = placeIn(stored, asked);
  const again = stored.clipped ? await whole(stored) : undefined;
  if (!again) return found;
  const more = placeIn(again, asked);
  const length = Math.max(found.length ?? -1, more.length ?? -1);
  return {
    hasPath: found.hasPath || more.hasPath,
    hasLine: found.hasLine || more.hasLine,
    ...(length >= 0 && { length }),
  };
}

function placeIn(entry: Entry, { part, path, line }: AskedPlace): FoundPlace {
  const changes = (entry.kind === 'tool' && entry.changes) || [];
  const own = changes.filter((change) => change.path === path || change.movedTo === path);
  const length = part && partText(entry, part, part === 'change' ? path : undefined)?.length;
  return {
    hasPath: own.length > 0,
    hasLine: line !== undefined && own.some((change) => showsLine(change, line)),
    ...(length !== undefined && { length }),
  };
}

/** A line has a number before the change, after it, or both. */
const showsLine = (change: FileChange, line: number): boolean =>
  hunksOf(change).some(
    ({ oldStart, oldLines, newStart, newLines }) =>
      (line >= oldStart && line < oldStart + oldLines) || (line >= newStart && line < newStart + newLines),
  );
