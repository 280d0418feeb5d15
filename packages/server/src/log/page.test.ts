import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeEvents } from '../domain/session/event-lines.ts';
import type { EventRange } from '../domain/session/log-ports.ts';
import {
  eventsOf,
  mergeNeighbours,
  packLines,
  packSync,
  type StoredBatch,
  unpack,
  worthCompressing,
} from './batch.ts';
import { fillPage, maxSequence, spanOf } from './page.ts';

const batch = (first: number, count: number, size = 0, at = first): StoredBatch => ({
  first,
  count,
  at,
  ...packSync(
    encodeEvents(
      Array.from({ length: count }, (_, index) => ({
        eventType: (first + index) % 2 ? 'odd' : 'even',
        payload: `${first + index}${'é'.repeat(size)}`,
      })),
    ),
  ),
});

const range = (given: Partial<EventRange> = {}): EventRange => ({
  organizationId: 'org_1',
  sessionId: 'ses_1',
  order: 'asc',
  after: 0,
  limit: 100,
  bytes: Number.POSITIVE_INFINITY,
  ...given,
});

describe('the span of a page', () => {
  it('begins after what was asked, and after the position of a cursor', () => {
    assert.deepEqual(spanOf(range()), { from: 1, to: maxSequence, order: 'asc' });
    assert.deepEqual(spanOf(range({ after: 5 })), { from: 6, to: maxSequence, order: 'asc' });
    assert.deepEqual(spanOf(range({ after: 5, position: 8 })), { from: 9, to: maxSequence, order: 'asc' });
    assert.deepEqual(spanOf(range({ after: 8, position: 5 })), { from: 9, to: maxSequence, order: 'asc' });
  });

  it('backwards ends before the position and never past the largest sequence', () => {
    assert.deepEqual(spanOf(range({ order: 'desc' })), { from: 1, to: maxSequence, order: 'desc' });
    assert.deepEqual(spanOf(range({ order: 'desc', after: 2, position: 8 })), {
      from: 3,
      to: 7,
      order: 'desc',
    });
    assert.equal(spanOf(range({ order: 'desc', position: 2 ** 50 })).to, maxSequence);
  });
});

describe('a page', () => {
  it('lets others have a turn after half a megabyte, also while nothing in it is wanted', async () => {
    let turns = 0;
    let goesOn = true;
    const others = () => {
      turns++;
      if (goesOn) setImmediate(others);
    };
    setImmediate(others);
    const batches = Array.from({ length: 20 }, (_, index) => batch(1 + index * 2, 2, 100_000));
    const page = await fillPage(range({ types: ['none'] }), batches, unpack);
    goesOn = false;
    assert.deepEqual(page, { events: [], more: false });
    assert.ok(turns >= 8, `${turns} turns in 8 MB`);
  });

  const all = [batch(1, 3), batch(4, 3), batch(7, 3)];
  const fill = async (given: Partial<EventRange>, batches: Iterable<StoredBatch> = all) => {
    const { events, more } = await fillPage(range(given), batches, unpack);
    return { numbers: events.map(({ sequence }) => sequence), more };
  };

  it('holds what was asked for and says whether there is more', async () => {
    assert.deepEqual(await fill({}), { numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], more: false });
    assert.deepEqual(await fill({ limit: 9 }), { numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], more: false });
    assert.deepEqual(await fill({ limit: 8 }), { numbers: [1, 2, 3, 4, 5, 6, 7, 8], more: true });
    assert.deepEqual(await fill({ limit: 3 }), { numbers: [1, 2, 3], more: true });
    assert.deepEqual(await fill({ after: 5, limit: 2 }), { numbers: [6, 7], more: true });
    assert.deepEqual(await fill({ after: 9 }), { numbers: [], more: false });
    const backwards = all.toReversed();
    assert.deepEqual(await fill({ order: 'desc', limit: 4 }, backwards), {
      numbers: [9, 8, 7, 6],
      more: true,
    });
    assert.deepEqual(await fill({ order: 'desc', after: 4, position: 7 }, backwards), {
      numbers: [6, 5],
      more: false,
    });
  });

  it('that is full has no more when the batches left are none of its span', async () => {
    const backwards = all.toReversed();
    assert.deepEqual(await fill({ order: 'desc', after: 6, limit: 3 }, backwards), {
      numbers: [9, 8, 7],
      more: false,
    });
    assert.deepEqual(await fill({ order: 'desc', after: 5, limit: 3 }, backwards), {
      numbers: [9, 8, 7],
      more: true,
    });
    assert.deepEqual(await fill({ order: 'desc', limit: 0, position: 4 }, [batch(4, 3)]), {
      numbers: [],
      more: false,
    });
    assert.deepEqual(await fill({ order: 'desc', limit: 0, position: 5 }, [batch(4, 3)]), {
      numbers: [],
      more: true,
    });
  });

  it('of some types goes on until it is full, and says more only when there is', async () => {
    assert.deepEqual(await fill({ types: ['even'] }), { numbers: [2, 4, 6, 8], more: false });
    assert.deepEqual(await fill({ types: ['even'], limit: 4 }), { numbers: [2, 4, 6, 8], more: false });
    assert.deepEqual(await fill({ types: ['even'], limit: 3 }), { numbers: [2, 4, 6], more: true });
    assert.deepEqual(await fill({ types: ['other'] }), { numbers: [], more: false });
  });

  it('ends at its bytes, but holds one event however large it is', async () => {
    const large = [batch(1, 3, 500)];
    assert.deepEqual(await fill({ bytes: 10 }, large), { numbers: [1], more: true });
    // A payload is "1" and 500 letters of two bytes, in quotes.
    assert.deepEqual(await fill({ bytes: 1003 }, large), { numbers: [1], more: true });
    assert.deepEqual(await fill({ bytes: 1004 }, large), { numbers: [1, 2], more: true });
  });

  it('that is full unpacks nothing more to know that there is more', async () => {
    let unpacked = 0;
    const counting = (one: StoredBatch) => {
      unpacked++;
      return unpack(one);
    };
    const unpackedFor = async (given: Partial<EventRange>) => {
      unpacked = 0;
      const { more } = await fillPage(range(given), all, counting);
      return [unpacked, more];
    };
    assert.deepEqual(await unpackedFor({ limit: 3 }), [1, true]);
    assert.deepEqual(await unpackedFor({ limit: 4 }), [2, true]);
    assert.deepEqual(await unpackedFor({ limit: 3, types: ['odd', 'even'] }), [2, true]);
    assert.deepEqual(await unpackedFor({ after: 3, limit: 3 }), [2, true]);
  });

  it('that is full reads no further batch than it needs to know of', async () => {
    let read = 0;
    function* counted() {
      for (const one of all) {
        read++;
        yield one;
      }
    }
    await fill({ limit: 3 }, counted());
    assert.equal(read, 2);
  });
});

describe('a batch', () => {
  it('is compressed from a size on, and comes back as it was', () => {
    const lines = (length: number) => Buffer.alloc(length, 'x');
    assert.equal(packSync(lines(worthCompressing - 1)).encoding, 0);
    const packed = packSync(lines(worthCompressing));
    assert.equal(packed.encoding, 1);
    assert.ok(packed.body.length < 200);
    assert.equal(unpack(packed).toString(), 'x'.repeat(worthCompressing));
    assert.equal(packSync(lines(3), 2).encoding, 2);
    assert.equal(packLines(lines(5)).fingerprint, packLines(lines(5)).fingerprint);
    assert.notEqual(packLines(lines(5)).fingerprint, packLines(lines(6)).fingerprint);
    assert.equal(packLines(lines(5)).fingerprint.length, 32);
  });

  it('merged with its neighbours keeps the number, type, payload and time of every event', () => {
    const parts = [batch(1, 2, 0, 100), batch(3, 1, 3000, 200), batch(4, 2, 0, 150)];
    const [merge, ...others] = mergeNeighbours(parts);
    assert.ok(merge);
    assert.deepEqual(others, []);
    assert.deepEqual(merge.replaces, parts);
    assert.deepEqual([merge.merged.first, merge.merged.count, merge.merged.at], [1, 5, 100]);
    const told = (events: ReturnType<typeof eventsOf>) =>
      events.map(({ sequence, type, payload, at }) => [sequence, type, payload, at]);
    const before = parts.flatMap((part) => told(eventsOf(part, unpack(part))));
    assert.deepEqual(told(eventsOf(merge.merged, unpack(merge.merged))), before);
    // A merged batch can be merged again.
    const [again] = mergeNeighbours([merge.merged, batch(6, 1, 0, 300)]);
    assert.deepEqual(
      told(eventsOf(again?.merged as StoredBatch, unpack(again?.merged as StoredBatch))).slice(0, 5),
      before,
    );
  });

  it('merged holds at most 256 events and 1 MB', () => {
    const sizes = (batches: StoredBatch[]) => mergeNeighbours(batches).map(({ merged }) => merged.count);
    assert.deepEqual(sizes([batch(1, 128), batch(129, 128)]), [256]);
    assert.deepEqual(sizes([batch(1, 128), batch(129, 129)]), []);
    assert.deepEqual(sizes([batch(1, 200), batch(201, 56), batch(257, 1), batch(258, 1)]), [256, 2]);
    const large = (first: number) => batch(first, 1, 130_000);
    assert.deepEqual(sizes([1, 2, 3, 4, 5, 6].map(large)), [4, 2]);
    assert.deepEqual(sizes([]), []);
    assert.deepEqual(sizes([batch(1, 1)]), []);
  });
});
