import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../index.ts';
import { readAll } from '../../testing/read-all.ts';
import { call, event, item, output } from './fixture.ts';

test('calls: every way an exit status is told', () => {
  const { told, entries } = readAll('codex', [
    call('1', 'shell', { command: ['zsh', '-lc', 'ls'] }),
    output('1', JSON.stringify({ output: 'a\n', metadata: { exit_code: 0, duration_seconds: 1.5 } })),
    call('2', 'exec_command', { cmd: 'false' }),
    output('2', 'Chunk ID: 1\nWall time: 0.25 seconds\nProcess exited with code 1\nOutput:\nno\n'),
    item('custom_tool_call', { call_id: '3', name: 'exec', input: 'await x()' }),
    item('custom_tool_call_output', {
      call_id: '3',
      output: [{ type: 'input_text', text: 'Script failed\nWall time 0.2 seconds' }],
    }),
    call('4', 'exec_command', { cmd: 'rm x' }),
    output('4', 'exec command rejected by user'),
    event('exec_command_end', {
      call_id: '5',
      command: ['ls'],
      stdout: 'z',
      exit_code: 0,
      duration: { secs: 1, nanos: 5e8 },
    }),
    item('local_shell_call', { call_id: '6', action: { command: ['pwd'] } }),
    output('6', { type: 'input_text', text: '/repo' }),
  ]);
  assert.deepEqual(told, [
    'tool shell: ls = ok',
    'tool exec_command: false = error',
    'tool exec: await x() = error',
    'tool exec_command: rm x = denied',
    'tool exec_command: ls = ok',
    'tool local_shell: pwd = ok',
  ]);
  const [one, two, , , five] = entries;
  assert.ok(one?.kind === 'tool' && two?.kind === 'tool' && five?.kind === 'tool');
  assert.deepEqual([one.output, one.exitCode, one.durationMs], ['a\n', 0, 1500]);
  assert.deepEqual([two.output, two.exitCode, two.durationMs], ['no\n', 1, 250]);
  assert.equal(five.durationMs, 1500);
});

test('patches: from the call, and from what was applied', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n+more\n*** Add File: b.ts\n+x\n*** Delete File: c.ts\n*** End Patch';
  const { entries, summary } = readAll('codex', [
    item('custom_tool_call', { call_id: 'p', name: 'apply_patch', input: patch }),
    item('custom_tool_call_output', { call_id: 'p', output: 'Exit code: 0\nOutput:\nSuccess' }),
    event('patch_apply_end', {
      call_id: 'q',
      success: true,
      changes: { '/r/d.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } },
    }),
    event('patch_apply_end', {
      call_id: 'r',
      success: false,
      changes: { '/r/e.ts': { type: 'add', content: 'x\n' } },
    }),
  ]);
  assert.deepEqual(summary.files, [
    { path: 'a.ts', added: 2, removed: 1, edits: 1 },
    { path: 'b.ts', added: 1, removed: 0, edits: 1 },
    { path: 'c.ts', added: 0, removed: 0, edits: 1 },
    { path: '/r/d.ts', added: 1, removed: 1, edits: 1 },
  ]);
  const [first] = entries;
  assert.ok(first?.kind === 'tool' && first.changes?.[0]);
  assert.equal(first.title, 'a.ts, b.ts, c.ts');
  assert.deepEqual(hunksOf(first.changes[0])[0]?.lines, ['-old', '+new', '+more']);
});

test('calls: what never ran failed, and what a person cut off is interrupted', () => {
  const said = (output: string) => [
    item('custom_tool_call', {
      call_id: output,
      name: 'apply_patch',
      input: '*** Begin Patch\n*** End Patch',
    }),
    item('custom_tool_call_output', { call_id: output, output }),
  ];
  const outcomes = (...outputs: string[]) =>
    readAll('codex', outputs.flatMap(said)).told.map((one) => one.split(' = ').at(-1));
  assert.deepEqual(
    outcomes(
      'apply_patch verification failed: Failed to find expected lines in /src/a.ts',
      'write_stdin failed: Unknown process id 7',
      'failed to parse function arguments: missing field `cmd`',
      'unsupported call: foo',
    ),
    ['error', 'error', 'error', 'error'],
  );
  assert.deepEqual(outcomes('aborted by user after 29.7s', 'Wall time: 1.2 seconds\naborted by user'), [
    'interrupted',
    'interrupted',
  ]);
  assert.deepEqual(
    outcomes(
      'Success. Updated the following files:\nM a.ts',
      'Chunk ID: 1\nProcess exited with code 0\nOutput:\naborted by user after 3s',
      'The log says: apply_patch verification failed: x',
      'aborted by user after all tests ran',
    ),
    ['ok', 'ok', 'ok', 'ok'],
  );
});
