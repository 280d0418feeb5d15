import { type Lens, lensOf } from '../transcript/entries.ts';
import { kindName, type LaneSkeleton } from '../transcript/skeleton.ts';

/** A run of the same kind of work, for sessions nobody prompted. */
export interface WorkRun {
  index: number;
  name: string;
  entries: number;
  errors: number;
}

const work: Partial<Record<Lens, string>> = {
  reads: 'Reading',
  edits: 'Editing',
  shell: 'Running commands',
  tools: 'Using other tools',
  plans: 'Planning',
  subagents: 'Sub-agents',
};

/** Shorter runs belong to what is around them: an agent that edits also looks at what it edits. */
const shortest = 4;
const most = 400;

export function phasesOf(lane: LaneSkeleton): WorkRun[] {
  const runs: WorkRun[] = [];
  for (let index = 0; index < lane.length; index++) {
    const kind = kindName(lane.kinds[index] ?? 0);
    const name = kind && work[lensOf(kind)];
    const last = runs.at(-1);
    const errors = lane.has(index, 'error') ? 1 : 0;
    if (last && (name === undefined || name === last.name)) {
      last.entries++;
      last.errors += errors;
    } else runs.push({ index: last ? index : 0, name: name ?? 'Beginning', entries: 1, errors });
  }
  const phases: WorkRun[] = [];
  for (const run of runs) {
    const last = phases.at(-1);
    if (last && (run.entries < shortest || run.name === last.name)) {
      last.entries += run.entries;
      last.errors += run.errors;
    } else phases.push(run);
  }
  return phases.slice(0, most);
}
