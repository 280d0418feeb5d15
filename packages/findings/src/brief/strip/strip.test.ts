import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFold, type TranscriptEvent } from '@debrief/transcript';
import { createBriefFold } from '../fold.ts';
import type { Strip } from './drawn.ts';
import { Places } from './places.ts';
import { Slowest } from './slowest.ts';
import { SpanList } from './span-list.ts';

const minute = 60_000;
const began = Date.UTC(2026, 5, 1, 9);

/** Records of Claude Code at minutes after the beginning. */
let serial = 0;
const base = (at: number, type: string, message: object, more: object = {}) => ({
  type,
  uuid: `u${++serial}`,
  timestamp: new Date(began + at * minute).toISOString(),
  message,
  ...more,
});
const asks = (at: number, content: string, more?: object) =>
  base(at, 'user', { role: 'user', content }, more);
const says = (at: number, text: string, more?: object) =>
  base(at, 'assistant', { id: `m${serial}`, role: 'assistant', content: [{ type: 'text', text }] }, more);
const calls = (at: number, end: number, name: string, input: object, more: object = {}, isError = false) => {
  const id = `t${serial}`;
  return [
    base(at, 'assistant', { id, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }, more),
    base(
      end,
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
      more,
    ),
  ];
};

const records = () => [
  asks(0, 'Split the address'),
  ...calls(1, 1, 'Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }),
  ...calls(2, 5, 'Bash', { command: 'npm test' }, {}, true),
  says(6, 'Red.'),
  // Lunch.
  asks(66, 'Go on'),
  ...calls(67, 68, 'Bash', { command: 'npm run lint' }),
  says(69, 'Done.'),
];

function stripOf(all: readonly object[], pieces = 1): Strip | undefined {
  const events = all.map(
    (payload, at): TranscriptEvent => ({
      sequence: at + 1,
      eventType: 'x',
      payload,
    }),
  );
  let brief = createBriefFold();
  let fold = createFold('claude-code', undefined, undefined, undefined, brief);
  for (let at = 0; at < events.length; at += Math.ceil(events.length / pieces)) {
    fold.feed(events.slice(at, at + Math.ceil(events.length / pieces)));
    if (pieces === 1) break;
    const saved = JSON.parse(JSON.stringify([brief.state(), fold.state()]));
    brief = createBriefFold(saved[0]);
    fold = createFold('claude-code', saved[1], undefined, undefined, brief);
  }
  const none = { items: [], total: 0 };
  return brief.brief({
    summary: fold.summary(),
    judgement: { claims: [], interventions: [] },
    findings: [],
    proof: { checks: [], refused: [], commits: none, runs: none },
  }).strip;
}

const at = (ms: number) => (ms - began) / minute;
const shown = (spans: Strip['lanes']['edits']) =>
  spans.map(([from, to, sequence, n]) => [at(from), at(to), sequence, n]);

describe('a session over time', () => {
  it('says when people asked, files were edited, commands ran and failed, and a person was waited for', () => {
    const strip = stripOf(records()) as Strip;
    assert.deepEqual(shown(strip.lanes.prompts), [
      [0, 0, 1, 1],
      [66, 66, 7, 1],
    ]);
    assert.deepEqual(shown(strip.lanes.edits), [[0, 1, 2, 1]]);
    assert.deepEqual(shown(strip.lanes.commands), [
      [2, 5, 4, 1],
      [67, 68, 8, 1],
    ]);
    assert.deepEqual(shown(strip.lanes.failures), [[2, 2, 4, 1]]);
    assert.deepEqual(shown(strip.lanes.waiting), [[6, 66, 7, 1]]);
    assert.deepEqual(
      strip.active.map(([from, to]) => [at(from), at(to)]),
      [
        [0, 6],
        [66, 69],
      ],
    );
    assert.deepEqual(
      strip.slowest.map(({ sequence, text, ms }) => [sequence, text, ms / minute]),
      [
        [4, 'Bash npm test', 3],
        [8, 'Bash npm run lint', 1],
      ],
    );
    assert.deepEqual(
      strip.places.map(([time, sequence]) => [at(time), sequence]),
      [
        [0, 1],
        [1, 2],
        [2, 4],
        [6, 6],
        [66, 7],
        [67, 8],
        [69, 10],
      ],
    );
  });

  it('has a bar for each sub-agent, also for those that work at the same time', () => {
    const one = { isSidechain: true, agentId: 'one' };
    const [first, firstEnd] = calls(1, 9, 'Task', { description: 'Look', prompt: 'a' });
    const [second, secondEnd] = calls(1, 6, 'Task', { description: 'Check', prompt: 'b' });
    const strip = stripOf([
      asks(0, 'Both'),
      first as object,
      second as object,
      asks(2, 'a', one),
      says(7, 'Seen', one),
      { ...secondEnd, toolUseResult: { agentId: 'two', status: 'completed' } },
      { ...firstEnd, toolUseResult: { agentId: 'one', status: 'completed' } },
    ]) as Strip;
    assert.deepEqual(
      strip.subagents.map(({ from, to, title }) => [at(from), at(to), title]),
      [
        [1, 9, 'Look'],
        [1, 6, 'Check'],
      ],
    );
  });

  it('is the same in one go, one by one, and with restarts in between', () => {
    serial = 0;
    const once = stripOf(records());
    serial = 0;
    assert.deepEqual(stripOf(records(), 12), once);
  });

  it('is not there where records have no times', () => {
    assert.equal(stripOf(records().map(({ timestamp, ...record }) => record)), undefined);
  });

  it('is bounded, and counts everything: a hundred thousand calls', () => {
    const commands = new SpanList(200);
    const places = new Places();
    for (let call = 0; call < 100_000; call++) {
      commands.add(call * 7000, call * 7000, call);
      commands.prolong(call * 7000, call * 7000 + 3000);
      places.pass(call * 7000, call);
    }
    assert.ok(commands.spans.length <= 200 && commands.spans.length > 0);
    assert.equal(
      commands.spans.reduce((sum, span) => sum + span[3], 0),
      100_000,
    );
    assert.ok(places.places.length > 128 && places.places.length <= 256);
    const steps = places.places.slice(1).map(([time], index) => time - (places.places[index]?.[0] ?? 0));
    assert.equal(new Set(steps).size, 1, 'evenly');
  });

  it('joins what overlaps, and keeps two moments apart', () => {
    const list = new SpanList(200);
    list.add(0, 10, 1);
    list.add(5, 20, 2);
    list.add(30, 30, 3);
    list.add(30, 30, 4);
    assert.deepEqual(list.spans, [
      [0, 20, 1, 2],
      [30, 30, 3, 1],
      [30, 30, 4, 1],
    ]);
  });

  it('names five calls, each once with what is known last of it', () => {
    const slowest = new Slowest();
    for (let call = 1; call <= 8; call++) slowest.consider({ sequence: call, text: 'a', ms: call * 2000 });
    slowest.consider({ sequence: 8, text: 'a', ms: 3000 });
    slowest.consider({ sequence: 9, text: 'quick', ms: 900 });
    assert.deepEqual(
      slowest.calls.map(({ sequence, ms }) => [sequence, ms]),
      [
        [7, 14_000],
        [6, 12_000],
        [5, 10_000],
        [4, 8000],
        [8, 3000],
      ],
    );
  });
});
