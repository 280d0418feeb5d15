import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { PostgresBell } from './bell.ts';

/** When a bell connects and when it sends, on a connection and a clock that do as the test says; see bell.test.ts. */

const channel = 'debrief_bell';

/** Stands for a connection to PostgreSQL. */
class FakeClient extends EventEmitter {
  readonly options: Record<string, unknown>;
  /** The entries of each notification, without the name of the sender. */
  readonly sent: string[][] = [];
  isEnded = false;
  isListening = false;
  /** What becomes of the next query, and of those after it. */
  answer: () => Promise<unknown> = async () => undefined;
  #connecting: Promise<void>;

  constructor(options: Record<string, unknown>, connecting: Promise<void>) {
    super();
    this.options = options;
    this.#connecting = connecting;
  }

  connect(): Promise<void> {
    return this.#connecting;
  }

  query(text: string, values: string[] = []): Promise<unknown> {
    if (text === `listen ${channel}`) this.isListening = true;
    else this.sent.push(values[1]?.split('\n').slice(1) ?? []);
    return this.answer();
  }

  async end(): Promise<void> {
    this.isEnded = true;
  }
}

/** A bell whose connections succeed unless `connecting` says otherwise. */
function openBell(t: TestContext, connecting: () => Promise<void> = async () => {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const clients: FakeClient[] = [];
  class Client extends FakeClient {
    constructor(options: Record<string, unknown>) {
      super(options, connecting());
      clients.push(this);
    }
  }
  t.mock.property(pg, 'Client', Client as unknown as typeof pg.Client);
  const faults: string[] = [];
  const bell = new PostgresBell({ url: 'postgres://db', onFault: (fault) => faults.push(String(fault)) });
  const ring = (sessionId: string) => bell.ring({ organizationId: 'org', sessionId });
  /** Lets so many milliseconds pass, and what becomes due in them happen. */
  const pass = async (milliseconds: number) => {
    t.mock.timers.tick(milliseconds);
    await nextTurn();
  };
  const client = (number = 1): FakeClient => {
    const one = clients[number - 1];
    assert.ok(one, `connection ${number}`);
    return one;
  };
  return { bell, clients, client, faults, ring, pass };
}

describe('the connection of a bell', () => {
  it('is tried again after longer and longer pauses up to five seconds, and soon once it worked', async (t) => {
    let isAway = true;
    const { clients, client, faults, pass } = openBell(t, async () => {
      if (isAway) throw new Error('away');
    });
    await nextTurn();
    for (const [index, pause] of [100, 200, 400, 800, 1600, 3200, 5000, 5000].entries()) {
      await pass(pause - 1);
      assert.equal(clients.length, index + 1, `before ${pause} ms`);
      await pass(1);
      assert.equal(clients.length, index + 2, `after ${pause} ms`);
    }
    assert.deepEqual([faults.length, faults[0], client(1).isEnded], [9, 'Error: away', true]);
    isAway = false;
    await pass(5000);
    assert.deepEqual([clients.length, client(10).isListening], [10, true]);
    client(10).emit('end');
    await pass(100);
    assert.deepEqual([clients.length, client(11).isListening, faults.length], [11, true, 9]);
  });

  it('that is lost is replaced by one other, and the loss is told once', async (t) => {
    const { clients, client, faults, ring, pass } = openBell(t);
    await nextTurn();
    assert.equal(client().options.keepAlive, true, 'a peer that went away without a word is noticed');
    client().emit('error', new Error('cut'));
    client().emit('end');
    ring('while it is away');
    await pass(99);
    assert.deepEqual([clients.length, client().isEnded, client().sent], [1, true, []]);
    for (const pause of [1, 1000, 10_000]) await pass(pause);
    assert.deepEqual([clients.length, faults], [2, ['Error: cut']]);
    assert.deepEqual(client(2).sent, [['org while it is away']]);
    client().emit('error', new Error('once more'));
    ring('next');
    await pass(10_000);
    assert.deepEqual([clients.length, faults.length], [2, 1], 'the old one is of no interest any more');
    assert.deepEqual(client(2).sent[1], ['org next']);
  });

  it('is neither kept nor replaced when the bell is stopped', async (t) => {
    const { bell, clients, client, ring, pass } = openBell(t);
    const heard: string[] = [];
    bell.listen(({ sessionId }) => void heard.push(sessionId));
    await nextTurn();
    await bell.stop();
    assert.equal(client().isEnded, true);
    client().emit('end');
    ring('too late');
    for (let round = 0; round < 3; round++) await pass(5000);
    assert.deepEqual([clients.length, client().sent, heard], [1, [], []]);
  });

  it('that comes when the bell is stopped already is closed', async (t) => {
    const connecting = Promise.withResolvers<void>();
    const { bell, client } = openBell(t, () => connecting.promise);
    await bell.stop();
    connecting.resolve();
    await nextTurn();
    assert.equal(client().isEnded, true);
  });
});

describe('the notifications of a bell', () => {
  it('go out at once after a quiet moment, and those within 50 ms of one together', async (t) => {
    const { client, ring, pass } = openBell(t);
    await nextTurn();
    ring('a');
    await pass(1);
    assert.deepEqual(client().sent, [['org a']]);
    ring('b');
    await pass(20);
    ring('c');
    await pass(28);
    assert.equal(client().sent.length, 1);
    await pass(2);
    assert.deepEqual(client().sent.slice(1), [['org b', 'org c']]);
    for (let round = 0; round < 10; round++) await pass(100);
    assert.equal(client().sent.length, 2, 'nothing is sent when nothing was rung');
  });

  it('wait for the one before them, also when the bell is being stopped', async (t) => {
    const { bell, client, ring, pass } = openBell(t);
    await nextTurn();
    const first = Promise.withResolvers<void>();
    client().answer = () => first.promise;
    ring('a');
    await pass(1);
    ring('b');
    const stopping = bell.stop();
    for (let round = 0; round < 10; round++) await pass(60);
    assert.deepEqual(client().sent, [['org a']]);
    first.resolve();
    await nextTurn();
    await pass(60);
    await stopping;
    assert.deepEqual(client().sent, [['org a'], ['org b']]);
  });

  it('that fail are sent again, and the failure is told', async (t) => {
    const { client, faults, ring, pass } = openBell(t);
    await nextTurn();
    client().answer = async () => {
      client().answer = async () => undefined;
      throw new Error('refused');
    };
    ring('a');
    await pass(1);
    assert.deepEqual(faults, ['Error: refused']);
    await pass(50);
    assert.deepEqual(client().sent, [['org a'], ['org a']]);
  });

  it('go out without any pause before a stop, however many wait', async (t) => {
    const { bell, client, ring } = openBell(t);
    await nextTurn();
    for (let number = 0; number < 5000; number++) ring(`s${number}`);
    // No time passes.
    await bell.stop();
    assert.equal(client().sent.flat().length, 5000);
    assert.equal(Math.max(...client().sent.map((entries) => entries.length)), 90);
  });
});
