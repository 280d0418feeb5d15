import type { Run } from '../acts/act.ts';
import { shownLine } from './lines.ts';

const longestRead = 20_000;
const maxFiles = 30;

/** A file at the beginning of a line: alone, as the heading of its faults, or with the place of one behind it. */
const namesFile =
  /^\s{0,4}(?:-->\s)?((?:[A-Za-z]:)?[\\/]?(?:[\w.@-]{1,100}[\\/]){0,20}[\w.@-]{1,100}\.\w{1,8})(?::\d{1,6}|\(\d{1,6}|\s{0,4}$)/;

/** The files that a linter or a type checker names in what it prints. */
export function faultFilesIn(text: string | undefined): Pick<Run, 'faultFiles'> {
  if (text === undefined) return {};
  const found = new Set<string>();
  for (const line of text.slice(0, longestRead).split('\n')) {
    const file = namesFile.exec(shownLine(line.slice(0, 600)))?.[1];
    if (file !== undefined) found.add(file.replaceAll('\\', '/').replace(/^\.\//, '').slice(-200));
    if (found.size >= maxFiles) break;
  }
  return found.size === 0 ? {} : { faultFiles: [...found] };
}
