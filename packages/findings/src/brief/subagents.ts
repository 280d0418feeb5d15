import type { Subagent } from '@debrief/transcript';
import { clipped } from '../acts/act.ts';
import { type Listed, type SubagentPart, shown } from './brief.ts';

/** JSON through and through. */
export interface SavedSubagents {
  parts: [entry: string, part: SubagentPart & { lane?: string }][];
  lanes: [lane: string, spent: { calls: number; ms: number }][];
  total: number;
}

const max = 200;

/** The sub-agents of a session, with what each did itself. */
export class Subagents {
  readonly #parts: Map<string, SubagentPart & { lane?: string }>;
  readonly #lanes: Map<string, { calls: number; ms: number }>;
  #total: number;

  constructor(saved?: SavedSubagents) {
    this.#parts = new Map(saved?.parts.map(([id, part]) => [id, { ...part }]));
    this.#lanes = new Map(saved?.lanes.map(([id, spent]) => [id, { ...spent }]));
    this.#total = saved?.total ?? 0;
  }

  add(entry: Subagent): void {
    this.#total++;
    if (this.#parts.size >= max) return;
    this.#parts.set(entry.id, {
      sequence: entry.sequences[0] ?? 0,
      entry: entry.id,
      title: clipped(entry.title.slice(0, 1000), 100),
      calls: 0,
      outcome: entry.outcome,
      ...this.#told(entry),
    });
  }

  change(entry: Subagent): void {
    const known = this.#parts.get(entry.id);
    if (known) Object.assign(known, this.#told(entry), { outcome: entry.outcome });
  }

  call(lane: string): void {
    this.#lane(lane).calls++;
  }

  spend(lane: string, ms: number): void {
    this.#lane(lane).ms += ms;
  }

  listed(): Listed<SubagentPart> {
    const parts = [...this.#parts.values()].slice(0, shown.subagents).map(({ lane, ...part }) => {
      const spent = lane === undefined ? undefined : this.#lanes.get(lane);
      const ms = part.ms ?? (spent && spent.ms > 0 ? spent.ms : undefined);
      return { ...part, calls: spent?.calls ?? 0, ...(ms !== undefined && { ms }) };
    });
    return { items: parts, total: this.#total };
  }

  save(): SavedSubagents {
    return { parts: [...this.#parts], lanes: [...this.#lanes], total: this.#total };
  }

  #told({ agentId, agentType, durationMs }: Subagent): Partial<SubagentPart & { lane: string }> {
    return {
      ...(agentId !== undefined && { lane: agentId }),
      ...(agentType !== undefined && { type: clipped(agentType.slice(0, 400), 60) }),
      ...(durationMs !== undefined && durationMs >= 0 && { ms: Math.round(durationMs) }),
    };
  }

  #lane(lane: string): { calls: number; ms: number } {
    const known = this.#lanes.get(lane);
    if (known) return known;
    const fresh = { calls: 0, ms: 0 };
    // Work of so many lanes is counted in the whole, and not by lane.
    if (this.#lanes.size < max) this.#lanes.set(lane, fresh);
    return fresh;
  }
}
