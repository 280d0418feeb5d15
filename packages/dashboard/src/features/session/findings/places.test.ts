import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionFindings } from '@debrief/contract';
import { foundBetween, nextFinding, placesOf } from './places.ts';

const finding = (rule: string, severity: 'high' | 'medium' | 'low', sequences: number[]) => ({
  ...{ findingId: `${rule}.${sequences[0]}`, rule, severity, title: rule, why: '', means: '', check: '' },
  ...{ sequence: sequences[0] as number, sequences, evidence: [], facts: {} },
});

const found = (findings: SessionFindings['findings']): SessionFindings => ({
  ...{ version: 1, foldedTo: 9, eventCount: 9, isCurrent: true, findings },
  ...{ claims: [], interventions: [], notJudged: [] },
});

test('the margin shows the worst of each place, and what was decided no more', () => {
  const decided = { verdict: 'wrong' as const, decidedBy: 'usr_a', decidedAt: '2026-01-01T00:00:00.000Z' };
  const places = placesOf(
    found([
      finding('a', 'medium', [3, 7]),
      finding('b', 'high', [7]),
      { ...finding('c', 'high', [5]), disposition: decided },
    ]),
  );
  assert.deepEqual(
    [...places].map(([sequence, { severity, titles }]) => [sequence, severity, titles.join()]),
    [
      [3, 'medium', 'a'],
      [7, 'high', 'a,b'],
    ],
  );
  assert.deepEqual(placesOf(undefined).size, 0);
});

test('h goes from finding to finding and passes by the low ones', () => {
  const places = placesOf(found([finding('a', 'medium', [3, 7]), finding('b', 'low', [5])]));
  assert.equal(nextFinding(places, 0, 1), 3);
  assert.equal(nextFinding(places, 3, 1), 7);
  assert.equal(nextFinding(places, 7, 1), undefined);
  assert.equal(nextFinding(places, 7, -1), 3);
  assert.equal(nextFinding(placesOf(found([finding('b', 'low', [5])])), 0, 1), 5);
});

test('a turn shows the worst of what was found from its prompt to before the next one', () => {
  const places = placesOf(found([finding('a', 'medium', [3, 7]), finding('b', 'low', [5])]));
  assert.deepEqual(foundBetween(places, 3, 7), { severity: 'medium', places: 2 });
  assert.deepEqual(foundBetween(places, 4, 7), { severity: 'low', places: 1 });
  assert.deepEqual(foundBetween(places, 7, Number.POSITIVE_INFINITY), { severity: 'medium', places: 1 });
  assert.equal(foundBetween(places, 8, 20), undefined);
});
