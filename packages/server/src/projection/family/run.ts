import type { LinkValues } from '../links/port.ts';
import type { Work } from './keep.ts';

/** SQLite takes `?1` where PostgreSQL takes `$1`. */
export const numbered = (text: string): string => text.replaceAll(/\$(\d+)/g, '?$1');

/** In the file of what is derived there is no other schema. */
export const inFile = (text: string): string => numbered(text.replaceAll('projection.', ''));

/** Of a database that answers at once: SQLite's file of what is derived. */
export function doneAtOnce<Result>(
  work: Work<Result>,
  rows: (text: string, values: LinkValues) => readonly object[],
): Result {
  let next = work.next();
  while (!next.done) {
    const [text, values] = next.value;
    next = work.next(rows(inFile(text), values));
  }
  return next.value;
}

export async function done<Result>(
  work: Work<Result>,
  rows: (text: string, values: LinkValues) => Promise<readonly object[]>,
): Promise<Result> {
  let next = work.next();
  while (!next.done) {
    const [text, values] = next.value;
    next = work.next(await rows(text, values));
  }
  return next.value;
}
