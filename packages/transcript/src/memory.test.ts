import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFold, createReader, type TranscriptEvent } from './index.ts';
import { maxSlots } from './store/slots.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const megabyte = 1024 * 1024;

function heap(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

/** Lines as they come off the wire: parsed from text, so that every string is its own. */
function* session(bytes: number, line: number): Generator<TranscriptEvent> {
  const filler = 'The quick brown fox edits a file. ';
  let sequence = 0;
  for (let sent = 0, turn = 0; sent < bytes; turn++) {
    const body = `${turn} ${filler.repeat(line / filler.length)}`;
    const usage = { input_tokens: 1, output_tokens: 2 };
    const records = [
      { type: 'user', uuid: `u${turn}`, message: { role: 'user', content: `prompt ${turn}` } },
      {
        type: 'assistant',
        uuid: `a${turn}`,
        requestId: `r${turn}`,
        message: { id: `m${turn}`, model: 'claude-opus-4-6', usage, content: [{ type: 'text', text: body }] },
      },
      {
        type: 'assistant',
        uuid: `b${turn}`,
        requestId: `r${turn}`,
        message: {
          id: `m${turn}`,
          model: 'claude-opus-4-6',
          usage,
          content: [
            {
              type: 'tool_use',
              id: `t${turn}`,
              name: 'Write',
              input: { file_path: `f${turn % 50}`, content: body },
            },
          ],
        },
      },
      {
        type: 'user',
        uuid: `c${turn}`,
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: 'written' }],
        },
        toolUseResult: { type: 'create', filePath: `f${turn % 50}`, content: body, originalFile: body },
      },
    ];
    for (const record of records) {
      const text = JSON.stringify(record);
      sent += text.length;
      yield { sequence: ++sequence, eventType: record.type, payload: JSON.parse(text) };
    }
  }
}

function feed(target: { feed(events: TranscriptEvent[]): unknown }, events: Iterable<TranscriptEvent>): void {
  let page: TranscriptEvent[] = [];
  for (const event of events) {
    page.push(event);
    if (page.length < 200) continue;
    target.feed(page);
    page = [];
  }
  target.feed(page);
}

test('a fold over 100 MB stays flat', () => {
  const before = heap();
  const fold = createFold('claude-code');
  feed(fold, session(100 * megabyte, 8_192));
  const grown = heap() - before;
  assert.ok(grown < 12, `${grown.toFixed(1)} MB`);
  const state = JSON.stringify(fold.state()).length / megabyte;
  assert.ok(state < 4, `state ${state.toFixed(1)} MB`);
  assert.ok(fold.summary().usage.requests > 3_000);
  assert.equal(fold.summary().files.length, 50);
});

test('the state of a fold stops growing, and counts go on', () => {
  const fold = createFold('claude-code');
  const state = () => JSON.parse(JSON.stringify(fold.state())) as ReturnType<typeof fold.state>;
  const events = session(400 * megabyte, 64);
  const take = (count: number) => {
    const some: TranscriptEvent[] = [];
    while (some.length < count) some.push(events.next().value as TranscriptEvent);
    return some;
  };
  // Four events a turn: one call, one request.
  const turns = 1.2 * maxSlots;
  for (let fed = 0; fed < turns; fed += 500) fold.feed(take(2000));
  const { store, ledger } = state();
  for (const { length } of [store.slots, ledger.rows]) {
    assert.ok(length >= maxSlots && length <= 1.1 * maxSlots, `${length}`);
  }
  assert.equal(fold.summary().usage.requests, turns);
  assert.equal(fold.summary().counts.prompt, turns);
});

test('a reader holds 100 MB once at most', () => {
  const before = heap();
  const reader = createReader('claude-code');
  feed(reader, session(100 * megabyte, 8_192));
  const grown = heap() - before;
  // Two of the four copies of each text in a turn are shown; the rest of the record must not be held.
  assert.ok(grown < 65, `${grown.toFixed(1)} MB`);
  assert.ok(reader.entries.length > 9_000);
});

test('100 000 events take as long at the end as at the start', () => {
  const reader = createReader('claude-code');
  const events = [...session(22 * megabyte, 64)].slice(0, 100_000);
  assert.equal(events.length, 100_000);
  const timed = (from: number, to: number): number => {
    const start = performance.now();
    for (let i = from; i < to; i++) reader.feed([events[i] as TranscriptEvent]);
    return performance.now() - start;
  };
  timed(0, 10_000);
  const early = timed(10_000, 40_000);
  timed(40_000, 70_000);
  const late = timed(70_000, 100_000);
  assert.ok(late < early * 4 + 200, `${early.toFixed(0)} ms, then ${late.toFixed(0)} ms`);
  const start = performance.now();
  for (let i = 0; i < 1_000; i++) assert.ok(reader.entries.length > 0 && reader.summary().events === 100_000);
  assert.ok(performance.now() - start < 2_000);
});
