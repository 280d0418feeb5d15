import { join } from 'node:path';
import { writeDurably } from '../../disk.ts';
import { readIfThere, unreadable } from './unreadable.ts';

/** What a source that was not read grew by during a pause. */
export interface Growth {
  /** Its size when the pause began; what stands before is not of the pause. */
  from: number;
  /** How it looked when the pause began. */
  stamp: string;
  /** Its size when the pause ended. */
  to?: number;
  /** When the pause ended, for stores without places. */
  until?: number;
  /** It was read up to there: of use only to who reads it without its place, for another connection. */
  read?: true;
  /** The repository that was paused; absent for a pause everywhere. */
  repository?: string;
}

/** Path → growth. Sources that were read need no row: their place says what is new. */
export type GrowthTable = Record<string, Growth>;

const pathOf = (directory: string): string => join(directory, 'growth.json');

/** `earlier` is where versions before the memory kept it. */
export async function readGrowth(memory: string, earlier: string): Promise<GrowthTable> {
  for (const path of [pathOf(memory), pathOf(earlier)]) {
    const text = await readIfThere(path);
    if (text) return parse(text.toString(), path);
  }
  return {};
}

function parse(text: string, path: string): GrowthTable {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(path);
  }
}

export const writeGrowth = (directory: string, table: GrowthTable): Promise<void> =>
  writeDurably(pathOf(directory), JSON.stringify(table));
