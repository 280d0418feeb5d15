import {
  type Accounting,
  createReader,
  type Entry,
  type PriceList,
  type Summary,
  type TranscriptEvent,
} from '../index.ts';

export function eventsOf(records: readonly unknown[]): TranscriptEvent[] {
  return records.map((payload, i) => ({ sequence: i + 1, eventType: 'test', payload }));
}

export interface ReadAll {
  entries: readonly Entry[];
  summary: Summary;
  accounting: Accounting;
  /** Kind and main text of each entry: enough to say what a transcript became. */
  told: string[];
}

export function readAll(agentId: string, records: readonly unknown[], prices?: PriceList): ReadAll {
  const reader = createReader(agentId, prices);
  reader.feed(eventsOf(records));
  return {
    entries: reader.entries,
    summary: reader.summary(),
    accounting: reader.accounting(),
    told: reader.entries.map(tell),
  };
}

export function tell(entry: Entry): string {
  if ('outcome' in entry) return `${entry.kind} ${entry.name}: ${entry.title} = ${entry.outcome}`;
  if (entry.kind === 'notice') return `notice ${entry.label}: ${entry.text}`;
  if (entry.kind === 'approval') return `approval ${entry.decision}: ${entry.text}`;
  if (entry.kind === 'unknown') return `unknown ${entry.label}`;
  if (entry.kind === 'prompt' && entry.origin !== 'human') return `prompt (${entry.origin}) ${entry.text}`;
  return `${entry.kind} ${entry.text}`;
}

export function flatten(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [entry, ...(entry.kind === 'subagent' ? flatten(entry.entries) : [])]);
}

/** Every event is in exactly one place. */
export function isBalanced(accounting: Accounting): boolean {
  const metadata = Object.values(accounting.metadata).reduce((sum, count) => sum + count, 0);
  return accounting.events === accounting.represented + metadata + accounting.duplicates + accounting.pending;
}

/** The one entry of a kind; fails loudly when there is none. */
export function only<K extends Entry['kind']>(
  entries: readonly Entry[],
  kind: K,
): Extract<Entry, { kind: K }> {
  const found = flatten(entries).filter((entry) => entry.kind === kind);
  if (found.length !== 1) throw new Error(`${found.length} entries of kind ${kind}`);
  return found[0] as Extract<Entry, { kind: K }>;
}
