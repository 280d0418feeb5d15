import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@debrief/contract';
import { sessionState } from './session-state.ts';

const now = Date.parse('2026-06-10T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const active = (minutes: number) => ({ status: 'active' as const, updatedAt: ago(minutes) });
const machine = (minutes: number, status: 'active' | 'revoked' = 'active') => ({
  lastSeenAt: ago(minutes),
  status,
});

test('a closed session is what it was closed as', () => {
  assert.equal(sessionState({ status: 'completed', updatedAt: ago(1) }, machine(1), now), 'completed');
  assert.equal(sessionState({ status: 'failed', updatedAt: ago(9999) }, undefined, now), 'failed');
});

test('an open session runs, rests or is forgotten', () => {
  assert.equal(sessionState(active(1), machine(1), now), 'running');
  assert.equal(sessionState(active(30), machine(1), now), 'idle');
  assert.equal(sessionState(active(30), undefined, now), 'idle');
  assert.equal(sessionState(active(26 * 60), machine(1), now), 'stale');
});

test('an open session of a machine that is gone is forgotten', () => {
  assert.equal(sessionState(active(30), machine(26 * 60), now), 'stale');
  assert.equal(sessionState(active(30), machine(1, 'revoked'), now), 'stale');
});

test('history that has just arrived does not run: its records are old', () => {
  const statistics = { endedAt: ago(90 * 24 * 60) } as Session['statistics'];
  assert.equal(sessionState({ ...active(1), ...(statistics && { statistics }) }, machine(1), now), 'stale');
});
