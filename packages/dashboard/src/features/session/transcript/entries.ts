import type { Entry } from '@debrief/transcript';

/** What a reader can switch on and off. */
export const lenses = [
  { id: 'prompts', name: 'Prompts' },
  { id: 'replies', name: 'Replies' },
  { id: 'thinking', name: 'Thinking' },
  { id: 'shell', name: 'Shell' },
  { id: 'edits', name: 'Edits' },
  { id: 'reads', name: 'Reads and searches' },
  { id: 'tools', name: 'Web, MCP and other tools' },
  { id: 'plans', name: 'Plans' },
  { id: 'subagents', name: 'Sub-agents' },
  { id: 'markers', name: 'Errors and interventions' },
  { id: 'notices', name: 'Notices' },
  { id: 'context', name: 'Harness context' },
] as const;
export type Lens = (typeof lenses)[number]['id'];

/** What the harness told the model is seldom what a reviewer came for. */
export const hiddenAtFirst: readonly Lens[] = ['context'];

export function lensOf(entry: Entry): Lens {
  switch (entry.kind) {
    case 'prompt':
      return 'prompts';
    case 'reply':
      return 'replies';
    case 'thinking':
      return 'thinking';
    case 'plan':
      return 'plans';
    case 'subagent':
      return 'subagents';
    case 'notice':
      return entry.level === 'context' ? 'context' : 'notices';
    case 'unknown':
      return 'notices';
    case 'tool':
      break;
    default:
      return 'markers';
  }
  if (entry.tool === 'shell') return 'shell';
  if (entry.tool === 'edit' || entry.tool === 'write') return 'edits';
  if (entry.tool === 'read' || entry.tool === 'search') return 'reads';
  return 'tools';
}

export const isPrompt = (entry: Entry): boolean => entry.kind === 'prompt' && entry.origin !== 'agent';

export const isError = (entry: Entry): boolean =>
  entry.kind === 'error' || ('outcome' in entry && entry.outcome === 'error');

export const isEdit = (entry: Entry): boolean =>
  entry.kind === 'tool' && (entry.tool === 'edit' || entry.tool === 'write');

/** A person stepped in: stopped it, refused something, or spoke while it worked. */
export const isIntervention = (entry: Entry): boolean =>
  entry.kind === 'interruption' ||
  (entry.kind === 'approval' && entry.decision === 'denied') ||
  (entry.kind === 'prompt' && entry.origin === 'queued') ||
  ('outcome' in entry && (entry.outcome === 'denied' || entry.outcome === 'interrupted'));

export const firstSequence = (entry: Entry): number => entry.sequences[0] ?? 0;

/** Everything a sub-agent did, counted from its own entries. */
export interface Totals {
  steps: number;
  edits: number;
  errors: number;
  /** By the agent's clock, first entry to last. */
  durationMs: number | undefined;
}

export function totalsOf(entries: readonly Entry[]): Totals {
  const totals = { steps: 0, edits: 0, errors: 0 };
  let from = '';
  let to = '';
  const visit = (list: readonly Entry[]) => {
    for (const entry of list) {
      if ('outcome' in entry) totals.steps++;
      if (isEdit(entry)) totals.edits++;
      if (isError(entry)) totals.errors++;
      if (entry.at !== undefined) {
        if (from === '' || entry.at < from) from = entry.at;
        if (entry.at > to) to = entry.at;
      }
      if (entry.kind === 'subagent') visit(entry.entries);
    }
  };
  visit(entries);
  return { ...totals, durationMs: from === '' ? undefined : Date.parse(to) - Date.parse(from) };
}
