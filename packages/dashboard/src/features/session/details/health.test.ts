import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureVerdict, type HealthFacts } from './health.ts';

const now = Date.parse('2026-06-10T12:00:00Z');
const evidence = (part: Partial<HealthFacts>): HealthFacts => ({
  session: { status: 'completed', eventCount: 10 },
  environment: { status: 'active', lastSeenAt: new Date(now - 30_000).toISOString() },
  state: 'idle',
  foldedTo: 10,
  pendingParts: 0,
  now,
  ...part,
});
const kind = (part: Partial<HealthFacts>) => captureVerdict(evidence(part)).kind;

test('a closed session that was read whole is complete', () => {
  assert.equal(kind({}), 'complete');
  assert.equal(kind({ foldedTo: 4 }), 'checking');
  assert.equal(kind({ pendingParts: 2 }), 'gap');
  assert.equal(captureVerdict(evidence({ pendingParts: 2 })).short, 'Incomplete record');
});

test('an open session is arriving while its machine is alive', () => {
  const session = { status: 'active' as const, eventCount: 10 };
  assert.equal(kind({ session }), 'arriving');
  const gone = { status: 'active' as const, lastSeenAt: new Date(now - 14 * 60_000).toISOString() };
  assert.equal(captureVerdict(evidence({ session, environment: gone })).short, 'Machine silent 14 m');
  assert.equal(kind({ session, environment: gone, state: 'running' }), 'arriving');
  assert.equal(kind({ session, environment: { ...gone, status: 'revoked' } }), 'silent');
});
