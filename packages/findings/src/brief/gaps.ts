import type { Entry } from '@debrief/transcript';
import type { WorkKind } from './brief.ts';
import { workOf } from './work.ts';

/** What a lane was doing when it was last heard of. */
interface Last {
  at: number;
  /** How long nothing may come before nobody is at work any more. */
  patience: number;
  work: WorkKind;
}

/** JSON through and through. */
export type SavedGaps = [lane: string, last: Last][];

export interface Gap {
  from: number;
  to: number;
  isActive: boolean;
  work: WorkKind;
}

const minute = 60_000;
/** A model may think for minutes and a command run for some more; a sub-agent for hours. A person is not waited for. */
const patience = { person: 0, model: 10 * minute, call: 15 * minute, subagent: 24 * 60 * minute };
const maxLanes = 256;

/** Between two entries of a lane somebody worked, or somebody was waited for. */
export class Gaps {
  readonly #lanes: Map<string, Last>;

  constructor(saved?: SavedGaps) {
    this.#lanes = new Map(saved?.map(([lane, last]) => [lane, { ...last }]));
  }

  /** The time up to this entry; undefined where the record has none, or for what stands beside the conversation. */
  pass(entry: Entry): Gap | undefined {
    const to = entry.at === undefined ? Number.NaN : Date.parse(entry.at);
    if (Number.isNaN(to) || entry.kind === 'notice' || entry.kind === 'unknown') return undefined;
    const lane = entry.lane ?? '';
    const last = this.#lanes.get(lane);
    const own = patienceAfter(entry);
    const work = workOf(entry);
    // Calls that were started together are waited for together.
    const isBeside = last !== undefined && 'outcome' in entry && own > 0;
    this.#keep(lane, {
      at: Math.max(to, last?.at ?? to),
      patience: isBeside ? Math.max(own, last.patience) : own,
      work,
    });
    if (!last) return { from: to, to, isActive: false, work };
    const isAsked = entry.kind === 'prompt' && entry.origin !== 'queued' && entry.lane === undefined;
    // Commands and sub-agents take the time after them; whatever else was written, the time before it.
    const spentOn = last.work === 'ran' || last.work === 'delegated' ? last.work : work;
    return { from: last.at, to, isActive: !isAsked && to - last.at <= last.patience, work: spentOn };
  }

  save(): SavedGaps {
    return [...this.#lanes];
  }

  #keep(lane: string, last: Last): void {
    this.#lanes.set(lane, last);
    if (this.#lanes.size <= maxLanes) return;
    const oldest = [...this.#lanes.keys()].find((name) => name !== '' && name !== lane);
    if (oldest !== undefined) this.#lanes.delete(oldest);
  }
}

function patienceAfter(entry: Entry): number {
  if (entry.kind === 'decision')
    return entry.verdict === 'waiting' || entry.outcome === 'running' ? patience.person : patience.model;
  if (entry.kind === 'subagent') return patience.subagent;
  if ('outcome' in entry) return patience.call;
  return entry.kind === 'interruption' ? patience.person : patience.model;
}
