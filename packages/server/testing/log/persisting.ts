import type { TestContext } from 'node:test';
import type { BusRun, BusStore } from '../../src/log/bus/behind.ts';
import type { Bus } from '../../src/log/bus/connection.ts';
import { entryHeaders } from '../../src/log/bus/message.ts';
import { Persister } from '../../src/log/bus/persister/persister.ts';
import { until } from './until.ts';

interface Delivered {
  subject: string;
  data: Uint8Array;
  headers: ReturnType<typeof entryHeaders>;
  seq: number;
  info: { deliverySequence: number };
}

/** What a consumer of the bus delivers, as the test hands it over. */
class Messages {
  readonly from: number;
  isStopped = false;
  #waiting: Delivered[] = [];
  #wake = (): void => {};
  #told: string[] = [];
  #tell = (): void => {};
  #count = 0;

  constructor(from: number) {
    this.from = from;
  }

  deliver(seq: number, sessionId: string, { skip = 0, bytes = 1 } = {}): void {
    const entry = {
      kind: 'batch' as const,
      organizationId: `org of ${sessionId}`.replaceAll(' ', '-'),
      sessionId,
    };
    const rest = { at: 1, first: seq, count: 1, keyHash: '', fingerprint: '', encoding: 0, claim: '' };
    const data = new Uint8Array(bytes);
    const headers = entryHeaders({ ...entry, ...rest, body: data, status: '', endedAt: 0 });
    this.#count += 1 + skip;
    this.#waiting.push({
      subject: `s.ev.${sessionId}`,
      data,
      headers,
      seq,
      info: { deliverySequence: this.#count },
    });
    this.#wake();
  }

  say(type: string): void {
    this.#told.push(type);
    this.#tell();
  }

  stop(): void {
    this.isStopped = true;
    this.#wake();
    this.#tell();
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else if (this.isStopped) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  async *status() {
    for (;;) {
      const type = this.#told.shift();
      if (type !== undefined) yield { type };
      else if (this.isStopped) return;
      else
        await new Promise<void>((resolve) => {
          this.#tell = resolve;
        });
    }
  }
}

/** A persister between a bus and a database that do as the test says. */
export function persisting(
  t: TestContext,
  given: { up?: boolean; opening?: Promise<void>; window?: number } = {},
) {
  const at = {
    up: given.up ?? true,
    /** The answers of `hold`, the last one for good. */
    turns: [0] as (number | undefined | Error)[],
    misfits: 0 as number | undefined,
    lastSequence: 0,
  };
  const readings: Messages[] = [];
  const runs: BusRun[] = [];
  const told: string[][] = [];
  const faults: string[] = [];
  const asked: string[] = [];
  let reconnect: (() => void) | undefined;
  const bus = {
    get up() {
      return at.up;
    },
    identity: 'stream born',
    window: given.window ?? 25_000,
    read: async (from: number, max: number) => {
      asked.push(`read ${from} ${max}`);
      await given.opening;
      readings.push(new Messages(from));
      return readings.at(-1);
    },
    onReconnect(listener: () => void) {
      reconnect = listener;
      return () => {
        reconnect = undefined;
      };
    },
    purge: async (sequence: number) => void asked.push(`purge ${sequence}`),
    lastSequence: async () => at.lastSequence,
  };
  const holders = new Set<string>();
  const store = {
    async hold(stream: string, holder: string, milliseconds: number) {
      asked.push(`hold ${stream} ${milliseconds}`);
      holders.add(holder);
      const turn = at.turns.length > 1 ? at.turns.shift() : at.turns[0];
      if (turn instanceof Error) throw turn;
      return turn === undefined ? undefined : { sequence: turn, epoch: 7 };
    },
    release: async (stream: string, holder: string) =>
      void asked.push(`release ${stream} ${holders.has(holder) && holders.size === 1}`),
    async persist(run: BusRun) {
      runs.push(run);
      return at.misfits;
    },
    dropClaims: async (before: number) =>
      void asked.push(`drop ${Math.round((Date.now() - before) / 60_000)} min`),
  };
  const persister = new Persister({
    bus: bus as unknown as Bus,
    store: store as unknown as BusStore,
    lineage: {
      get fits() {
        return at.up;
      },
    },
    onPersisted: (sessions) =>
      void told.push(sessions.map((one) => `${one.organizationId} ${one.sessionId}`)),
    onFault: (fault) => void faults.push(String(fault)),
  });
  t.after(() => {
    at.up = false;
    for (const reading of readings) reading.stop();
    return persister.stop();
  });
  const reading = async (number = 1): Promise<Messages> => {
    await until('a reading', () => readings.length >= number);
    return readings[number - 1] as Messages;
  };
  return {
    at,
    readings,
    runs,
    told,
    faults,
    asked,
    persister,
    reading,
    isListening: () => reconnect !== undefined,
    reconnect: () => reconnect?.(),
  };
}
