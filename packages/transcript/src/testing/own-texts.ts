import type { Entry } from '../entry.ts';
import { createReader, fileHistories, type NetChange, netOfEdits, seenLines } from '../index.ts';
import { eventsOf, flatten } from './read-all.ts';
import { folded } from './written-model.ts';

/** What the records say themselves of the files they hold, read without the reader that is tried on them. */

interface Twin {
  type?: string;
  filePath?: string;
  oldString?: string;
  newString?: string;
  replaceAll?: boolean;
  content?: string;
  originalFile?: string | null;
  structuredPatch?: unknown;
  file?: { filePath: string; content: string; startLine: number; numLines: number; totalLines: number };
}

export interface HeldFile {
  /** As it was before the first edit; undefined when it was not there. */
  before: string | undefined;
  /** As the last edit left it, where that is recorded. */
  after: string | undefined;
}

/** Claude Code's results hold files whole: before an edit, as they were read, as they were written. */
export function heldFiles(records: readonly unknown[]): Map<string, HeldFile> {
  const held = new Map<string, HeldFile>();
  const read = new Map<string, string>();
  for (const record of records) {
    const twin = ((record ?? {}) as { toolUseResult?: Twin }).toolUseResult;
    if (typeof twin !== 'object' || twin === null) continue;
    const { file } = twin;
    if (file?.startLine === 1 && file.numLines === file.totalLines && !held.has(file.filePath))
      read.set(file.filePath, file.content);
    if (twin.filePath === undefined || twin.structuredPatch === undefined) continue;
    const known = held.get(twin.filePath);
    const before = twin.originalFile ?? (known ? known.after : read.get(twin.filePath));
    if (known) known.after = afterOf(twin, before);
    else if (twin.type === 'create' || before !== undefined)
      held.set(twin.filePath, { before, after: afterOf(twin, before) });
    else held.set(twin.filePath, { before: '\0', after: undefined });
  }
  for (const [path, { before }] of held) if (before === '\0') held.delete(path);
  return held;
}

function afterOf(twin: Twin, before: string | undefined): string | undefined {
  const { oldString, newString, content } = twin;
  if (content !== undefined) return content;
  if (before === undefined || oldString === undefined || newString === undefined) return undefined;
  // A text that is replaced by nothing takes its line break along.
  const old = newString === '' && before.includes(`${oldString}\n`) ? `${oldString}\n` : oldString;
  return twin.replaceAll ? before.split(old).join(newString) : before.replace(old, () => newString);
}

/** Fields in which agents keep differences as they show them. */
const rendered = new Set(['structuredPatch', 'diff', 'unified_diff', 'fileDiff', 'patch', 'filediff']);

/** Every line of every text in the records, but for what was made to be looked at. */
export function ownLines(records: readonly unknown[]): Set<string> {
  const lines = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const isPatch = value.includes('*** Begin Patch');
      for (const line of value.split('\n')) lines.add(isPatch ? line.slice(1) : line);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) if (!rendered.has(name)) visit(item);
    }
  };
  records.forEach(visit);
  return lines;
}

/** The net changes of a session's files, as the server would answer them. */
export function netChanges(
  agent: string,
  records: readonly unknown[],
): { path: string; net: NetChange; isMoved: boolean }[] {
  const events = eventsOf(records);
  const model = folded(agent, events, events.length || 1, false);
  const reader = createReader(agent);
  reader.feed(events);
  const entries = new Map<string, Entry>(flatten(reader.entries).map((entry) => [entry.id, entry]));
  return fileHistories(model.edits).map(({ path, was, edits, sights }) => {
    const kept = edits.filter(({ isRetracted }) => !isRetracted);
    const whole = kept.map(({ entry, sequence, place, command }) => {
      const call = entries.get(entry);
      return { sequence, command, change: call?.kind === 'tool' ? call.changes?.[place] : undefined };
    });
    const shown = sights.flatMap(({ entry }) => {
      const call = entries.get(entry);
      const seen = call && seenLines(call);
      const isDone = call?.kind === 'tool' && call.outcome === 'ok';
      return seen && isDone ? [{ sequence: call.sequences.at(-1) ?? 0, seen }] : [];
    });
    return { path, net: netOfEdits(whole, shown), isMoved: was !== undefined };
  });
}
