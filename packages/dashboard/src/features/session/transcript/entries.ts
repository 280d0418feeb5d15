import type { Entry } from '@debrief/transcript';
import type { KindName, LaneSkeleton } from './skeleton.ts';

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
  { id: 'decisions', name: 'Decisions of people' },
  { id: 'markers', name: 'Errors and compactions' },
  { id: 'notices', name: 'Notices' },
  { id: 'context', name: 'Harness context' },
] as const;
export type Lens = (typeof lenses)[number]['id'];

/** What the harness told the model is seldom what a reviewer came for. */
export const hiddenAtFirst: readonly Lens[] = ['context'];

const lensOfKind: Record<KindName, Lens> = {
  prompt: 'prompts',
  reply: 'replies',
  thinking: 'thinking',
  plan: 'plans',
  subagent: 'subagents',
  compaction: 'markers',
  interruption: 'decisions',
  approval: 'decisions',
  decision: 'decisions',
  error: 'markers',
  notice: 'notices',
  'notice:context': 'context',
  unknown: 'notices',
  'tool:shell': 'shell',
  'tool:edit': 'edits',
  'tool:write': 'edits',
  'tool:read': 'reads',
  'tool:search': 'reads',
  'tool:web': 'tools',
  'tool:todo': 'tools',
  'tool:mcp': 'tools',
  'tool:task': 'tools',
  'tool:question': 'tools',
  'tool:other': 'tools',
};

export const lensOf = (kind: KindName): Lens => lensOfKind[kind];

export const isErrorEntry = (entry: Entry): boolean =>
  entry.kind === 'error' || ('outcome' in entry && entry.outcome === 'error');

export const isEditEntry = (entry: Entry): boolean =>
  entry.kind === 'tool' && (entry.tool === 'edit' || entry.tool === 'write');

export const firstSequence = (entry: Pick<Entry, 'sequences'>): number => entry.sequences[0] ?? 0;

/** Nothing to show: an empty reply around a tool call, a thought that was recorded but not written down. */
export const isBlank = (entry: Entry): boolean =>
  (entry.kind === 'reply' && entry.text.trim() === '' && !entry.attachments?.length) ||
  (entry.kind === 'thinking' && entry.text.trim() === '');

/** What the keys of the reading page jump to. */
export const jumps = {
  prompt: (lane: LaneSkeleton, index: number) => lane.kinds[index] === promptCode,
  error: (lane: LaneSkeleton, index: number) => lane.has(index, 'error'),
  edit: (lane: LaneSkeleton, index: number) =>
    lane.has(index, 'edit') || lane.kinds[index] === editCode || lane.kinds[index] === writeCode,
  decision: (lane: LaneSkeleton, index: number) => lane.has(index, 'decision') || lane.has(index, 'denied'),
} as const;
export type Jump = keyof typeof jumps;

const promptCode = 'p'.charCodeAt(0);
const editCode = 'E'.charCodeAt(0);
const writeCode = 'W'.charCodeAt(0);
