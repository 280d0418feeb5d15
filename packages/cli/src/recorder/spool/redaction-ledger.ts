import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Findings } from '@debrief/redaction';
import { appendInto } from '../../disk.ts';

/** What was redacted in one event of a batch. */
export interface Redacted {
  /** Place in its batch, from 0. */
  index: number;
  eventType: string;
  rules: Findings;
}

/** The same, with the event's number in its session. */
export interface LedgerLine {
  /** `keyOf` the session. */
  session: string;
  event: number;
  eventType: string;
  rules: Findings;
}

/** The session a batch belongs to: its key, its id, and how many events it had before the batch. */
export interface BatchPlace {
  session: string;
  id: string;
  before: number;
}

const folderOf = (directory: string): string => join(directory, 'redactions');

/**
 * Notes which rules struck in which events; never what they struck. After a crash a batch may be noted again:
 * reading takes each event once.
 */
export async function noteRedactions(
  directory: string,
  { session, id, before }: BatchPlace,
  redacted: readonly Redacted[] = [],
): Promise<void> {
  if (redacted.length === 0) return;
  const lines = redacted.map(({ index, eventType, rules }) => {
    const line: LedgerLine = { session, event: before + index + 1, eventType, rules };
    return JSON.stringify(line);
  });
  // The newline in front ends a line that a crash tore.
  const text = `\n${lines.join('\n')}\n`;
  await appendInto(join(folderOf(directory), `${id}.jsonl`), text);
}

/** Everything noted so far, by session and event. Safe beside a running recorder. */
export async function readRedactions(directory: string): Promise<LedgerLine[]> {
  const names = await readdir(folderOf(directory)).catch(() => []);
  const lines = new Map<string, LedgerLine>();
  for (const name of names) {
    const text = await readFile(join(folderOf(directory), name), 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      // Blank, or torn by a crash; then its batch is noted again.
      try {
        const noted = JSON.parse(line) as LedgerLine;
        lines.set(`${noted.session}#${noted.event}`, noted);
      } catch {}
    }
  }
  return [...lines.values()].sort((a, b) =>
    a.session === b.session ? a.event - b.event : a.session < b.session ? -1 : 1,
  );
}

/** Adds up, in place. */
export function addFindings(sum: Findings, more: Findings): Findings {
  for (const rule in more) sum[rule] = (sum[rule] ?? 0) + (more[rule] ?? 0);
  return sum;
}
