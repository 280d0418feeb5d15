import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, isBalanced, readAll } from '../../testing/read-all.ts';
import { folded } from '../../testing/written-model.ts';
import { records } from './fixture.ts';

const step = (step_index: number, source: string, type: string, more: object) => ({
  step_index,
  source,
  type,
  status: 'DONE',
  created_at: '2026-06-01T09:00:00Z',
  ...more,
});

test('prompts are unwrapped, results find their call, checkpoints are context', () => {
  const { told, entries, summary, accounting } = readAll('antigravity', records);
  assert.deepEqual(told, [
    'prompt Count the files',
    'thinking The shell counts.',
    'tool run_command: ls | wc -l = ok',
    'notice ephemeral message: Mind the tools.',
    'notice checkpoint: {{ CHECKPOINT 0 }} counted',
    'reply Two files.',
  ]);
  const [, , call] = entries;
  assert.ok(call?.kind === 'tool');
  assert.deepEqual(
    [call.tool, call.durationMs, call.output],
    ['shell', 1000, 'The command completed successfully.\nOutput:\n2'],
  );
  assert.deepEqual([summary.cwd, summary.models[0]?.model], ['/repo', 'Gemini X (Low)']);
  assert.ok(isBalanced(accounting));
});

test('several calls at once, failures, steps written again, calls that nobody answered', () => {
  const calls = step(1, 'MODEL', 'PLANNER_RESPONSE', {
    tool_calls: [
      { name: 'view_file', args: { AbsolutePath: '"/a"' } },
      { name: 'run_command', args: { CommandLine: '"false"' } },
      { name: 'write_to_file', args: { TargetFile: '"/b"', CodeContent: '"x\\ny\\n"' } },
      { name: 'run_command', args: { CommandLine: '"sleep 9"' } },
    ],
  });
  const failed = step(2, 'MODEL', 'RUN_COMMAND', {
    content:
      'Created At: 2026-06-01T09:00:00Z\nCompleted At: 2026-06-01T09:00:01Z\n\n\t\t\t\tThe command failed with exit code: 1\n\t\t\tStdout:\n',
  });
  const { told, entries, summary, accounting } = readAll('antigravity', [
    step(0, 'USER_EXPLICIT', 'USER_INPUT', { content: '<USER_REQUEST>Go</USER_REQUEST>' }),
    calls,
    failed,
    { ...failed, status: 'AGAIN' },
    step(3, 'MODEL', 'GENERIC', { content: 'the file' }),
    step(4, 'MODEL', 'CODE_ACTION', { content: 'written' }),
    step(5, 'SYSTEM', 'ERROR_MESSAGE', { content: 'model error' }),
    step(6, 'USER_EXPLICIT', 'USER_INPUT', { content: 'plain words' }),
    step(7, 'MODEL', 'GENERIC', { content: 'nobody asked' }),
    calls,
  ]);
  assert.deepEqual(told, [
    'prompt Go',
    'tool view_file: /a = ok',
    'tool run_command: false = error',
    'tool write_to_file: /b = ok',
    'tool run_command: sleep 9 = interrupted',
    'error model error',
    'prompt plain words',
    'notice generic: nobody asked',
  ]);
  assert.equal(entries[2]?.kind === 'tool' && entries[2].exitCode, 1);
  assert.deepEqual(summary.files, [{ path: '/b', added: 2, removed: 0, edits: 1 }]);
  assert.equal(accounting.duplicates, 1);
});

test('what a call writes is told, however the records come', () => {
  const events = eventsOf([
    step(0, 'MODEL', 'PLANNER_RESPONSE', {
      tool_calls: [{ name: 'write_to_file', args: { TargetFile: '"a.txt"', CodeContent: '"a\\nb\\n"' } }],
    }),
    step(1, 'MODEL', 'WRITE_TO_FILE', { content: 'Created the file.' }),
  ]);
  for (const size of [1, 2])
    assert.deepEqual(folded('antigravity', events, size, true).settledEdits(), [
      {
        ...{ kind: 'edit', entry: '1.0', lane: 0, index: 0, turn: 0, sequence: 2 },
        files: [{ path: 'a.txt', change: 'add', added: 2, removed: 0 }],
      },
    ]);
});
