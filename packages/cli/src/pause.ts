import { realpathSync } from 'node:fs';

/**
 * A stretch of time in which nothing, or nothing of one repository, is captured. The process that holds the
 * recorder's lock begins it and ends it: it reads everything that is there at that moment, so that afterwards
 * the place in each file tells what was written before, during and after the pause.
 */
export interface Pause {
  /** Absent in settings that earlier versions wrote. */
  id?: string;
  from: number;
  to?: number;
  repository?: string;
  /** Everything written before the pause was read. */
  begun?: boolean;
  /** Everything written during the pause was read, and left out. */
  ended?: boolean;
}

export type PausePhase = 'beginning' | 'in force' | 'over';

export function phaseOf(pause: Pause, now = Date.now()): PausePhase {
  const isPast = pause.to !== undefined && pause.to <= now;
  if (pause.ended || (isPast && pause.id === undefined)) return 'over';
  return pause.begun ? 'in force' : 'beginning';
}

/** Whether a person would say that it is paused now. */
export const isPaused = (pause: Pause, now = Date.now()): boolean =>
  pause.from <= now && (pause.to === undefined || pause.to > now);

export const isWithin = ({ from, to }: Pause, at: number): boolean =>
  at >= from && at < (to ?? Number.POSITIVE_INFINITY);

/**
 * Whether what happened in `folder` belongs to the pause. A record of an unknown folder does: it may have
 * happened in the repository that is paused.
 */
export function isCovered(repository: string | undefined, folder: string | undefined): boolean {
  if (repository === undefined || folder === undefined) return true;
  return isBelow(repository, folder) || isBelow(canonical(repository), canonical(folder));
}

const isBelow = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(`${folder.replace(/[\\/]$/, '')}/`) || path.startsWith(`${folder}\\`);

const canonicalPaths = new Map<string, string>();

/** Without symbolic links; agents and people name the same folder by different paths. */
export function canonical(path: string): string {
  const known = canonicalPaths.get(path);
  if (known !== undefined) return known;
  let real = path;
  try {
    real = realpathSync(path);
  } catch {
    // A folder that is gone keeps the name it had.
  }
  if (canonicalPaths.size > 10_000) canonicalPaths.clear();
  canonicalPaths.set(path, real);
  return real;
}
