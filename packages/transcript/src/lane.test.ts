import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader, wrapRecord } from './index.ts';
import { flatPrices } from './testing/flat-prices.ts';
import { eventsOf, isBalanced, readAll, tell } from './testing/read-all.ts';

const said = (text: string, agentId?: string) => ({
  type: 'assistant',
  message: { model: 'm', content: [{ type: 'text', text }] },
  ...(agentId !== undefined && { isSidechain: true, agentId }),
});
const task = (id: string, prompt: string, agentId?: string) => ({
  ...said('', agentId),
  message: {
    model: 'm',
    content: [{ type: 'tool_use', id, name: 'Task', input: { description: prompt, prompt } }],
  },
});
const done = (id: string, agentId: string) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  toolUseResult: { status: 'completed', agentId, agentType: 'Explore' },
});

test('a sub-agent that spoke before its call was read is linked to it', () => {
  const { entries, accounting } = readAll('claude-code', [
    said('early', 'a1'),
    task('t', 'Dig'),
    done('t', 'a1'),
    said('late', 'a1'),
  ]);
  const [free, call] = entries;
  assert.ok(free?.kind === 'subagent' && call?.kind === 'subagent');
  assert.deepEqual([free.link, call.link, free.agentType], [call.id, free.id, 'Explore']);
  assert.deepEqual(free.entries.map(tell), ['reply early', 'reply late']);
  assert.ok(isBalanced(accounting));
});

test('sub-agents of sub-agents; a change deep inside is a change of all around it', () => {
  const reader = createReader('claude-code');
  const events = eventsOf([
    task('t1', 'Outer'),
    done('t1', 'a1'),
    task('t2', 'Inner', 'a1'),
    done('t2', 'a2'),
    said('deep', 'a2'),
    said('deeper', 'a2'),
  ]);
  reader.feed(events.slice(0, 5));
  const before = reader.entries[0];
  const { added, updated } = reader.feed(events.slice(5));
  const [outer] = reader.entries;
  assert.notEqual(outer, before);
  assert.ok(outer?.kind === 'subagent' && outer.entries[0]?.kind === 'subagent');
  assert.deepEqual(outer.entries[0].entries.map(tell), ['reply deep', 'reply deeper']);
  assert.deepEqual(added.map(tell), ['reply deeper']);
  assert.deepEqual(updated, [outer.entries[0], outer]);
});

test('a mark names the parent, the call and the kind', () => {
  const mark = (id: string, rest: object) => ({ subagent: { id, ...rest } });
  const { entries } = readAll('cursor', [
    {
      role: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'x' } }] },
    },
    wrapRecord(
      { role: 'assistant', message: { content: 'one' } },
      mark('s1', { callId: 'c1', type: 'explore' }),
    ),
    wrapRecord(
      { role: 'assistant', message: { content: 'two' } },
      mark('s2', { parent: 's1', name: 'Helper' }),
    ),
    wrapRecord('not even an object', mark('s2', { parent: 's1' })),
  ]);
  const [outer] = entries;
  assert.ok(outer?.kind === 'subagent');
  assert.equal(outer.agentType, 'explore');
  assert.deepEqual(outer.entries.map(tell), ['reply one', 'subagent subagent: Helper = unknown']);
  const inner = outer.entries[1];
  assert.deepEqual(inner?.kind === 'subagent' && inner.entries.map(tell), ['reply two', 'unknown record']);
});

test('what a sub-agent used is told apart from the whole', () => {
  const prices = flatPrices({ 'claude-sonnet-4-5': { input: 3, output: 15, cache: 0.3 } });
  const reader = createReader('claude-code', prices);
  const asked = (id: string, output: number, agentId?: string) => ({
    ...said(id, agentId),
    message: {
      ...said(id).message,
      id,
      model: 'claude-sonnet-4-5',
      usage: { input_tokens: 10, output_tokens: output },
    },
  });
  reader.feed(
    eventsOf([
      asked('m1', 5),
      task('t', 'Dig'),
      done('t', 'a1'),
      asked('m2', 7, 'a1'),
      asked('m2', 9, 'a1'),
      asked('m3', 11, 'a2'),
    ]),
  );
  const { usage, cost } = reader.usageOf(new Set(['a1']));
  assert.deepEqual([usage.requests, usage.input, usage.output], [1, 10, 9]);
  assert.ok(cost.total > 0 && cost.total < reader.summary().cost.total);
  assert.equal(reader.usageOf(new Set(['a1', 'a2'])).usage.output, 20);
  assert.equal(reader.usageOf(new Set()).usage.requests, 0);
});
