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

test('to-dos as numbered lists, under every name, and what is none', () => {
  assert.deepEqual(planItems({ plan: '1. [completed] one\n 2.[in_progress] two\n3. [odd] three' }), [
    { text: 'one', status: 'done' },
    { text: 'two', status: 'active' },
    { text: 'three', status: 'pending' },
  ]);
  assert.deepEqual(planItems({ markdown: '* [X] a\n- [-] b\nno item' }), [
    { text: 'a', status: 'done' },
    { text: 'b', status: 'active' },
  ]);
  for (const name of ['todos', 'plan', 'items', 'todoList', 'tasks'])
    assert.deepEqual(planItems({ [name]: [{ task: 'a', state: 'CANCELED' }] }), [
      { text: 'a', status: 'cancelled' },
    ]);
  assert.deepEqual(planItems([{ title: 'a' }]), [{ text: 'a', status: 'pending' }]);
  assert.deepEqual(planItems({ title: 'a' }), [{ text: 'a', status: 'pending' }]);
  assert.deepEqual(planItems({ status: 'done' }), []);
});

test('a title is a line of at most 200 characters; without words it is the name', () => {
  const long = 'x'.repeat(201);
  const cut = `${'x'.repeat(199)}…`;
  for (const input of [long, { command: long }, { cmd: [long] }, { query: long }])
    assert.equal(toolTitle('n', input), cut);
  assert.equal(toolTitle('n', { a: long }).length, 200);
  assert.equal(toolTitle('n', 'x'.repeat(200)), 'x'.repeat(200));
  for (const input of ['', ' \n', { command: [] }, { command: [' '] }, { query: ' ' }, {}, undefined])
    assert.equal(toolTitle('n', input), 'n');
  assert.equal(toolTitle('n', { command: ['bash', '-c', 'ls -l'] }), 'ls -l');
  assert.equal(toolTitle('n', { command: ['bash', '-x', 'ls'] }), 'bash -x ls');
  assert.equal(toolTitle('n', { command: ['bash', '-lc', 'ls', 'a'] }), 'bash -lc ls a');
  assert.equal(toolTitle('n', { questions: [{ question: 'Which?' }] }), 'Which?');
});
