import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Row } from '../../agents/agent.ts';
import { Capturing, payloadsOf } from '../../testing/capturing.ts';
import { Hold } from './hold.ts';
import { noRedaction } from './redact.ts';

const row = (id: number, record: object = { id }, more: Partial<Row> = {}): Row => ({
  id: `#${id}`,
  record,
  ...more,
});
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => row(from + index));

describe('a store that is rewritten in place', () => {
  let capturing: Capturing;
  beforeEach(() => {
    capturing = new Capturing();
  });
  afterEach(() => capturing.remove());
  let stamp = 0;
  const read = (list: Row[], context = {}, given = {}) => {
    capturing.rows = list;
    return capturing.read({ stamp: `stamp ${++stamp}`, ...given }, context);
  };
  const place = () => capturing.session.places[0];

  it('sends each row once, again when it changed, and keeps how it looked', async () => {
    assert.deepEqual(payloadsOf(await read(rows(3))), [{ id: 0 }, { id: 1 }, { id: 2 }]);
    assert.deepEqual([place()?.offset, place()?.fence, capturing.isWhole], [3, `stamp ${stamp}`, true]);
    assert.deepEqual(Object.keys(place()?.rows ?? {}), ['#0', '#1', '#2']);
    assert.match(place()?.rows?.['#0'] ?? '', /^[\w-]{16}$/);
    const [batch] = await read([row(0), row(1, { id: 1, more: true }), row(2), row(3)]);
    assert.deepEqual(payloadsOf(batch ? [batch] : []), [{ id: 1, more: true }, { id: 3 }]);
    assert.deepEqual(Object.keys(batch?.head.step.places[0]?.rows ?? {}), ['#1', '#3'], 'only what is new');
    assert.deepEqual(await read([row(0), row(1, { id: 1, more: true }), row(2), row(3)]), []);
    assert.equal(place()?.fence, `stamp ${stamp}`);
  });

  it('is not read again while it looks the same', async () => {
    await read(rows(1), {}, { stamp: 'same' });
    assert.deepEqual(await read(rows(2), {}, { stamp: 'same' }), []);
    assert.equal(capturing.isWhole, true);
    assert.equal((await read(rows(2), {}, { stamp: 'other' })).length, 1);
  });

  it('goes in batches of fifty, each with the rows it carries', async () => {
    const batches = await read(rows(120));
    assert.deepEqual(
      batches.map(({ head }) => [
        head.count,
        head.step.places[0]?.offset,
        Object.keys(head.step.places[0]?.rows ?? {}).length,
        head.step.places[0]?.fence,
      ]),
      [
        [50, 50, 50, ''],
        [50, 100, 50, ''],
        [20, 120, 20, `stamp ${stamp}`],
      ],
    );
    assert.equal(Object.keys(place()?.rows ?? {}).length, 120);
  });

  it('that ends with a full batch still says that it was read to its end', async () => {
    await read(rows(50));
    assert.deepEqual([place()?.fence, Object.keys(place()?.rows ?? {}).length], [`stamp ${stamp}`, 50]);
  });

  it('leaves out a row that is still being written, and is looked at again', async () => {
    const batches = await read([row(0), row(1, { id: 1 }, { unsettled: true }), row(2)]);
    assert.deepEqual(payloadsOf(batches), [{ id: 0 }, { id: 2 }]);
    assert.deepEqual([capturing.isWhole, place()?.fence], [false, '']);
    assert.deepEqual(payloadsOf(await read(rows(3))), [{ id: 1 }]);
    assert.equal(capturing.isWhole, true);
  });

  it('names the type of a row that carries none', async () => {
    const [batch] = await read([row(0, { id: 0 }, { eventType: 'user' })]);
    assert.equal(batch?.events[0]?.eventType, 'user');
  });

  it('with a row too large for one event sends its parts and goes on after them', async () => {
    const large = { text: 'x'.repeat(600_000) };
    const batches = await read([row(0), row(1, large), row(2)]);
    const parts = payloadsOf(batches.slice(1, -1)) as { text: string }[];
    assert.equal(parts.map(({ text }) => text).join(''), JSON.stringify(large));
    assert.deepEqual(
      batches.map(({ head }) => [
        head.more,
        Object.keys(head.step.places[0]?.rows ?? {}),
        head.step.places[0]?.offset,
      ]),
      [
        [true, [], undefined],
        [undefined, ['#1'], 2],
        [undefined, ['#2'], 3],
      ],
    );
  });

  it('never sends a row that a pause held back, whatever it becomes', async () => {
    const pause = { id: 'p', from: 100, to: 200, ended: true };
    const hold = () => ({ hold: new Hold([pause], capturing.source(), undefined) });
    assert.deepEqual(payloadsOf(await read([row(0), row(1, { id: 1, at: 150 })], hold())), [{ id: 0 }]);
    assert.equal(place()?.rows?.['#1'], 'held');
    const later = await read([row(0), row(1, { id: 1, at: 150, more: true }), row(2)], hold());
    assert.deepEqual(payloadsOf(later), [{ type: 'debrief/paused', records: 1 }, { id: 2 }]);
    assert.deepEqual(await read([row(0), row(1, { id: 1 }), row(2)]), [], 'not after the pause either');
  });

  it('is looked at as a whole for calls whose results are to come, once it was read before', async () => {
    const recalled: unknown[] = [];
    const redaction = {
      ...noRedaction(),
      knows: () => false,
      recall: (records: readonly unknown[]) => void recalled.push(...records),
    };
    await read(rows(2), { redaction });
    assert.deepEqual(recalled, []);
    await read(rows(3), { redaction });
    assert.deepEqual(recalled, [{ id: 0 }, { id: 1 }, { id: 2 }]);
  });

  it('learns its folder from any of its rows where one repository is paused', async () => {
    const pause = { id: 'p', from: 0, to: 10, repository: '/paused', ended: true };
    const hold = () => ({ hold: new Hold([pause], capturing.source(), undefined) });
    const sent = await read([row(0, { at: 5 }), row(1, { at: 5, cwd: '/other' })], hold());
    assert.equal(payloadsOf(sent).length, 2);
  });
});
