import type { PlanItem } from '@debrief/transcript';
import { clipped } from '../acts/act.ts';
import { type Listed, type Open, type Phase, shown } from './brief.ts';

/** JSON through and through. */
export interface SavedPlanSteps {
  steps: Phase[];
  /** Where the plan was last told, and what it held. */
  last?: { sequence: number; id: string; items: PlanItem[]; rest: { total: number; open: number } };
  dropped: number;
}

const max = { items: 60, steps: 60 };

/** The steps of the agent's own plans: what it did while each of them was the one at work. */
export class PlanSteps {
  readonly #steps: Map<string, Phase>;
  #last: SavedPlanSteps['last'];
  #dropped: number;

  constructor(saved?: SavedPlanSteps) {
    this.#steps = new Map(saved?.steps.map((step) => [step.text, { ...step }]));
    this.#last = saved?.last;
    this.#dropped = saved?.dropped ?? 0;
  }

  tell(id: string, sequence: number, given: readonly PlanItem[]): void {
    if (given.length === 0) return;
    const items = given.slice(0, max.items).map(({ text, status }) => ({ text: clipped(text, 120), status }));
    const rest = given.slice(max.items);
    this.#last = { id, sequence, items, rest: { total: rest.length, open: rest.filter(isOpen).length } };
    const told = new Set(items.map(({ text }) => text));
    // What was planned and is not planned any more was not done.
    for (const [text, { status }] of this.#steps) {
      if (!told.has(text) && status !== 'done') this.#steps.delete(text);
    }
    for (const { text, status } of items) {
      const known = this.#steps.get(text);
      if (!known) this.#add({ of: 'plan', text, sequence, calls: 0, ms: 0, status });
      else {
        // Its place is where it began.
        if (known.status === 'pending' && status !== 'pending') known.sequence = sequence;
        known.status = status;
      }
    }
  }

  /** The last plan as a later record of it tells it. */
  retell(id: string, items: readonly PlanItem[]): void {
    if (this.#last?.id === id) this.tell(id, this.#last.sequence, items);
  }

  call(): void {
    const step = this.#atWork();
    if (step) step.calls++;
  }

  spend(ms: number): void {
    const step = this.#atWork();
    if (step) step.ms += ms;
  }

  phases(): Listed<Phase> {
    const steps = [...this.#steps.values()];
    return { items: steps.slice(-shown.phases), total: steps.length + this.#dropped };
  }

  /** What is left of the last plan. */
  open(): Open['plan'] {
    if (!this.#last) return undefined;
    const { sequence, items, rest } = this.#last;
    const left = items.filter(isOpen).map(({ text }) => text);
    const total = left.length + rest.open;
    if (total === 0) return undefined;
    return {
      sequence,
      total: items.length + rest.total,
      left: { items: left.slice(0, shown.planItems), total },
    };
  }

  save(): SavedPlanSteps {
    return {
      steps: [...this.#steps.values()],
      ...(this.#last && { last: this.#last }),
      dropped: this.#dropped,
    };
  }

  #add(step: Phase): void {
    this.#steps.set(step.text, step);
    if (this.#steps.size <= max.steps) return;
    const [oldest] = this.#steps.keys();
    if (oldest !== undefined) this.#steps.delete(oldest);
    this.#dropped++;
  }

  #atWork(): Phase | undefined {
    const active = this.#last?.items.find(({ status }) => status === 'active');
    return active && this.#steps.get(active.text);
  }
}

const isOpen = ({ status }: PlanItem): boolean => status === 'pending' || status === 'active';
