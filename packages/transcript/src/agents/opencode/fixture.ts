/** A small session, written by hand. */
const opencodePart = (id: string, type: string, rest: object) => ({
  id,
  sessionID: 'ses_1',
  messageID: 'm2',
  type,
  ...rest,
});

export const records: unknown[] = [
  { id: 'ses_1', directory: '/repo', title: 'Refactor', version: '1.3.0' },
  { id: 'm2', sessionID: 'ses_1', role: 'assistant', modelID: 'claude-sonnet-4-5', time: { created: 1 } },
  opencodePart('p1', 'text', { text: 'Looking' }),
  opencodePart('p1', 'text', { text: 'Looking at it' }),
  opencodePart('t1', 'tool', {
    callID: 'call_1',
    tool: 'bash',
    state: {
      status: 'completed',
      input: { command: 'make' },
      output: 'ok',
      metadata: { exit: 0 },
      time: { start: 1, end: 5 },
    },
  }),
  opencodePart('p3', 'step-finish', {
    tokens: { input: 7, output: 3, reasoning: 1, cache: { read: 2, write: 1 } },
    cost: 0.01,
  }),
];

const message = (id: string, role: string, rest: object = {}) => ({
  ...{ id, sessionID: 'ses_1', role, time: { created: 1_779_000_000_000 } },
  ...rest,
});
const part = opencodePart;
const user = message('m2', 'user', { model: { modelID: 'claude-x' } });
const tool = (name: string, state: object) => part('t1', 'tool', { callID: 'call_1', tool: name, state });
const bash = (status: string, rest: object = {}) =>
  tool('bash', { status, input: { command: 'make' }, ...rest });
const used = { input: 7, output: 3, reasoning: 1, cache: { read: 2, write: 1 } };

export const cases: Record<string, unknown[]> = {
  'a prompt with a file': [
    user,
    part('p1', 'text', { text: 'See' }),
    part('p2', 'file', { filename: 'a.png', mime: 'image/png', url: 'data:x' }),
  ],
  'a file of the agent': [part('p2', 'file', { url: 'file:a.txt', mime: 'text/plain' })],
  'what the person did not say': [user, part('p1', 'text', { text: 'x', synthetic: true })],
  'what is ignored': [part('p1', 'text', { text: 'x', ignored: true })],
  'a thought': [part('p1', 'reasoning', { text: 'hm' })],
  'a call that runs, then failed': [
    bash('running'),
    bash('completed', { output: 'no', metadata: { exit: 2 } }),
  ],
  'a call that was refused': [bash('error', { error: 'The user rejected permission to use this tool' })],
  'a call that was stopped': [bash('error', { error: 'Tool execution aborted', time: { start: 1, end: 9 } })],
  'a call that broke': [bash('error', { error: 'disk full' })],
  'a call that runs when its message is over': [
    bash('running'),
    message('m2', 'assistant', { time: { completed: 9 } }),
    tool('read', { status: 'pending', input: {} }),
  ],
  'a call that runs when its message fails': [
    bash('running'),
    message('m2', 'assistant', { error: { name: 'APIError', data: { message: 'overloaded' } } }),
  ],
  'a message that was aborted': [
    message('m2', 'assistant', { error: { name: 'MessageAbortedError', message: 'stop' } }),
  ],
  'an edit': [
    tool('edit', {
      ...{ status: 'completed', input: { filePath: 'a.ts' } },
      metadata: { diff: '@@ -1 +1 @@\n-a\n+b\n' },
    }),
  ],
  'an edit that names its file apart': [
    tool('edit', {
      status: 'completed',
      metadata: { diff: '@@ -1 +1 @@\n-a\n+b\n', filediff: { file: 'a.ts' } },
    }),
  ],
  'a sub-agent': [
    { id: 'ses_1', directory: '/repo', title: 'New session - 1' },
    tool('task', { status: 'running', input: { prompt: 'Dig' }, metadata: { sessionId: 'ses_2' } }),
    { ...part('q1', 'text', { text: 'Dig', _role: 'user' }), sessionID: 'ses_2' },
  ],
  'a subtask, a retry, a compaction': [
    part('p1', 'subtask', { agent: 'explore', description: 'Look', prompt: 'look around' }),
    part('p2', 'retry', { attempt: 2, error: { data: { message: 'busy' } } }),
    part('p3', 'retry', { error: { code: 7 } }),
    part('p4', 'compaction', { auto: true }),
    part('p5', 'compaction', {}),
    part('p6', 'snapshot', {}),
  ],
  'a summary': [message('m2', 'assistant', { summary: true }), part('p1', 'text', { text: 'So far.' })],
  'tokens of steps, then of their message': [
    message('m2', 'assistant', { modelID: 'claude-x' }),
    part('s1', 'step-finish', { tokens: used, cost: 0.01 }),
    part('s2', 'step-finish', { tokens: used, _model: 'claude-y' }),
    message('m2', 'assistant', { modelID: 'claude-x', tokens: { ...used, output: 9 }, cost: 0.5 }),
    part('s3', 'step-finish', { tokens: used }),
    message('m3', 'assistant', { tokens: { input: 0, output: 0 } }),
  ],
  'rows of the database': [
    { id: 'm9', session_id: 'ses_1', data: JSON.stringify({ role: 'user' }) },
    {
      id: 'p9',
      session_id: 'ses_1',
      message_id: 'm9',
      data: { type: 'text', text: 'Hi' },
      time_created: 1_779_000_000_000,
    },
    { content: 'Read', status: 'pending', position: 0 },
  ],
  'marks of the reader': [
    part('p1', 'text', {
      ...{ text: 'Hi', _role: 'user', _model: 'claude-y', _cwd: '/repo' },
      _error: { message: 'gone' },
    }),
    part('p2', 'text', { text: 'Hello' }),
  ],
  'an export': [
    {
      info: { id: 'ses_1', directory: '/repo', title: 'Refactor' },
      messages: [{ info: user, parts: [part('p1', 'text', { text: 'Hi' })] }],
    },
  ],
  'rows of newer versions': [
    { seq: 1, type: 'user', id: 'n1', sessionID: 'ses_1', text: 'Hi' },
    {
      ...{ seq: 2, type: 'assistant', id: 'n2', sessionID: 'ses_1', model: { id: 'claude-x' } },
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'tool', id: 'c', name: 'bash', state: { status: 'completed' } },
      ],
    },
    { seq: 3, type: 'compaction', id: 'n3', sessionID: 'ses_1', summary: 'So far.' },
    { seq: 4, type: 'agent-switched', id: 'n4', sessionID: 'ses_1', text: 'plan' },
  ],
};
