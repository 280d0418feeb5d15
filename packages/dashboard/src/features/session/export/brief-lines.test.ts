import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Brief } from '@debrief/contract';
import { briefLines } from './brief-lines.ts';

const none = { items: [], total: 0 };
const brief: Brief = {
  outcome: { kind: 'finished', reason: 'tests pass', sequence: 4 },
  asked: { first: { sequence: 1, text: 'Split the address' }, later: none, prompts: 1 },
  did: { calls: 3, work: [], phases: none, subagents: none, runs: none },
  changed: { files: none, linesAdded: 0, linesRemoved: 0, commits: none, pullRequests: none },
  proved: { checks: [], claims: 0, supported: 0, unproven: none },
  steppedIn: { denied: 0, interrupted: 0, corrected: 0, sentBack: 0, items: [] },
  open: { findings: { high: 0, medium: 0, low: 0, top: [] }, threads: none },
  cost: { usd: 1.2, isPartial: false, tokens: 34_000, activeMs: 120_000, waitingMs: 180_000 },
};

test('what was asked, how it ended, how long it took and what it cost', () => {
  assert.deepEqual(briefLines(brief), [
    'Outcome: finished: tests pass #4',
    'Asked: Split the address #1',
    'Did: 3 calls',
    'Time: 2 minutes working; 3 minutes idle',
    'Cost: $1.20, 34k tokens',
  ]);
});

test('what is not known is left out', () => {
  const { usd, activeMs, waitingMs, ...rest } = brief.cost;
  const lines = briefLines({ ...brief, cost: { ...rest, tokens: 0 } });
  assert.ok(!lines.some((line) => /^(?:Time|Cost):/.test(line)));
});
