import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planItems, toolKind, toolTitle } from './tool.ts';

test('names of all agents fall into kinds', () => {
  const kinds = [
    'Bash',
    'run_shell_command',
    'exec_command',
    'MultiEdit',
    'apply_patch',
    'write_file',
    'create',
    'Read',
    'list_directory',
    'Grep',
    'WebSearch',
    'google_web_search',
    'TodoWrite',
    'update_plan',
    'mcp__gh__issue',
    'Task',
    'spawn_agent',
    'AskUserQuestion',
    'Frobnicate',
    'constructor',
  ].map(toolKind);
  assert.deepEqual(kinds, [
    'shell',
    'shell',
    'shell',
    'edit',
    'edit',
    'write',
    'write',
    'read',
    'read',
    'search',
    'web',
    'web',
    'todo',
    'todo',
    'mcp',
    'task',
    'task',
    'question',
    'other',
    'other',
  ]);
});

test('a title is one line', () => {
  assert.equal(toolTitle('Bash', { command: 'ls\npwd', description: 'x' }), 'ls');
  assert.equal(toolTitle('shell', { command: ['bash', '-lc', 'make test'] }), 'make test');
  assert.equal(toolTitle('shell', { command: ['git', 'status'] }), 'git status');
  assert.equal(toolTitle('x', {}), 'x');
  assert.equal(toolTitle('x', undefined), 'x');
  assert.equal(toolTitle('x', 'y'.repeat(500)).length, 200);
});

test('to-dos of all shapes', () => {
  assert.deepEqual(planItems({ plan: [{ step: 'a', status: 'in_progress' }] }), [
    { text: 'a', status: 'active' },
  ]);
  assert.deepEqual(
    planItems({ todos: '- [x] done\n- [ ] open\n- [~] now' }).map((i) => i.status),
    ['done', 'pending', 'active'],
  );
  assert.deepEqual(planItems({ subject: 'one', status: 'completed' }), [{ text: 'one', status: 'done' }]);
  assert.deepEqual(
    planItems({ todos: [null, 7] }).map((i) => i.text),
    ['', '7'],
  );
  assert.deepEqual(planItems(undefined), []);
});
