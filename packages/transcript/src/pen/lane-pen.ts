import type { SubagentMark } from '../envelope.ts';
import { hash } from '../json.ts';
import type { Store } from '../store.ts';
import type { EntryPen } from './entry-pen.ts';

export interface LaneStart extends SubagentMark {
  /** The first words of the sub-agent's transcript, to find the call that started it. */
  prompt?: string;
}

/** Under which the calls are remembered that gave a sub-agent this prompt. */
export const promptKey = (prompt: string): string => `prompt:${hash(prompt.trim())}`;

/** Opens sub-agents and finds the calls that started them. */
export class LanePen {
  readonly #pen: EntryPen;
  readonly #store: Store;

  constructor(pen: EntryPen, store: Store) {
    this.#pen = pen;
    this.#store = store;
  }

  /** Everything written from here on belongs to the sub-agent. */
  enter(start: LaneStart): void {
    const { id, callId, prompt, parent, type } = start;
    const slot = this.#store.laneSlot(id);
    if (slot === undefined) {
      const asked = prompt === undefined ? [] : (this.#pen.global<string[]>(promptKey(prompt)) ?? []);
      const byPrompt = asked.find((key) => this.#unbound(key));
      const byCall = callId !== undefined && this.#unbound(`call:${callId}`) ? `call:${callId}` : undefined;
      const key = byCall ?? byPrompt ?? `lane:${id}`;
      if (byCall === undefined && byPrompt === undefined) {
        this.#store.moveTo(parent);
        const title = start.name ?? type ?? 'Sub-agent';
        const draft = {
          kind: 'subagent',
          tool: 'task',
          name: 'subagent',
          title,
          outcome: 'unknown',
          entries: [],
        } as const;
        this.#pen.put({ ...draft, entries: [], ...(prompt && { prompt }) }, key);
      }
      this.#store.bindLane(id, key);
      this.#pen.change(key, { agentId: id, ...(type && { agentType: type }) });
    } else if (type !== undefined) {
      const known = this.#store.get(slot);
      if (known?.kind === 'subagent' && known.agentType === undefined)
        this.#pen.change(slot, { agentType: type });
    }
    // Opening the sub-agent is not yet telling what the record says.
    this.#pen.wrote = false;
    this.#pen.lane = id;
    this.#store.moveTo(id);
  }

  /** A result names the sub-agent its call started. */
  bind(callId: string, lane: string, type?: string): void {
    const key = `call:${callId}`;
    const call = this.#store.get(key);
    const slot = this.#store.laneSlot(lane);
    if (call?.kind !== 'subagent' || slot === key) return;
    const half = slot === undefined ? undefined : this.#store.get(slot);
    if (slot === undefined) {
      this.#store.bindLane(lane, key);
      this.#pen.change(key, { agentId: lane, ...(type && { agentType: type }) });
    } else if (half?.kind === 'subagent' && half.link === undefined) {
      this.#pen.change(slot, { link: call.id, ...(type && { agentType: type }) });
      this.#pen.change(key, { link: half.id, ...(type && { agentType: type }) });
    }
  }

  #unbound(key: string): boolean {
    const entry = this.#store.get(key);
    return entry?.kind === 'subagent' && entry.agentId === undefined;
  }
}
