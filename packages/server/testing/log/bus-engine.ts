import type { TestContext } from 'node:test';
import { encodeEvents } from '../../src/domain/session/event-lines.ts';
import type { Batch, ErasedSession } from '../../src/domain/session/log-ports.ts';
import type { BusEntry, BusPosition, BusStore, Look, SessionLook } from '../../src/log/bus/behind.ts';
import type { Bus, BusMessage } from '../../src/log/bus/connection.ts';
import { BusEngine } from '../../src/log/bus/engine.ts';

export const organizationId = 'org_1';
export const sessionId = 'ses_1';
export const lines = encodeEvents([{ eventType: 'e', payload: { n: 1 } }]);
export const batch: Batch = { organizationId, sessionId, lines, count: 1, key: undefined, at: 7 };
export const closing = { organizationId, sessionId, status: 'completed' as const, endedAt: 70, at: 80 };
export const found: SessionLook = {
  refusal: undefined,
  status: 'active',
  endedAt: null,
  eventCount: 4,
  bus: { stream: 's', sequence: 5 },
  seen: undefined,
};

const positionOf = (sequence: number | undefined): BusPosition | undefined =>
  sequence === undefined ? undefined : { stream: 's', sequence, epoch: 1, seen: 0 };

/** What the engine does between a bus and a database that answer as the test says. */
export async function engineWith(
  t: TestContext,
  given: {
    found?: SessionLook | undefined;
    lastSequence?: number;
    message?: BusMessage;
    isGoneBeforeStash?: boolean;
  } = {},
) {
  const at = {
    up: true,
    found: 'found' in given ? given.found : found,
    position: 5 as number | undefined,
    lastSequence: given.lastSequence ?? 5,
    message: given.message,
  };
  const published: { entry: BusEntry; id: string | undefined }[] = [];
  const looks: Look[] = [];
  const stashed: [claim: string, bytes: number][] = [];
  const asked: string[] = [];
  const bus = {
    get up() {
      return at.up;
    },
    window: 1000,
    identity: 's',
    connection: 1,
    fault: undefined,
    onReconnect: () => () => {},
    bodyBytes: 2000,
    last: async () => at.message,
    message: async () => at.message,
    lastSequence: async () => at.lastSequence,
    async publish(entry: BusEntry, { id }: { id?: string }) {
      published.push({ entry, id });
      return { sequence: 8 + published.length, duplicate: false };
    },
    erase: async (id: string, before: number) => void asked.push(`erase messages of ${id} before ${before}`),
    close: async () => void asked.push('bus closed'),
  } as unknown as Bus;
  const store = {
    async look(look: Look) {
      looks.push(look);
      return at.found;
    },
    async stash(claim: string, _: string, body: Uint8Array) {
      stashed.push([claim, body.byteLength]);
      return !given.isGoneBeforeStash;
    },
    dropClaimsOf: async (id: string) => void asked.push(`drop claims of ${id}`),
    position: async () => positionOf(at.position),
    beginEpoch: async () => positionOf(at.position),
    saw: async () => {},
  } as unknown as BusStore;
  const behind = {
    async close(closed: typeof closing) {
      asked.push(`close ${closed.status} ${closed.endedAt}`);
      return { status: 'failed' as const, endedAt: 1, now: false };
    },
    erase: async ({ sessionPk }: ErasedSession) => void asked.push(`erase events of ${sessionPk}`),
  };
  const engine = await BusEngine.open({
    bus,
    store,
    behind,
    persists: false,
    configured: 's',
    onReplaced: () => {},
    onFault: () => {},
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await engine.stop();
    isStopped = true;
  };
  t.after(stop);
  return { at, engine, published, looks, stashed, asked, stop };
}
