import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import { bodyOf, isFull, newPacket, pack, prepare, titleOf } from './batch.ts';
import { TimeUp, within } from './within.ts';

const packed = (count: number, payload = '1') => {
  const packet = newPacket(false);
  for (let turn = 0; turn < count; turn++)
    pack(packet, { eventType: 'e', payload: Buffer.from(payload) }, {});
  return packet;
};

describe('a request body', () => {
  it('is JSON, whatever its number of events', () => {
    for (const count of [0, 1, 2, 50]) {
      const body = JSON.parse(bodyOf(packed(count, '{"a":"é"}')).toString());
      assert.deepEqual(body, { events: Array(count).fill({ eventType: 'e', payload: { a: 'é' } }) });
    }
  });

  it('is whole wherever its memory ends', () => {
    for (let length = 3980; length < 4100; length++) {
      const body = bodyOf(packed(1, `"${'x'.repeat(length)}"`)).toString();
      assert.equal(JSON.parse(body).events[0].payload.length, length);
    }
  });

  it('can be finished, and go on afterwards', () => {
    const packet = packed(1);
    bodyOf(packet);
    pack(packet, { eventType: 'f', payload: Buffer.from('2') }, {});
    assert.equal(
      bodyOf(packet).toString(),
      '{"events":[{"eventType":"e","payload":1},{"eventType":"f","payload":2}]}',
    );
  });

  it('grows with what it holds and is full by number or by bytes', () => {
    assert.equal(isFull(packed(limits.eventsPerBatch - 1)), false);
    assert.equal(isFull(packed(limits.eventsPerBatch)), true);
    const large = `"${'x'.repeat(200_000)}"`;
    assert.equal(isFull(packed(5, large)), false);
    assert.equal(isFull(packed(6, large)), true);
    assert.equal(JSON.parse(bodyOf(packed(6, large)).toString()).events.length, 6);
  });

  it('notes what was redacted in which of its events, and keeps records only where a title is wanted', () => {
    const packet = newPacket(true);
    pack(packet, { eventType: 'a', payload: Buffer.from('1') }, { n: 1 });
    pack(packet, { eventType: 'b', payload: Buffer.from('2'), rules: { github: 2 } }, { n: 2 });
    assert.deepEqual(packet.redacted, [{ index: 1, eventType: 'b', rules: { github: 2 } }]);
    assert.deepEqual(packet.records, [{ n: 1 }, { n: 2 }]);
    assert.equal(packed(1).records, undefined);
  });
});

describe('the events of a record', () => {
  it('are its own text where it fits, else parts that fit', () => {
    const raw = (length: number) => Buffer.from(`"${'x'.repeat(length - 2)}"`);
    const fits = limits.payloadBytes - 8192;
    const prepared = (length: number) =>
      prepare('e', JSON.parse(raw(length).toString()), raw(length), undefined);
    assert.deepEqual(prepared(fits)[0]?.payload, raw(fits));
    assert.equal(prepared(fits).length, 1);
    const parts = prepared(3 * limits.payloadBytes);
    assert.ok(parts.length >= 4, String(parts.length));
    for (const { payload, eventType } of parts) {
      assert.equal(eventType, 'e');
      assert.ok(payload.length <= limits.payloadBytes);
      JSON.parse(payload.toString());
    }
  });
});

describe('a record that is sent as its own text', () => {
  /** Text of this length whose record is short: sent anew it would be short, too. */
  const spaced = (length: number) => Buffer.from(`{${' '.repeat(length - 7)}"a":1}`);
  const fits = limits.payloadBytes - 8192;
  const payloadOf = (raw: Buffer | undefined, subagent?: { id: string }) =>
    prepare('e', { a: 1 }, raw, subagent).map(({ payload }) => payload.toString());

  it('is not much smaller than the largest payload, which the server counts for itself', () => {
    assert.deepEqual(payloadOf(spaced(fits)), [spaced(fits).toString()]);
    assert.deepEqual(payloadOf(spaced(fits + 1)), ['{"a":1}']);
  });

  it('is none of a sub-agent, which is told with it, and none whose text was changed', () => {
    assert.deepEqual(payloadOf(spaced(20), { id: 'x' }), [
      '{"debrief":{"v":1,"subagent":{"id":"x"}},"record":{"a":1}}',
    ]);
    assert.deepEqual(payloadOf(undefined), ['{"a":1}']);
    assert.deepEqual(
      prepare('e', undefined, undefined, undefined).map(({ payload }) => payload.toString()),
      ['null'],
    );
  });
});

describe('a title', () => {
  const prompt = (text: string) => ({
    type: 'user',
    message: { role: 'user', content: text },
    uuid: text.slice(0, 8),
  });
  const titled = (records: unknown[]) => {
    const packet = newPacket(true);
    for (const record of records)
      pack(packet, { eventType: 'user', payload: Buffer.from(JSON.stringify(record)) }, record);
    return titleOf('claude-code', packet);
  };

  it('comes from the first prompt, also when that is late, and from nothing else', () => {
    assert.equal(titled([prompt('Mend the lock')]), 'Mend the lock');
    assert.equal(titled([...Array(12).fill({ type: 'progress' }), prompt('Mend the lock')]), 'Mend the lock');
    assert.equal(titled([{ type: 'progress' }]), undefined);
    assert.equal(titled([]), undefined);
  });

  it('is one that the server takes: short, one line, no control characters', () => {
    const title = titled([prompt(`a\u0007b ${'x'.repeat(2000)}`)]) ?? '';
    assert.ok(title.length > 0 && title.length <= limits.title / 2, String(title.length));
    assert.ok(!/\p{Cc}/u.test(title));
    assert.equal(title.slice(0, 3), 'a b');
    assert.equal(titled([prompt(' \u0007 Mend\u0007\u0007it \u0007')]), 'Mend it');
    assert.equal(titled([prompt('lone \ud800 half')]), 'lone \ufffd half');
    const pairs = titled([prompt('\u{1F600}'.repeat(limits.title))]) ?? '';
    assert.ok(pairs.isWellFormed(), 'no half of a character at its end');
  });
});

it('work that takes too long is ended, other work and its errors come through', () => {
  assert.equal(
    within(1000, () => 5),
    5,
  );
  assert.throws(() => within(1000, () => JSON.parse('{')), SyntaxError);
  assert.throws(
    () =>
      within(5, () => {
        for (;;);
      }),
    TimeUp,
  );
});
