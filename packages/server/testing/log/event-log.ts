import { after, before, describe } from 'node:test';
import { DebriefError, type SubmittedEvent } from '@debrief/contract';
import type { SessionRecord } from '../../src/domain/records.ts';
import { encodeEvents } from '../../src/domain/session/event-lines.ts';
import type { EventRange } from '../../src/domain/session/log-ports.ts';
import { storedSession, storedTenant, type Tenant } from '../record.ts';
import { type Arrangement, arrangements, type TestStorage, testStorage } from '../storage.ts';

/** What the tests of event logs append, read and close. */

export interface Setting {
  storage: TestStorage;
  tenant: Tenant;
  session: SessionRecord;
}

/** The tests for each arrangement; `setting` gives each test a session of its own on the storage they share. */
export function forEachLog(
  title: string,
  tests: (setting: () => Promise<Setting>, arrangement: Arrangement) => void,
): void {
  for (const arrangement of arrangements) {
    describe(`${title} on ${arrangement}`, () => {
      let storage: TestStorage;
      before(async () => {
        storage = await testStorage(arrangement);
      });
      after(() => storage[Symbol.asyncDispose]());
      tests(async () => {
        const tenant = await storedTenant(storage.store);
        return { storage, tenant, session: await storedSession(storage.store, tenant) };
      }, arrangement);
    });
  }
}

export const events = (count: number, size = 10): SubmittedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    eventType: index % 2 ? 'odd' : 'even',
    payload: { index, text: 'x'.repeat(size) },
  }));

export const parsed = (json: string | Buffer): unknown => JSON.parse(json.toString());

export const batchOf = (session: SessionRecord, submitted: SubmittedEvent[], key?: string) => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  lines: encodeEvents(submitted),
  count: submitted.length,
  key,
  at: 1_700_000_100_000,
});

export const rangeOf = (session: SessionRecord, given: Partial<EventRange> = {}): EventRange => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  order: 'asc',
  after: 0,
  limit: 100_000,
  bytes: Number.POSITIVE_INFINITY,
  ...given,
});

export const readFrom = async (storage: TestStorage, range: EventRange) => {
  await storage.settled();
  return storage.log.read(range);
};

export const refusedWith = (code: string) => (error: unknown) =>
  error instanceof DebriefError && error.code === code;

export const closing = (session: SessionRecord, status: 'completed' | 'failed' = 'completed') => ({
  organizationId: session.organizationId,
  sessionId: session.sessionId,
  status,
  endedAt: 1_700_000_200_000,
  at: 1_700_000_300_000,
});
