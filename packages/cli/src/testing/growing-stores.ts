import assert from 'node:assert/strict';
import type { AgentId } from '@debrief/contract';
import { storeWriters } from './agent-stores.ts';

/** The stores of all agents but Claude Code, whose transcripts a run writes itself, growing by one record at a time. */
export class GrowingStores {
  readonly #root: string;
  readonly #random: () => number;
  readonly #written = new Map<AgentId, string[]>();

  constructor(root: string, random: () => number) {
    this.#root = root;
    this.#random = random;
    for (const agentId of Object.keys(storeWriters) as AgentId[]) {
      if (agentId !== 'claude-code') this.#written.set(agentId, []);
    }
  }

  /** Writes one record into the store of one of them. */
  async grow(): Promise<void> {
    const all = [...this.#written];
    const [agentId, texts] = all[Math.floor(this.#random() * all.length)] as [AgentId, string[]];
    const text = `${agentId} says ${texts.length};`;
    await storeWriters[agentId]?.(this.#root, `other-${agentId}`, text);
    texts.push(text);
  }

  get count(): number {
    return [...this.#written.values()].reduce((sum, texts) => sum + texts.length, 0);
  }

  missing(payloads: readonly unknown[]): string[] {
    const everything = JSON.stringify(payloads);
    return [...this.#written.values()].flat().filter((text) => !everything.includes(text));
  }

  /** Nothing is missing, no record came twice, and what each agent said is in the order it was said. */
  check(payloads: readonly unknown[], what: string): void {
    assert.deepEqual(this.missing(payloads), [], what);
    const said = payloads.map((payload) => JSON.stringify(payload)).filter((text) => / says \d+;/.test(text));
    assert.equal(new Set(said).size, said.length, `${what}: a record came twice`);
    for (const agentId of this.#written.keys()) {
      const order = said.flatMap((text) => {
        const number = text.includes(`"${agentId} says `) && / says (\d+);/.exec(text)?.[1];
        return number ? [Number(number)] : [];
      });
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
        `${what}: ${agentId} in order`,
      );
    }
  }
}
