import assert from 'node:assert/strict';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { until } from '../../../testing/log/until.ts';
import { freshBus, removeStream } from '../../../testing/storage.ts';
import type { BusEntry } from './behind.ts';
import { Bus } from './connection.ts';

const entry = (sessionId: string, first: number, given: Partial<BusEntry> = {}): BusEntry => ({
  ...{
    kind: 'batch',
    organizationId: 'org_1',
    sessionId,
    at: 7,
    first,
    count: 1,
    keyHash: '',
    fingerprint: '',
  },
  ...{
    encoding: 0,
    claim: '',
    body: new TextEncoder().encode(`body ${first}`),
    status: '',
    endedAt: 0,
    ...given,
  },
});

describe('a bus', () => {
  const config = freshBus();
  const open = () => Bus.connect({ ...config, onFault: () => {} });
  let bus: Bus;
  before(async () => {
    bus = await open();
  });
  after(async () => {
    await bus.close();
    await removeStream(config);
  });
  const send = (sessionId: string, first: number, last: number, id?: string) =>
    bus.publish(entry(sessionId, first), { last, id, timeout: 2000 });

  it('is a stream on the disk that throws nothing away, and remembers keys as long as it is told', async () => {
    const connection = await connect({ servers: config.url });
    const { streams } = await jetstreamManager(connection);
    const stream = (await streams.info(config.stream)).config;
    assert.deepEqual(
      [stream.subjects, stream.storage, stream.retention, stream.discard, stream.num_replicas],
      [[`${config.stream}.ev.*`], 'file', 'limits', 'new', 1],
    );
    assert.equal(stream.duplicate_window, nanos(config.window));
    await connection.close();
  });

  it('is the same for whoever connects to it, with settings that may change', async () => {
    const other = await Bus.connect({ ...config, window: 60_000, onFault: () => {} });
    assert.equal(other.identity, bus.identity);
    assert.ok(
      bus.identity.startsWith(`${config.stream} `) && bus.identity.length > config.stream.length + 10,
    );
    assert.deepEqual([other.window, bus.window, other.up], [60_000, config.window, true]);
    assert.match(bus.serverVersion, /^\d+\.\d+/);
    assert.ok(bus.bodyBytes > 100_000 && bus.bodyBytes % 4096 === 0);
    const { sequence } = (await send('of-other', 1, 0)) as { sequence: number };
    assert.equal((await other.message(sequence))?.entry.sessionId, 'of-other');
    await other.close();
    await (await open()).close();
  });

  it('takes a message only after the one that its sender knows as the last of the session', async () => {
    const first = await send('a', 1, 0);
    assert.ok(first !== 'conflict' && !first.duplicate);
    assert.equal(await send('a', 2, 0), 'conflict');
    assert.equal(await send('a', 2, first.sequence + 100), 'conflict');
    const other = await send('b', 1, 0);
    assert.ok(other !== 'conflict', 'another session has a last message of its own');
    const second = await send('a', 2, first.sequence);
    assert.ok(second !== 'conflict' && second.sequence > other.sequence);
    const last = await bus.last('a');
    assert.deepEqual([last?.sequence, last?.entry], [second.sequence, entry('a', 2)]);
    assert.ok(Math.abs((last?.time ?? 0) - Date.now()) < 60_000);
    assert.deepEqual((await bus.message(first.sequence))?.entry, entry('a', 1));
    assert.equal(await bus.last('nobody'), undefined);
    assert.equal(await bus.message(1_000_000), undefined);
    assert.equal(await bus.lastSequence(), second.sequence);
  });

  it('knows a key again, and answers with its first message', async () => {
    const first = await send('k', 1, 0, 'k key');
    assert.ok(first !== 'conflict' && !first.duplicate);
    assert.deepEqual(await send('k', 9, 0, 'k key'), { sequence: first.sequence, duplicate: true });
    const other = await send('k', 2, first.sequence, 'another');
    assert.ok(other !== 'conflict' && !other.duplicate);
  });

  it('delivers what comes after a place, in order', async () => {
    const from = await bus.lastSequence();
    for (const session of ['r1', 'r2', 'r3']) await send(session, 1, 0);
    const messages = await bus.read(from + 1, 10);
    const seen: [number, string, number][] = [];
    for await (const message of messages) {
      seen.push([message.seq - from, message.subject, message.info.deliverySequence]);
      if (seen.length === 2) await send('r4', 1, 0);
      if (seen.length === 3) break;
    }
    messages.stop();
    assert.deepEqual(seen, [
      [2, `${config.stream}.ev.r2`, 1],
      [3, `${config.stream}.ev.r3`, 2],
      [4, `${config.stream}.ev.r4`, 3],
    ]);
  });

  it('forgets everything up to a message, and that one', async () => {
    const first = (await send('p', 1, 0)) as { sequence: number };
    const second = (await send('p', 2, first.sequence)) as { sequence: number };
    await bus.purge(first.sequence);
    assert.equal(await bus.message(first.sequence), undefined);
    assert.equal((await bus.message(second.sequence))?.entry.first, 2);
    assert.equal(await bus.lastSequence(), second.sequence);
  });

  it('passes on what goes wrong otherwise', async () => {
    const closed = await open();
    await closed.close();
    await assert.rejects(closed.publish(entry('x', 1), { last: 0, timeout: 500 }));
    await assert.rejects(closed.lastSequence());
    const large = entry('x', 1, { body: new Uint8Array(bus.bodyBytes + 4097) });
    await assert.rejects(bus.publish(large, { last: 0, timeout: 2000 }));
  });

  it('takes a body as large as it says', async () => {
    const large = entry('large', 1, { body: new Uint8Array(bus.bodyBytes) });
    assert.notEqual(await bus.publish(large, { last: 0, timeout: 10_000 }), 'conflict');
  });

  it('that is full says so: that is no message that came first', async (t) => {
    const own = freshBus();
    const full = await Bus.connect({ ...own, onFault: () => {} });
    t.after(async () => {
      await full.close();
      await removeStream(own);
    });
    const connection = await connect({ servers: own.url });
    await (await jetstreamManager(connection)).streams.update(own.stream, { max_msgs: 1 });
    await connection.close();
    await full.publish(entry('a', 1), { last: 0, timeout: 10_000 });
    await assert.rejects(
      full.publish(entry('b', 1), { last: 0, timeout: 10_000 }),
      /maximum messages exceeded/,
    );
  });
});

/** The way to the bus, which a test can cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;
  /** How often somebody came. */
  dialled = 0;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      this.dialled++;
      if (this.#isCut) return near.destroy();
      const far = dial(Number(target.port), target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    });
  }

  async url(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `nats://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe('a bus that was away', () => {
  it('is used again once it answers, and those who wait for it are told', async () => {
    const config = freshBus();
    const cable = new Cable(new URL(config.url));
    const bus = await Bus.connect({ ...config, url: await cable.url(), onFault: () => {} });
    let [told, toldOther] = [0, 0];
    bus.onReconnect(() => told++);
    bus.onReconnect(() => toldOther++)();
    cable.cut();
    await until('it is away', () => !bus.up);
    assert.equal(told, 0);
    cable.mend();
    await until('it is back', () => bus.up);
    assert.deepEqual([told, toldOther], [1, 0]);
    assert.equal(await bus.lastSequence(), 0);
    await bus.close();
    cable.close();
    await removeStream(config);
  });

  it('is not used when it comes back with another stream', async () => {
    const config = freshBus();
    const cable = new Cable(new URL(config.url));
    const faults: unknown[] = [];
    const bus = await Bus.connect({
      ...config,
      url: await cable.url(),
      onFault: (fault) => faults.push(fault),
    });
    let told = 0;
    bus.onReconnect(() => told++);
    cable.cut();
    await until('it is away', () => !bus.up);
    await removeStream(config);
    const other = await Bus.connect({ ...config, onFault: () => {} });
    assert.notEqual(other.identity, bus.identity);
    cable.mend();
    await until('the fault', () => faults.length > 0);
    assert.match(String(faults[0]), /came back with another stream test_\w+ than before.*persist renew/);
    assert.deepEqual([bus.up, told], [false, 0]);
    assert.equal(`Events are refused: ${bus.fault}`, faults[0]);
    await assert.rejects(bus.publish(entry('a', 1), { last: 0, timeout: 500 }), /cannot be reached/);
    assert.equal(await other.lastSequence(), 0, 'and nothing reached the other one');
    await bus.close();
    await other.close();
    cable.close();
    await removeStream(config);
  });
});

describe('a bus that is not there yet', () => {
  it('is waited for', async (t) => {
    const config = freshBus();
    const cable = new Cable(new URL(config.url));
    t.after(() => cable.close());
    cable.cut();
    const connecting = Bus.connect({ ...config, url: await cable.url(), onFault: () => {} });
    await until('somebody came', () => cable.dialled > 0);
    cable.mend();
    const bus = await connecting;
    assert.equal(bus.up, true);
    await bus.close();
    await removeStream(config);
  });

  it('is given up in the end, and said to be waited for once', async () => {
    const faults: unknown[] = [];
    const url = 'nats://127.0.0.1:1';
    await assert.rejects(
      Bus.connect({ ...freshBus(), url, patience: 1600, onFault: (fault) => faults.push(fault) }),
    );
    assert.equal(faults.length, 1);
    assert.match(String(faults[0]), /^Waiting for the bus: /);
  });
});
