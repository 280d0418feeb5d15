import type { Entry, Subagent } from './entry.ts';
import { isBlank } from './json.ts';

/** What counting still needs of an entry whose text has been handed on. */
export function slim(entry: Entry): Entry {
  const { id, sequences, at, lane, kind } = entry;
  const base = { id, sequences: sequences.slice(0, 1), ...(at && { at }), ...(lane && { lane }) };
  if (!('outcome' in entry)) return { ...entry, ...base, ...blank(entry) } as Entry;
  const { name, title, outcome, tool, durationMs } = entry;
  const call = {
    ...base,
    ...{ kind, tool, name, title, outcome },
    ...(!isBlank(entry.input) && { input: null }),
    ...(durationMs !== undefined && { durationMs }),
  };
  if (entry.kind === 'plan') return { ...call, items: [] } as unknown as Entry;
  if (entry.kind === 'decision') {
    const { about, verdict, questions } = entry;
    return { ...call, about, verdict, text: '', ...(questions && { questions }) } as unknown as Entry;
  }
  if (entry.kind === 'subagent') {
    const { agentId, agentType, link } = entry;
    return { ...call, agentId, agentType, link, entries: [] } as unknown as Subagent;
  }
  const changes = entry.changes?.map((change) => ({ ...change, source: { kind: 'none' as const } }));
  return { ...call, ...(changes && { changes }) } as unknown as Entry;
}

function blank(entry: Entry): Partial<Record<string, unknown>> {
  // A later record may ask whether there was a text, and repeats what was asked of an approval.
  const empty: Record<string, unknown> = {
    text:
      entry.kind === 'approval' || !('text' in entry) || entry.text === ''
        ? (entry as { text?: string }).text
        : ' ',
  };
  if ('attachments' in entry) empty.attachments = undefined;
  if (entry.kind === 'unknown') empty.raw = null;
  if (entry.kind === 'notice') empty.data = undefined;
  return empty;
}
