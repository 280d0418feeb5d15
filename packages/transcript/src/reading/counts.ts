import type { Entry } from '../entry.ts';
import { putField } from '../json.ts';

/** What happened in a turn. Sub-agents' work counts in the turn that started them. */
export interface TurnCounts {
  entries: number;
  steps: number;
  edits: number;
  errors: number;
  denials: number;
  /** Questions and plans shown to a person, refusals, modes switched, interruptions. */
  decisions: number;
  subagents: number;
  compactions: number;
  commits: number;
  /** Changes per path. */
  files: Record<string, number>;
}

const names = [
  'entries',
  'steps',
  'edits',
  'errors',
  'denials',
  'decisions',
  'subagents',
  'compactions',
  'commits',
] as const;

export const noCounts = (): TurnCounts => ({
  entries: 0,
  steps: 0,
  edits: 0,
  errors: 0,
  denials: 0,
  decisions: 0,
  subagents: 0,
  compactions: 0,
  commits: 0,
  files: {},
});

/** `to` less `sign` times `from`, in place; a path without changes goes. */
export function subtract(to: TurnCounts, from: Partial<TurnCounts>, sign: 1 | -1): void {
  // Most counts are of one or two things: what is not there is not touched.
  for (const name of names) {
    const count = from[name];
    if (count !== undefined) to[name] = (to[name] ?? 0) - sign * count;
  }
  if (!from.files) return;
  for (const [path, changes] of Object.entries(from.files)) {
    const left = (Object.hasOwn(to.files, path) ? (to.files[path] ?? 0) : 0) - sign * changes;
    if (left === 0) delete to.files[path];
    else putField(to.files, path, left);
  }
}

/** A commit, by its command line; the line is at most 200 characters long. */
const commit = /\bgit\b[^\n;|&]{0,200}\bcommit\b/;

export function countsOf(entry: Entry): Partial<TurnCounts> {
  const counts: Partial<TurnCounts> = { entries: 1 };
  if (entry.kind === 'error') counts.errors = 1;
  if (entry.kind === 'compaction') counts.compactions = 1;
  if (entry.kind === 'interruption' || entry.kind === 'decision') counts.decisions = 1;
  if (entry.kind === 'approval' && entry.decision === 'denied') counts.denials = 1;
  if (!('outcome' in entry) || isBeside(entry)) return counts;
  counts.steps = 1;
  if (entry.kind === 'subagent') counts.subagents = 1;
  if (entry.outcome === 'error') counts.errors = 1;
  // A plan sent back and a question dismissed are answers: nothing was kept from running.
  if (entry.outcome === 'denied' && entry.kind !== 'decision') counts.denials = 1;
  if (entry.tool === 'shell' && entry.outcome === 'ok' && commit.test(entry.title)) counts.commits = 1;
  if (entry.kind !== 'tool' || !isDone(entry)) return counts;
  for (const change of entry.changes ?? []) {
    counts.edits = (counts.edits ?? 0) + 1;
    counts.files ??= {};
    subtract(counts as TurnCounts, { files: { [change.movedTo ?? change.path]: 1 } }, -1);
  }
  return counts;
}

/** A decision that is an entry beside the call it is about, or beside any. */
export const isBeside = (entry: Entry): boolean =>
  entry.kind === 'decision' && (entry.about === 'permission' || entry.about === 'mode');

/** A call that is still running, failed or was refused has changed nothing. */
export const isDone = (entry: { outcome: string }): boolean =>
  entry.outcome === 'ok' || entry.outcome === 'unknown';
