import { dirname } from 'node:path';
import { isCovered, isPaused, type Pause } from '../pause.ts';

/**
 * What an agent asks has its own words in it, and those of a pause are never sent. Undefined where it may ask. Some
 * clients start their servers in the home folder, which says nothing of where they work.
 */
export function whyNotAsked(
  pauses: readonly Pause[],
  { folder, home }: { folder: string; home: string },
): string | undefined {
  const isUnknown = folder === home || folder === dirname(folder);
  const isHeld = pauses.some(
    (pause) => isPaused(pause) && isCovered(pause.repository, isUnknown ? undefined : folder),
  );
  return isHeld
    ? 'Recording is paused here, so nothing is asked: a question has words of the session in it. "debrief resume" ends the pause.'
    : undefined;
}
