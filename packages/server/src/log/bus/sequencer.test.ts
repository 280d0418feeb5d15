import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import type { BusEntry, BusStore } from './behind.ts';
import type { Bus, BusMessage } from './connection.ts';
import { Sequencer, type Unnumbered } from './sequencer.ts';

const sessionId = 'ses_1';
const look = { organizationId: 'org_1', sessionId, keyHash: '' } as never;
const entryOf = (count: number) =>
  ({ kind: 'batch', sessionId, count, keyHash: '' }) as unknown as Unnumbered;

/** A bus of one subject. A publish can fail before or after it was stored, which its caller cannot tell. */
class OneSubject {
  readonly messages: BusMessage[] = [];
  looks = 0;
  fault: 'before' | 'after' | undefined;

  async last() {
    this.looks++;
    return this.messages.at(-1);
  }

  async publish(entry: BusEntry, { last }: { last: number }) {
    const fault = this.fault;
    this.fault = undefined;
    if (fault === 'before') throw new Error('timeout');
    if ((this.messages.at(-1)?.sequence ?? 0) !== last) return 'conflict' as const;
    const sequence = this.messages.length + 1;
    this.messages.push({ sequence, entry } as BusMessage);
    if (fault === 'after') throw new Error('timeout');
    return { sequence, duplicate: false };
  }
}

for (const fault of ['before', 'after'] as const) {
  it(`after a publish that failed ${fault} it was stored, the next numbers follow what is on the bus`, async () => {
    const bus = new OneSubject();
    const store = { look: async () => ({ status: 'active', eventCount: 0 }) } as unknown as BusStore;
    const sequencer = new Sequencer({ bus: bus as unknown as Bus, store });
    const append = (count: number) => sequencer.append(look, entryOf(count), Date.now() + 5000);
    assert.equal((await append(2)).first, 1);
    assert.equal((await append(3)).first, 3);
    const looks = bus.looks;
    assert.equal((await append(1)).first, 6);
    assert.equal(bus.looks, looks, 'a known head needs no look');
    bus.fault = fault;
    const refused = (error: unknown) => error instanceof DebriefError && error.code === 'service_unavailable';
    await assert.rejects(append(10), refused);
    assert.equal((await append(1)).first, fault === 'before' ? 7 : 17);
    assert.equal(bus.looks, looks + 1, 'the head was read again');
    const firsts = bus.messages.map(({ entry }) => entry.first);
    assert.deepEqual(firsts, fault === 'before' ? [1, 3, 6, 7] : [1, 3, 6, 7, 17]);
  });
}
