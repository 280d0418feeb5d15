import type { Entry, Summary, ToolKind } from '@debrief/transcript';
import type { Work, WorkKind } from './brief.ts';

const ofTool: Record<ToolKind, WorkKind> = {
  read: 'explored',
  search: 'explored',
  web: 'explored',
  edit: 'edited',
  write: 'edited',
  shell: 'ran',
  mcp: 'ran',
  other: 'ran',
  todo: 'planned',
  task: 'delegated',
  question: 'asked',
};

export const workKinds: readonly WorkKind[] = [
  'explored',
  'planned',
  'edited',
  'ran',
  'delegated',
  'asked',
  'answered',
];

export const workOf = (entry: Entry): WorkKind =>
  'outcome' in entry ? (ofTool[entry.tool] ?? 'ran') : 'answered';

/** JSON through and through. */
export type SavedWork = Partial<Record<WorkKind, { ms: number; sequence: number }>>;

/** Time and place of each kind of work; how many calls there were is counted elsewhere, also of those that changed later. */
export function workList(saved: SavedWork, tools: Summary['tools']): Work[] {
  const calls = new Map<WorkKind, number>();
  for (const [tool, count] of Object.entries(tools)) {
    const kind = ofTool[tool as ToolKind] ?? 'ran';
    calls.set(kind, (calls.get(kind) ?? 0) + count);
  }
  return workKinds.flatMap((kind) => {
    const known = saved[kind];
    const count = calls.get(kind) ?? 0;
    if (!known || (count === 0 && kind !== 'answered')) return [];
    return [{ kind, calls: count, ms: known.ms, sequence: known.sequence }];
  });
}
