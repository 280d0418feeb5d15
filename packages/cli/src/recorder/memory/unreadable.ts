import { readFile } from 'node:fs/promises';
import { Failure } from '../../failure.ts';

/** Whatever is remembered of pauses must be read before anything is sent: an error must not become a leak. */
export const unreadable = (path: string, cause?: unknown): Failure => {
  const why = (cause as NodeJS.ErrnoException | undefined)?.code;
  return new Failure(
    `${path}${why ? ` cannot be read (${why})` : ' is damaged'}. It tells what was written during pauses, so nothing is sent without it: mend it, or run "debrief disconnect" and "debrief forget" to give up what is remembered.`,
  );
};

/** Undefined: there is no such file. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}
