import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapRecord } from '../../index.ts';
import { isBalanced, only, readAll, tell } from '../../testing/read-all.ts';

const session = { id: 'ses_1', directory: '/repo', title: 'Refactor', version: '1.3.0', parentID: null };
const message = (id: string, role: string, rest: object = {}) => ({
  id,
  sessionID: 'ses_1',
  role,
  time: { created: 1_779_000_000_000 },
  ...rest,
});
const part = (id: string, messageID: string, type: string, rest: object = {}) => ({
  id,
  sessionID: 'ses_1',
  messageID,
  type,
  ...rest,
});
const tool = (id: string, name: string, state: object) =>
  part(id, 'm2', 'tool', { callID: `call_${id}`, tool: name, state });

test('session, messages and parts, updated in place', () => {
  const { told, entries, summary, accounting } = readAll('opencode', [
    session,
    message('m1', 'user', { model: { modelID: 'claude-sonnet-4-5' } }),
    part('p1', 'm1', 'text', { text: 'Fix it' }),
    message('m2', 'assistant', { modelID: 'claude-sonnet-4-5' }),
    part('p2', 'm2', 'step-start'),
    part('p3', 'm2', 'reasoning', { text: 'let me see' }),
    part('p4', 'm2', 'text', { text: 'Look' }),
    part('p4', 'm2', 'text', { text: 'Looking at it' }),
    tool('t1', 'bash', { status: 'pending', input: {}, raw: '' }),
    tool('t1', 'bash', { status: 'running', input: { command: 'make' }, time: { start: 1 } }),
    tool('t1', 'bash', {
      status: 'completed',
      input: { command: 'make' },
      output: 'ok',
      metadata: { exit: 2 },
      time: { start: 1, end: 51 },
    }),
    tool('t2', 'edit', {
      status: 'completed',
      input: { filePath: 'a.ts', oldString: 'a', newString: 'b' },
      output: '',
      metadata: { diff: '@@ -1,1 +1,2 @@\n-a\n+b\n+c\n' },
    }),
    tool('t3', 'read', {
      status: 'error',
      input: { filePath: 'z' },
      error: 'The user rejected permission to use this tool',
    }),
    tool('t4', 'write', { status: 'error', input: { filePath: 'n', content: '1' }, error: 'disk full' }),
    part('p9', 'm2', 'patch', { hash: 'x', files: [] }),
  ]);
  assert.deepEqual(told, [
    'prompt Fix it',
    'thinking let me see',
    'reply Looking at it',
    'tool bash: make = error',
    'tool edit: a.ts = ok',
    'tool read: z = denied',
    'tool write: n = error',
  ]);
  const [, , , shell] = entries;
  assert.ok(shell?.kind === 'tool');
  assert.deepEqual([shell.exitCode, shell.durationMs, shell.sequences], [2, 50, [9, 10, 11]]);
  assert.deepEqual(summary.files, [{ path: 'a.ts', added: 2, removed: 1, edits: 1 }]);
  assert.deepEqual([summary.title, summary.cwd, summary.agentVersion], ['Refactor', '/repo', '1.3.0']);
  assert.ok(isBalanced(accounting));
});

test('tokens: the message is the sum of its steps and replaces them; recorded cost is taken', () => {
  const used = (input: number) => ({
    tokens: { input, output: 5, reasoning: 2, cache: { read: 7, write: 1 } },
  });
  const steps = [
    message('m2', 'assistant', { modelID: 'claude-sonnet-4-5' }),
    part('f1', 'm2', 'step-finish', { ...used(10), cost: 0.25 }),
    part('f2', 'm2', 'step-finish', { ...used(20), cost: 0.5 }),
    part('f2', 'm2', 'step-finish', { ...used(20), cost: 0.5 }),
  ];
  const total = {
    tokens: { input: 30, output: 10, reasoning: 4, cache: { read: 14, write: 2 } },
    cost: 0.75,
  };
  const want = { input: 30, output: 10, cacheRead: 14, cacheWrite: 2, cacheWriteLong: 0, reasoning: 4 };
  const open = readAll('opencode', steps).summary;
  assert.deepEqual(open.usage, { ...want, requests: 2 });
  const closed = readAll('opencode', [
    ...steps,
    message('m2', 'assistant', { modelID: 'claude-sonnet-4-5', ...total }),
    steps[1],
  ]).summary;
  assert.deepEqual(closed.usage, { ...want, requests: 1 });
  assert.deepEqual([closed.cost.reported, closed.cost.estimated], [0.75, 0]);
  const free = readAll('opencode', [
    part('f', 'm', 'step-finish', { ...used(10), cost: 0, _model: 'gemma-local' }),
  ]).summary;
  assert.deepEqual([free.cost.total, free.cost.unknownModels], [0, []]);
});

test('thoughts are a part of the output, but where the total says that they stand beside it', () => {
  const outputOf = (tokens: object) => {
    const { usage } = readAll('opencode', [part('f', 'm', 'step-finish', { tokens })]).summary;
    return [usage.output, usage.reasoning];
  };
  const cache = { read: 7, write: 1 };
  assert.deepEqual(outputOf({ input: 10, output: 20, reasoning: 5, cache }), [20, 5]);
  assert.deepEqual(outputOf({ total: 38, input: 10, output: 20, reasoning: 5, cache }), [20, 5]);
  assert.deepEqual(outputOf({ total: 43, input: 10, output: 20, reasoning: 5, cache }), [25, 5]);
  // An older version, with a provider that does not count thoughts as output.
  assert.deepEqual(outputOf({ input: 10, output: 5, reasoning: 20, cache }), [25, 20]);
});

test('calls have the time at which they began, and prompts that of their message', () => {
  const later = { start: 1_779_000_005_000, end: 1_779_000_006_000 };
  const state = { status: 'completed', input: { command: 'make' }, output: '', time: later };
  const records = [
    message('m1', 'user'),
    part('p1', 'm1', 'text', { text: 'Fix it' }),
    message('m2', 'assistant', { time: { created: 1_779_000_001_000 } }),
    tool('t1', 'bash', { status: 'pending', input: {} }),
    tool('t2', 'bash', state),
    part('p2', 'm2', 'text', { text: 'Done', time: { start: 1_779_000_007_000 } }),
    { info: message('m3', 'user'), parts: [part('p3', 'm3', 'text', { text: 'exported' })] },
  ];
  const start = 1_779_000_000_000;
  const seconds = readAll('opencode', records).entries.map(({ at }) => (Date.parse(at ?? '') - start) / 1000);
  assert.deepEqual(seconds, [0, 1, 5, 7, 0]);
});

test('database rows, exported messages, annotated parts', () => {
  const rows = readAll('opencode', [
    {
      id: 'm1',
      session_id: 'ses_1',
      time_created: 1_779_000_000_000,
      data: JSON.stringify({ role: 'user' }),
    },
    {
      id: 'p1',
      message_id: 'm1',
      session_id: 'ses_1',
      time_created: 1_779_000_000_000,
      data: { type: 'text', text: 'row' },
    },
    { info: message('m3', 'user'), parts: [part('p3', 'm3', 'text', { text: 'exported' })] },
    {
      type: 'text',
      text: 'annotated',
      _role: 'user',
      _ts: 1_779_000_001_000,
      _cwd: '/w',
      _model: 'm',
      _error: null,
    },
    { session_id: 'ses_1', content: 'todo', status: 'pending', position: 0 },
  ]);
  assert.deepEqual(rows.told, ['prompt row', 'prompt exported', 'prompt annotated']);
  assert.equal(rows.entries[0]?.at, '2026-05-17T06:40:00.000Z');
  assert.ok(isBalanced(rows.accounting));
});

test('child sessions nest under their task, marked or not', () => {
  const task = tool('t9', 'task', {
    status: 'running',
    input: { description: 'Dig', prompt: 'dig' },
    metadata: { sessionId: 'ses_2' },
  });
  const child = (record: object) => ({ ...record, sessionID: 'ses_2' });
  const said = [
    child(message('c1', 'user')),
    child(part('cp', 'c1', 'text', { text: 'dig' })),
    child(message('c2', 'assistant')),
    child(part('cq', 'c2', 'text', { text: 'dug' })),
  ];
  for (const records of [said, said.map((record) => wrapRecord(record, { subagent: { id: 'ses_2' } }))]) {
    const { entries } = readAll('opencode', [session, task, ...records]);
    assert.deepEqual(only(entries, 'subagent').entries.map(tell), ['prompt (agent) dig', 'reply dug']);
  }
});

test('an error of a message that is not known is told once, another one beside it; one of a known message is replaced', () => {
  const lost = (said: string) => ({
    ...{ _error: { name: 'UnknownError', data: { message: said } }, type: 'step-start', _role: 'assistant' },
  });
  const failed = (said: string) => message('m1', 'assistant', { error: { data: { message: said } } });
  const { told } = readAll('opencode', [lost('a'), lost('b'), lost('a'), failed('c'), failed('d')]);
  assert.deepEqual(told, ['error a', 'error b', 'error d']);
});

test('the other parts and errors', () => {
  const { told, accounting } = readAll('opencode', [
    message('m1', 'user'),
    part('a', 'm1', 'text', { text: 'ctx', synthetic: true }),
    part('b', 'm1', 'file', { mime: 'image/png', filename: 'a.png', url: 'data:image/png;base64,AA' }),
    part('c', 'm2', 'subtask', { agent: 'build', prompt: 'go', description: 'Go' }),
    part('d', 'm2', 'retry', { attempt: 2, error: { data: { message: 'slow down' } } }),
    part('e', 'm1', 'compaction', { auto: true }),
    part('f', 'm2', 'agent', {}),
    part('g', 'm2', 'snapshot', {}),
    message('m3', 'assistant', { error: { name: 'MessageAbortedError', data: { message: 'stopped' } } }),
    message('m4', 'assistant', { error: { name: 'APIError', data: { message: 'quota' } } }),
    message('m5', 'assistant', { summary: true }),
    part('h', 'm5', 'text', { text: 'In short' }),
    part('i', 'm2', 'hyperlink', {}),
    { _error: { name: 'UnknownError', data: { message: 'x' } }, type: 'step-start', _role: 'assistant' },
  ]);
  assert.deepEqual(told, [
    'notice context: ctx',
    'prompt ',
    'notice subtask for build: Go\ngo',
    'error slow down (attempt 2)',
    'compaction ',
    'interruption stopped',
    'error quota',
    'compaction In short',
    'unknown hyperlink',
    'error x',
  ]);
  assert.ok(isBalanced(accounting));
});
