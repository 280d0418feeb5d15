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

/** A bus and a database that fit. */
const anyLineage = () => ({
  connection: 1,
  floor: 0,
  mustFit() {},
  acknowledged(_sequence: number, _floor: number, _entry: BusEntry) {},
});

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
    const sequencer = new Sequencer({ bus: bus as unknown as Bus, store, lineage: anyLineage() });
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

const failsWith = (code: string) => (error: unknown) => error instanceof DebriefError && error.code === code;

/** A sequencer whose bus does as it is told, with what was published and how often the bus and the store were asked. */
function sequencing(
  found: object | undefined,
  answers: unknown[],
  messages: Partial<BusMessage>[] = [],
  lineage = anyLineage(),
) {
  const published: { entry: BusEntry; last: number; id: string | undefined }[] = [];
  const bus = {
    last: async () => messages.at(-1),
    message: async (sequence: number) => messages.find((message) => message.sequence === sequence),
    publish: async (entry: BusEntry, { last, id }: { last: number; id: string | undefined }) => {
      published.push({ entry, last, id });
      return answers.shift();
    },
  } as unknown as Bus;
  const store = { look: async () => found } as unknown as BusStore;
  return { published, sequencer: new Sequencer({ bus, store, lineage }) };
}
const soon = () => Date.now() + 5000;
const active = { status: 'active', eventCount: 4 };
const stored = (sequence: number, entry: object) =>
  ({ sequence, entry: { kind: 'batch', first: 5, count: 2, ...entry } }) as unknown as BusMessage;
const close = {
  kind: 'close',
  sessionId,
  count: 0,
  keyHash: '',
  status: 'completed',
  endedAt: 7,
} as unknown as Unnumbered;
const erase = { ...close, kind: 'erase', status: '' } as Unnumbered;

it('the first message of a session goes on where the database is', async () => {
  const { published, sequencer } = sequencing(active, [{ sequence: 11, duplicate: false }]);
  assert.deepEqual(await sequencer.append(look, entryOf(3), soon()), {
    first: 5,
    count: 3,
    async: true,
    replayed: false,
  });
  assert.deepEqual([published[0]?.last, published[0]?.id, published[0]?.entry.first], [0, undefined, 5]);
});

it('who knows a last message that is not the last any more reads it again', async () => {
  const bus = new OneSubject();
  const store = { look: async () => ({ status: 'active', eventCount: 0 }) } as unknown as BusStore;
  const [one, other] = [0, 1].map(
    () => new Sequencer({ bus: bus as unknown as Bus, store, lineage: anyLineage() }),
  );
  assert.ok(one && other);
  const within = () => Date.now() + 1000;
  assert.equal((await one.append(look, entryOf(2), within())).first, 1);
  assert.equal((await other.append(look, entryOf(3), within())).first, 3);
  assert.equal((await one.append(look, entryOf(1), within())).first, 6);
  const { now, sequence } = await other.end(look, close, within());
  assert.deepEqual([now, sequence], [true, 4]);
  const { looks } = bus;
  await assert.rejects(one.append(look, entryOf(1), within()), failsWith('session_closed'));
  await assert.rejects(one.append(look, entryOf(1), within()), failsWith('session_closed'));
  assert.equal(bus.looks, looks + 1, 'that it has ended is remembered');
});

it('a session that is nowhere is refused', async () => {
  const { sequencer } = sequencing(undefined, []);
  await assert.rejects(sequencer.append(look, entryOf(1), soon()), failsWith('session_not_found'));
});

it('who comes too late looks again', async () => {
  const { published, sequencer } = sequencing(active, ['conflict', { sequence: 12, duplicate: false }]);
  assert.equal((await sequencer.append(look, entryOf(1), soon())).first, 5);
  assert.equal(published.length, 2);
});

it('a key that the bus has seen is answered with the numbers of its first message, or refused for other events', async () => {
  const keyed = (fingerprint: string) => ({ ...entryOf(9), keyHash: 'k', fingerprint });
  const duplicate = { sequence: 11, duplicate: true };
  const messages = [stored(11, { fingerprint: 'same' })];
  const { published, sequencer } = sequencing(active, [duplicate, duplicate], messages);
  assert.deepEqual(await sequencer.append(look, keyed('same'), soon()), {
    first: 5,
    count: 2,
    async: true,
    replayed: true,
  });
  assert.equal(published[0]?.id, 'ses_1 k');
  await assert.rejects(sequencer.append(look, keyed('other'), soon()), failsWith('idempotency_key_reused'));
  const gone = sequencing(active, [duplicate]);
  await assert.rejects(gone.sequencer.append(look, keyed('same'), soon()), failsWith('service_unavailable'));
});

it('an ended session takes nothing; a key it has seen is still asked for, in a way that stores nothing', async () => {
  const closed = { status: 'completed', endedAt: 7, eventCount: 4 };
  const keyed = { ...entryOf(1), keyHash: 'k', fingerprint: 'f' };
  const plain = sequencing(closed, []);
  await assert.rejects(plain.sequencer.append(look, entryOf(1), soon()), failsWith('session_closed'));
  assert.deepEqual(plain.published, []);
  const asked = sequencing(closed, ['conflict']);
  await assert.rejects(asked.sequencer.append(look, keyed, soon()), failsWith('session_closed'));
  assert.equal(asked.published[0]?.last, Number.MAX_SAFE_INTEGER);
  const erased = sequencing(active, [], [stored(11, { kind: 'erase' })]);
  await assert.rejects(erased.sequencer.append(look, keyed, soon()), failsWith('session_not_found'));
});

it('a session ends once; what comes later is told how it ended, and only an erasure gets past a close', async () => {
  const { published, sequencer } = sequencing(active, ['conflict', { sequence: 12 }, { sequence: 13 }]);
  const ended = { kind: 'close', status: 'completed', endedAt: 7 };
  assert.deepEqual(await sequencer.end(look, close, soon()), { ...ended, now: true, sequence: 12 });
  assert.deepEqual([published[1]?.entry.first, published[1]?.last, published[1]?.id], [5, 0, undefined]);
  assert.deepEqual(await sequencer.end(look, { ...close, endedAt: 9 }, soon()), {
    ...ended,
    now: false,
    sequence: 12,
  });
  const gone = { kind: 'erase', status: '', endedAt: 7 };
  assert.deepEqual(await sequencer.end(look, erase, soon()), { ...gone, now: true, sequence: 13 });
  assert.equal(published[2]?.last, 12);
  assert.deepEqual(await sequencer.end(look, erase, soon()), { ...gone, now: false, sequence: 13 });
  assert.deepEqual(await sequencer.end(look, close, soon()), { ...gone, now: false, sequence: 13 });
});

it('what the database says of a closed session counts; an absent time is none', async () => {
  const { sequencer } = sequencing({ status: 'failed', endedAt: null, eventCount: 4 }, []);
  assert.deepEqual(await sequencer.end(look, close, soon()), {
    kind: 'close',
    status: 'failed',
    endedAt: 0,
    now: false,
    sequence: 0,
  });
});

it('at the deadline nothing is published', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const { published, sequencer } = sequencing(active, [{ sequence: 11, duplicate: false }]);
  await assert.rejects(sequencer.append(look, entryOf(1), 1000), failsWith('service_unavailable'));
  assert.deepEqual(published, []);
});

it('after the deadline nothing is asked of the bus and nothing published', async () => {
  const bus = new OneSubject();
  const store = { look: async () => active } as unknown as BusStore;
  const sequencer = new Sequencer({ bus: bus as unknown as Bus, store, lineage: anyLineage() });
  await assert.rejects(sequencer.append(look, entryOf(1), Date.now() - 1), failsWith('service_unavailable'));
  await assert.rejects(sequencer.end(look, close, Date.now() - 1), failsWith('service_unavailable'));
  assert.deepEqual([bus.looks, bus.messages], [0, []]);
});

it('nothing is published while bus and database do not fit; what is acknowledged is told with what was known', async () => {
  const told: [number, number][] = [];
  const lineage = {
    ...{ connection: 1, floor: 10, isFit: true },
    mustFit() {
      if (!this.isFit) throw new DebriefError('service_unavailable', 'unfit');
    },
    acknowledged: (sequence: number, floor: number) => void told.push([sequence, floor]),
  };
  const answers = [{ sequence: 11, duplicate: false }, 'conflict', { sequence: 3, duplicate: true }];
  const first = stored(3, { keyHash: 'k', fingerprint: 'f' });
  const { published, sequencer } = sequencing(active, answers, [first], lineage);
  await sequencer.append(look, entryOf(1), soon());
  await sequencer.append(look, { ...entryOf(1), keyHash: 'k', fingerprint: 'f' }, soon());
  assert.deepEqual(told, [[11, 10]], 'not what it refused or knew');
  lineage.isFit = false;
  await assert.rejects(sequencer.append(look, entryOf(1), soon()), failsWith('service_unavailable'));
  assert.equal(published.length, 3);
});

it('what was known of a session is forgotten when the bus was away', async () => {
  const lineage = anyLineage();
  const bus = new OneSubject();
  const store = { look: async () => ({ status: 'active', eventCount: 0 }) } as unknown as BusStore;
  const sequencer = new Sequencer({ bus: bus as unknown as Bus, store, lineage });
  const append = () => sequencer.append(look, entryOf(1), soon());
  for (let count = 0; count < 3; count++) await append();
  const { looks } = bus;
  // Put back by two, and then another server published: the last message has the number that was known as the last.
  bus.messages.splice(1, 2, stored(2, { first: 40 }), stored(3, { first: 50, count: 5 }));
  lineage.connection = 2;
  assert.equal((await append()).first, 55);
  assert.equal(bus.looks, looks + 1);
});

it('an acknowledgement that cannot be is none, and the session is looked at again', async () => {
  const lineage = anyLineage();
  const bus = new OneSubject();
  const store = { look: async () => ({ status: 'active', eventCount: 0 }) } as unknown as BusStore;
  const sequencer = new Sequencer({ bus: bus as unknown as Bus, store, lineage });
  await sequencer.append(look, entryOf(1), soon());
  const { looks } = bus;
  lineage.acknowledged = () => {
    throw new Error('given before');
  };
  await assert.rejects(sequencer.append(look, entryOf(1), soon()), failsWith('service_unavailable'));
  lineage.acknowledged = () => {};
  await sequencer.append(look, entryOf(1), soon());
  assert.equal(bus.looks, looks + 1);
});
