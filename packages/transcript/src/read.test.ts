import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createFold,
  createReader,
  type FoldState,
  searchText,
  supportedAgents,
  transcriptText,
} from './index.ts';
import { eventsOf, flatten, isBalanced, readAll } from './testing/read-all.ts';

const agents = [...supportedAgents, 'some-other-agent'];

const words = fc.constantFrom(
  'user',
  'assistant',
  'system',
  'text',
  'tool_use',
  'tool_result',
  'message',
  'tool',
  'part',
  'event_msg',
  'response_item',
  'function_call',
  'function_call_output',
  'item_completed',
  'token_count',
  'gemini',
  'session.shutdown',
  'tool.execution_start',
  'attachment',
  'session',
  'compaction',
  'toolCall',
  'step-finish',
  'turn_context',
  'progress',
  'thinking',
  'subagent.started',
  '',
  'x',
  '__proto__',
  'constructor',
  '2026-01-01T00:00:00Z',
);
const keys = fc.constantFrom(
  'type',
  'subtype',
  'role',
  'message',
  'content',
  'payload',
  'data',
  'id',
  'uuid',
  'parentId',
  'parentUuid',
  'agentId',
  'text',
  'input',
  'name',
  'call_id',
  'tool_use_id',
  'toolCallId',
  'callID',
  'usage',
  'tokens',
  'output',
  'result',
  'state',
  'status',
  'parts',
  'toolCalls',
  'item',
  'attachment',
  '$set',
  '$rewindTo',
  'messages',
  'sessionId',
  'model',
  'isSidechain',
  'info',
  'debrief',
  'record',
  'part',
  'timestamp',
  '__proto__',
  'toString',
  'sessionID',
  'messageID',
  'edits',
  'todos',
  'changes',
  'command',
);
/** Records made of the agents' own words in every wrong order. */
const { plausible } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('node'), { maxLength: 3 }),
    tie('plausible'),
  ),
  plausible: fc.dictionary(keys, tie('node'), { maxKeys: 8 }),
}));
const records = fc.array(
  fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: fc.jsonValue() }),
  { maxLength: 12 },
);

test('whatever JSON comes, nothing throws and nothing is lost', () => {
  fc.assert(
    fc.property(fc.constantFrom(...agents), records, (agent, list) => {
      const { entries, accounting } = readAll(agent, list);
      assert.equal(accounting.faults, 0);
      assert.equal(accounting.events, list.length);
      assert.ok(isBalanced(accounting));
      const shown = new Set(flatten(entries).flatMap((entry) => entry.sequences));
      assert.ok(shown.size >= accounting.represented);
      for (const text of transcriptText(entries)) assert.equal(typeof text, 'string');
      for (const entry of flatten(entries)) assert.equal(typeof searchText(entry), 'string');
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
    }),
    { numRuns: 1_500 },
  );
});

test('feeding in pieces reads the same as feeding at once; a fold saved between pieces agrees', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...agents),
      records,
      fc.array(fc.integer({ min: 1, max: 4 })),
      (agent, list, sizes) => {
        const events = eventsOf(list);
        const whole = readAll(agent, list);
        const reader = createReader(agent);
        let state: FoldState | undefined;
        for (let i = 0, turn = 0; i < events.length; turn++) {
          const piece = events.slice(i, i + (sizes[turn] ?? 1));
          reader.feed(piece);
          const fold = createFold(agent, state);
          fold.feed(piece);
          state = JSON.parse(JSON.stringify(fold.state()));
          i += piece.length;
        }
        assert.deepEqual(reader.entries, whole.entries);
        assert.deepEqual(reader.accounting(), whole.accounting);
        if (events.length === 0) return;
        const fold = createFold(agent, state);
        assert.deepEqual(fold.summary(), whole.summary);
        assert.deepEqual(fold.accounting(), whole.accounting);
      },
    ),
    { numRuns: 700 },
  );
});

const turn = (id: string) => [
  { type: 'user', uuid: `u${id}`, message: { role: 'user', content: `prompt ${id}` } },
  {
    type: 'assistant',
    uuid: `a${id}`,
    message: {
      id: `m${id}`,
      model: 'm',
      content: [{ type: 'tool_use', id: `t${id}`, name: 'Bash', input: { command: 'ls' } }],
    },
  },
  {
    type: 'user',
    uuid: `r${id}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${id}`, content: 'out' }] },
  },
];

test('a feed tells what is new and what changed; changed entries are new objects, ids stay', () => {
  const reader = createReader('claude-code');
  const events = eventsOf(turn('1'));
  const first = reader.feed(events.slice(0, 2));
  assert.deepEqual(
    first.added.map((e) => e.id),
    ['1.0', '2.0'],
  );
  const list = reader.entries;
  const before = list[1];
  const second = reader.feed(events.slice(2));
  assert.deepEqual([second.added.length, second.updated.map((e) => e.id)], [0, ['2.0']]);
  assert.equal(reader.entries, list);
  assert.notEqual(list[1], before);
  assert.equal(second.updated[0], list[1]);
  assert.equal(before?.kind === 'tool' && before.outcome, 'running');
});

test('a fold answers searchable text as it becomes known, and holds none of it', () => {
  const fold = createFold('claude-code');
  const events = eventsOf(turn('1'));
  assert.deepEqual(fold.feed(events.slice(0, 2)).search, [
    { sequence: 1, entry: '1.0', kind: 'prompt', text: 'prompt 1' },
    { sequence: 2, entry: '2.0', kind: 'tool', tool: 'shell', title: 'ls', text: 'Bash\nls' },
  ]);
  assert.deepEqual(fold.feed(events.slice(2)).search, [
    { sequence: 3, entry: '2.0', kind: 'tool', tool: 'shell', text: 'out' },
  ]);
  assert.ok(!JSON.stringify(fold.state()).includes('"out"'));
  assert.equal(fold.summary().title, 'prompt 1');
});

test('a state of another agent or version is not used', () => {
  const fold = createFold('claude-code');
  fold.feed(eventsOf(turn('1')));
  assert.equal(createFold('codex', fold.state()).summary().events, 0);
  assert.equal(
    createFold('claude-code', { ...fold.state(), version: 1 as unknown as 2 }).summary().events,
    0,
  );
});

test('a depth bomb is a record like any other', () => {
  let bomb: unknown = 'core';
  for (let i = 0; i < 50_000; i++) bomb = { content: [bomb], text: null };
  for (const agent of agents) {
    const { accounting, entries } = readAll(agent, [
      bomb,
      { type: 'user', message: { role: 'user', content: bomb } },
      { role: 'user', content: bomb },
    ]);
    assert.ok(isBalanced(accounting));
    for (const text of transcriptText(entries)) assert.equal(typeof text, 'string');
  }
});
