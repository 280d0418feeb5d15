import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';

const at = (ms: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, 0, ms)).toISOString();
const header = { sessionId: 's', projectHash: 'h', startTime: at(0), kind: 'main' };
const user = (id: string, text: string) => ({ id, timestamp: at(1), type: 'user', content: [{ text }] });
const gemini = (id: string, content: string, rest = {}) => ({
  id,
  timestamp: at(2),
  type: 'gemini',
  content,
  ...rest,
});

test('turns that a compaction keeps are not said twice', () => {
  const { told } = readAll('gemini-cli', [
    header,
    user('u1', 'one'),
    gemini('g1', '1'),
    user('u2', 'two'),
    gemini('g2', '2'),
    {
      $set: {
        messages: [
          user('n1', '<state_snapshot>They said one.</state_snapshot>'),
          gemini('n2', 'Got it. Thanks for the additional context!'),
          user('n3', 'two'),
          gemini('n4', '2'),
        ],
      },
    },
    user('u3', 'three'),
  ]);
  assert.deepEqual(told, [
    'prompt one',
    'reply 1',
    'prompt two',
    'reply 2',
    'compaction <state_snapshot>They said one.</state_snapshot>',
    'prompt three',
  ]);
});

test('a list written anew after a rewind is no compaction', () => {
  const { told } = readAll('gemini-cli', [
    header,
    user('u1', 'one'),
    gemini('g1', '1'),
    user('u2', 'two'),
    gemini('g2', '2'),
    { $rewindTo: 'u2' },
    { $set: { messages: [user('u1', 'one'), gemini('g1', '1')] } },
    user('u3', 'other'),
  ]);
  assert.ok(!told.some((line) => line.startsWith('compaction')), told.join('\n'));
  assert.equal(told.filter((line) => line === 'prompt one').length, 1);
});

test('a call takes as long as from its message to its own time; else nobody knows', () => {
  const call = { id: 'c', name: 'run_shell_command', args: { command: 'ls' }, status: 'success', result: [] };
  const took = (rest: object) =>
    only(
      readAll('gemini-cli', [header, gemini('g', '', { toolCalls: [{ ...call, ...rest }] })]).entries,
      'tool',
    ).durationMs;
  assert.equal(took({ timestamp: at(240) }), 238);
  assert.equal(took({}), undefined);
});
