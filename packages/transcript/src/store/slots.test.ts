import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry } from '../entry.ts';
import { maxSlots, Slots } from './slots.ts';

const reply = (id: number): Entry => ({ kind: 'reply', text: '', id: `${id}`, sequences: [id] });
const call = (id: number): Entry => ({
  ...{ kind: 'tool', tool: 'shell', name: 'Bash', title: 'ls', outcome: 'running' },
  id: `${id}`,
  sequences: [id],
});
const subagent = (id: number): Entry => ({
  ...{ kind: 'subagent', tool: 'task', name: 'Task', title: 'look', outcome: 'ok', entries: [] },
  id: `${id}`,
  sequences: [id],
});

/** Slots with what was forgotten of them, as the store forgets. */
function filled(entries: Iterable<Entry>): { slots: Slots; gone: string[] } {
  const slots = new Slots();
  const gone: string[] = [];
  for (const entry of entries) {
    slots.set(entry.id, { entry, index: 0 }, (key) => {
      gone.push(key);
      slots.delete(key);
    });
  }
  return { slots, gone };
}
const many = (count: number, make: (id: number) => Entry) =>
  Array.from({ length: count }, (_, id) => make(id));
const full = maxSlots + maxSlots / 10;

describe('entries that may still be completed', () => {
  it('are all kept up to a tenth more than there may be; then the oldest are forgotten', () => {
    const { slots, gone } = filled(many(full, reply));
    assert.equal(gone.length, 0);
    slots.set('last', { entry: reply(-1), index: 0 }, (key) => {
      gone.push(key);
      slots.delete(key);
    });
    assert.equal(slots.save().length, maxSlots);
    assert.deepEqual([gone[0], gone.length], ['0', full + 1 - maxSlots]);
    assert.ok(slots.get('last'));
  });

  it('stay while they run, and sub-agents stay', () => {
    const kinds = [call, subagent];
    const { slots, gone } = filled(many(full + 1, (id) => (kinds[id] ?? reply)(id)));
    assert.equal(gone[0], '2');
    assert.deepEqual([slots.get('0')?.entry.kind, slots.get('1')?.entry.kind], ['tool', 'subagent']);
    assert.deepEqual(slots.running(), ['0']);
    assert.equal(slots.save().length, maxSlots);
  });

  it('go although they run when there are twice as many as there may be', () => {
    const count = 2 * full;
    const { slots, gone } = filled(many(count, call));
    assert.equal(gone[0], '0');
    assert.ok(slots.running().length < count / 1.5);
    assert.ok(slots.get(`${count - 1}`));
  });

  it('are saved with the sub-agent around them and their place', () => {
    const { slots } = filled([reply(1)]);
    const place = { lane: 1, index: 2, turn: 3 } as never;
    slots.set('inner', { entry: call(2), index: 0, parent: '1', place }, () => {});
    const saved = slots.save();
    assert.deepEqual(saved, [
      ['1', reply(1), ''],
      ['inner', call(2), '1', place],
    ]);
    const again = new Slots(saved);
    assert.deepEqual(again.save(), saved);
    assert.deepEqual([again.get('1')?.parent, again.get('inner')?.parent], [undefined, '1']);
    assert.deepEqual(again.running(), ['inner']);
  });

  it('are as their list has them, once something there was taken back', () => {
    const list = [{ ...call(1), outcome: 'ok' } as Entry];
    const slots = new Slots();
    slots.set('1', { entry: call(1), list, index: 0 }, () => {});
    assert.deepEqual(slots.running(), []);
  });
});
