import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry } from '../entry.ts';
import { clipEntry, clipFields, fieldLength, mergePart } from './clip.ts';

const reply = (text: string, sequences = [1]): Entry => ({ id: '1.0', sequences, kind: 'reply', text });
const long = (length: number) => 'x'.repeat(length);

describe('a stored entry', () => {
  it('keeps a text of the longest length whole, and says how long a longer one is', () => {
    assert.deepEqual(clipEntry(reply(long(fieldLength))), reply(long(fieldLength)));
    assert.deepEqual(clipEntry(reply(long(fieldLength + 1))), {
      ...reply(long(fieldLength)),
      clipped: { text: fieldLength + 1 },
    });
  });

  it('is never cut in the middle of a character', () => {
    const { text } = clipEntry(reply(`${long(fieldLength - 1)}😀`)) as { text: string };
    assert.ok(text.isWellFormed());
  });

  it('shares the length of a field among all its texts', () => {
    const input = { a: long(3_000), b: long(3_000) };
    const { part, clipped } = clipFields({ input } as unknown as Partial<Entry>);
    const kept = part.input as typeof input;
    assert.equal(kept.a.length, 3_000);
    assert.equal(kept.b.length, fieldLength - 3_000 - 'ab'.length);
    assert.deepEqual(clipped, { input: 6_000 });
  });

  it('keeps so many items of a list and so many levels', () => {
    const list = clipFields({ input: Array.from({ length: 401 }, () => 1) } as unknown as Partial<Entry>);
    assert.equal((list.part.input as number[]).length, 400);
    assert.deepEqual(list.clipped, { input: 1 });
    let deep: unknown = 'end';
    for (let i = 0; i < 14; i++) deep = [deep];
    const nested = clipFields({ input: deep } as unknown as Partial<Entry>);
    assert.match(JSON.stringify(nested.part.input), /null/);
    assert.equal(nested.clipped.input, 0);
  });

  it('keeps the items of a list until its length is used up, and no empty one after', () => {
    const clip = (input: unknown) => clipFields({ input } as Partial<Entry>);
    const whole = [long(fieldLength - 1), 'y'];
    assert.deepEqual(clip(whole), { part: { input: whole }, clipped: {} });
    assert.deepEqual(clip([long(fieldLength), 'y']), {
      part: { input: [long(fieldLength)] },
      clipped: { input: fieldLength + 1 },
    });
    let deepest: unknown = 'end';
    for (let i = 0; i < 13; i++) deepest = [deepest];
    assert.deepEqual(clip(deepest), { part: { input: deepest }, clipped: {} });
  });

  it('takes a name like __proto__ as any other', () => {
    const input = JSON.parse('{"__proto__":{"a":"1"}}');
    const { part } = clipFields({ input } as Partial<Entry>);
    assert.deepEqual(Object.keys(part.input as object), ['__proto__']);
  });

  it('leaves out the entries of a sub-agent', () => {
    assert.deepEqual(clipFields({ entries: [], name: 'n' } as Partial<Entry>).part, { name: 'n' });
  });
});

describe('a stored entry and a later part of it', () => {
  const later = (append: string, sequences = [2]) => ({ part: {}, sequences, append });

  it('are as if the whole had been clipped at once', () => {
    for (const [first, second] of [
      [10, 10],
      [4_000, 96],
      [4_000, 97],
      [fieldLength, 1],
      [5_000, 5_000],
    ] as const) {
      const merged = mergePart(clipEntry(reply(long(first))), later(long(second)));
      assert.deepEqual(merged, clipEntry(reply(long(first + second), [1, 2])), `${first} and ${second}`);
    }
  });

  it('lose the length of a field that was replaced by a short one', () => {
    const old = clipEntry({ ...reply('a'), model: long(5_000) } as Entry);
    const merged = mergePart(old, { part: { model: 'm' } as Partial<Entry>, sequences: [], append: '' });
    assert.deepEqual(merged, { ...reply('a'), model: 'm' });
  });

  it('keep the first and the last of very many sequences, and their number', () => {
    const many = Array.from({ length: 1_500 }, (_, i) => i + 1);
    const { sequences, clipped } = clipEntry(reply('a', many));
    assert.equal(sequences.at(0), 1);
    assert.equal(sequences.at(-1), 1_500);
    assert.equal(clipped?.sequences, 1_500);
    const merged = mergePart(clipEntry(reply('a', many)), later('', [1_501]));
    assert.equal(merged.clipped?.sequences, 1_501);
    assert.equal(merged.sequences.at(-1), 1_501);
  });
});
