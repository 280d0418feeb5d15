import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitLink } from '@debrief/contract';
import { partsOf } from './line-parts.ts';

const link = (sessionId: string, lines: number): CommitLink => ({
  sha: 'a'.repeat(40),
  strength: 'matched',
  byHand: false,
  lines,
  evidence: [],
  session: { sessionId, agentId: 'codex', environmentId: 'env_1', startedAt: '2026-01-01T00:00:00.000Z' },
});

test('the parts never come to more than what sessions wrote, and the rest is by hand or unknown', () => {
  const apart = partsOf({ lines: 20, linesOfSessions: 15 }, [link('a', 10), link('b', 5), link('c', 0)]);
  assert.deepEqual(
    apart.parts.map(({ share }) => share),
    [50, 25],
  );
  assert.equal(apart.rest, 5);
  const shared = partsOf({ lines: 20, linesOfSessions: 10 }, [link('a', 10), link('b', 10)]);
  assert.equal(
    shared.parts.reduce((sum, { share }) => sum + share, 0),
    50,
  );
  assert.deepEqual(partsOf({ lines: 0, linesOfSessions: 0 }, []), { parts: [], rest: 0 });
});
