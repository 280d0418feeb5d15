import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionStatistics } from '@debrief/contract';
import { billedText, elsewhereText } from './cost-facts.ts';

const stats = (part: Partial<SessionStatistics>) => part as SessionStatistics;

test('what was billed stands beside the list price, and says where they differ', () => {
  const text = (part: Partial<SessionStatistics>) => billedText(stats(part));
  assert.equal(text({}), undefined);
  assert.equal(
    text({ recordedUsd: 0.0159375, recordedAtListUsd: 0.0159375, credits: { amount: 1.59375, unit: 'AIU' } }),
    '$0.0159 (1.59 AIU), as at list price',
  );
  assert.equal(text({ recordedUsd: 3, recordedAtListUsd: 4 }), '$3.00; $4.00 at list price, so 25 % less');
  assert.equal(text({ recordedUsd: 5, recordedAtListUsd: 4 }), '$5.00; $4.00 at list price, so 25 % more');
  assert.equal(text({ recordedUsd: 5 }), '$5.00; some of it has no list price');
  assert.equal(
    text({ credits: { amount: 12.5, unit: 'credits' } }),
    '12.5 credits, which is no amount of money',
  );
});

test('what counts elsewhere is told with its size', () => {
  assert.equal(elsewhereText(stats({})), undefined);
  assert.equal(
    elsewhereText(
      stats({ elsewhere: { requests: 2, tokens: 58_464, costUsd: 0.0512, sessions: ['ses_1'] } }),
    ),
    '2 requests, 58k tokens, $0.0512',
  );
});
