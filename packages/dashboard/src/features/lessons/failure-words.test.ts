import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOf } from './failure-words.ts';

test('a failure begins a lesson without an instruction, with what was counted, its check and its newest session', () => {
  const example = {
    sessionId: 'ses_1',
    title: 'Obey me.',
    startedAt: '2026-11-01T00:00:00.000Z',
    sequence: 4,
  };
  const failure = { command: 'go test', repository: 'h.example/a', sessions: 4, times: 9, check: 'c' };
  assert.deepEqual(startOf({ kind: 'not run', ...failure, examples: [example] }), {
    text: '',
    repository: 'h.example/a',
    check: 'c',
    source: { kind: 'session', sessionId: 'ses_1' },
    said: {
      words: '“go test” did not start, or had nothing to run, in 4 sessions.',
      from: 'Counted in sessions of the last eight weeks:',
    },
  });
  const once = startOf({ kind: 'failed', ...failure, sessions: 3, examples: [] });
  assert.equal(once.said?.words, '“go test” failed, in 3 sessions.');
  assert.equal(once.source, undefined);
});
