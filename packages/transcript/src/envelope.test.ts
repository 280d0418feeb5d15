import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openPayload } from './envelope.ts';
import {
  createReader,
  malformedRecord,
  parseLine,
  payloadBytes,
  payloadLimit,
  recordType,
  splitRecord,
  wrapRecord,
} from './index.ts';
import { eventsOf, isBalanced, readAll, tell } from './testing/read-all.ts';

const prompt = (text: string) => ({ type: 'user', uuid: 'u', message: { role: 'user', content: text } });
const payloads = (record: unknown, limit?: number) =>
  splitRecord(record, limit).map((event) => event.payload);

test('a record that fits travels as it is', () => {
  const record = prompt('hi');
  assert.deepEqual(splitRecord(record), [{ eventType: 'user', payload: record }]);
  const edge = 'x'.repeat(payloadLimit - 2);
  assert.equal(payloadBytes(edge), payloadLimit);
  assert.equal(splitRecord(edge).length, 1);
  assert.equal(splitRecord(`${edge}x`).length, 2);
});

test('parts keep to the limit and come together again, whatever the text', () => {
  // biome-ignore format: the nastiest units for JSON and UTF-8
  const unit = fc.constantFrom('a', '"', '\\', '\n', '\u0000', '\u001f', '\u007f', 'é', '漢', '😀', '\ud800', '\udc00', '\u2028', '�');
  const nasty = fc.array(unit, { minLength: 1, maxLength: 400 }).map((units) => units.join(''));
  fc.assert(
    fc.property(nasty, fc.integer({ min: 160, max: 700 }), (text, limit) => {
      const parts = payloads(prompt(text), limit);
      for (const part of parts) assert.ok(payloadBytes(part) <= limit);
      const { entries, accounting } = readAll('claude-code', JSON.parse(JSON.stringify(parts)));
      assert.equal(entries.length, 1);
      assert.equal(entries[0]?.kind === 'prompt' && entries[0].text, text);
      assert.deepEqual(
        entries[0]?.sequences,
        parts.map((_, i) => i + 1),
      );
      assert.ok(isBalanced(accounting));
    }),
  );
});

test('every part but the last is as full as its characters allow', () => {
  const limit = 1000;
  // Bytes of the character in the JSON of a part that holds JSON.
  for (const [character, bytes] of [
    ['a', 1],
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffee', 3],
    ['😀', 4],
    ['"', 4],
    ['\\', 4],
    ['\n', 3],
    ['\u0001', 7],
  ] as const) {
    const parts = payloads(prompt(character.repeat(5000)), limit);
    const sizes = parts.slice(1, -1).map(payloadBytes);
    const name = JSON.stringify(character);
    assert.ok(sizes.length > 1 && Math.max(...sizes) <= limit, name);
    // The frame is counted with the largest numbers of parts there may be.
    assert.ok(Math.min(...sizes) > limit - bytes - 14, `${name} ${sizes}`);
  }
});

test('an envelope is opened only when it is exactly one', () => {
  const part = (index: unknown, total: unknown, text: unknown = '"a"', id: unknown = 'x') => ({
    debrief: { v: 1, part: { id, index, total } },
    text,
  });
  for (const odd of [
    part(-1, 2),
    part(2, 2),
    part(0.5, 2),
    part(0, 1.5),
    part(0, 1, 7),
    part(0, 1, '"a"', 7),
  ])
    assert.deepEqual(openPayload(odd), { kind: 'record', record: odd, mark: {} });
  assert.deepEqual(openPayload(part(0, 1)), { kind: 'part', id: 'x', index: 0, total: 1, text: '"a"' });
  const mark = { subagent: { id: 'a', type: 't', name: 'n', callId: 'c', parent: 'p' }, source: 'f.jsonl' };
  assert.deepEqual(openPayload(wrapRecord(1, mark)), { kind: 'record', record: 1, mark });
  const odd = { debrief: { v: 1, subagent: { id: 'a', type: 7 }, source: 7 }, record: 1 };
  assert.deepEqual(openPayload(odd), { kind: 'record', record: 1, mark: { subagent: { id: 'a' } } });
  for (const subagent of [{ id: '' }, { id: 7 }, 'a'])
    assert.deepEqual(openPayload({ debrief: { v: 1, subagent }, record: 1 }), {
      ...{ kind: 'record', record: 1, mark: {} },
    });
  assert.deepEqual(openPayload(malformedRecord('x', 'f')), {
    ...{ kind: 'malformed', text: 'x', mark: { source: 'f' } },
  });
  const notMalformed = { debrief: { v: 1, malformed: 'yes' }, text: 'x' };
  assert.deepEqual(openPayload(notMalformed), { kind: 'record', record: notMalformed, mark: {} });
});

test('two megabytes in full parts', () => {
  const text = '{"emoji":"😀\\n"}'.repeat(130_000);
  const parts = payloads(prompt(text));
  assert.ok(parts.every((part) => payloadBytes(part) <= payloadLimit));
  assert.ok(parts.slice(0, -1).every((part) => payloadBytes(part) > payloadLimit - 200));
  const { entries } = readAll('claude-code', parts);
  assert.ok(entries[0]?.kind === 'prompt' && entries[0].text === text);
});

test('parts over several feeds, interleaved and repeated; other records go on in between', () => {
  const [a, b] = [
    payloads(prompt('a'.repeat(900)), 400),
    payloads({ ...prompt('b'.repeat(900)), uuid: 'v' }, 400),
  ];
  const order = [a[0], b[0], prompt('between'), a[1], a[1], b[1], ...a.slice(2), ...b.slice(2)];
  const reader = createReader('claude-code');
  const events = eventsOf(order);
  for (const event of events.slice(0, -1)) reader.feed([event]);
  assert.ok(reader.accounting().pending > 0);
  const last = reader.feed(events.slice(-1));
  assert.equal(last.added.length, 1);
  assert.deepEqual(
    reader.entries.map((e) => tell(e).slice(0, 12)),
    ['prompt betwe', 'prompt aaaaa', 'prompt bbbbb'],
  );
  assert.equal(reader.accounting().duplicates, 1);
  assert.equal(reader.accounting().pending, 0);
  assert.ok(isBalanced(reader.accounting()));
});

test('parts that never become whole are shown, not dropped', () => {
  const reader = createReader('claude-code');
  reader.feed(eventsOf(payloads(prompt('z'.repeat(900)), 400).slice(1)));
  assert.equal(reader.entries.length, 0);
  const { added } = reader.finish();
  assert.equal(added[0]?.kind, 'unknown');
  assert.match(added[0]?.kind === 'unknown' ? added[0].label : '', /^incomplete record \(\d of \d parts\)$/);
  assert.match(added[0]?.kind === 'unknown' ? added[0].text : '', /zzz/);
  assert.ok(isBalanced(reader.accounting()));
});

test('a part with another total belongs to another record: it completes nothing and is not lost', () => {
  const parts = payloads(prompt('p'.repeat(900)), 400) as { debrief: { part: object }; text: string }[];
  const [first] = parts;
  assert.ok(first && parts.length > 2);
  const withTotal = (index: number, total: number, text: string) => ({
    debrief: { v: 1, part: { ...first.debrief.part, index, total } },
    text,
  });
  const foreign = withTotal(1, 2, '"}');
  const reader = createReader('claude-code');
  reader.feed(eventsOf([first, foreign, ...parts.slice(1)]));
  assert.deepEqual(
    reader.entries.map((entry) => (entry.kind === 'prompt' ? entry.text : entry.kind)),
    ['p'.repeat(900)],
    'the record of which all parts came is read as it was',
  );
  assert.deepEqual([reader.accounting().duplicates, reader.accounting().pending], [0, 1]);
  const [left] = reader.finish().added;
  assert.equal(left?.kind === 'unknown' && left.label, 'incomplete record (1 of 2 parts)');
  assert.equal(left?.kind === 'unknown' && left.text, '"}');
  assert.ok(isBalanced(reader.accounting()));

  // Both records under one id become whole, in whatever order their parts come.
  const other = JSON.stringify({ ...prompt('q'), uuid: 'q' });
  const both = readAll('claude-code', [
    first,
    withTotal(1, 2, other.slice(9)),
    ...parts.slice(1),
    withTotal(0, 2, other.slice(0, 9)),
  ]);
  assert.deepEqual(
    both.entries.map((entry) => (entry.kind === 'prompt' ? entry.text[0] : entry.kind)),
    ['p', 'q'],
  );
});

test('a marked record may be split too', () => {
  const wrapped = wrapRecord(prompt('x'.repeat(900)), {
    subagent: { id: 'child', name: 'Digger' },
    source: 'a.jsonl',
  });
  const { entries } = readAll('claude-code', payloads(wrapped, 400));
  assert.deepEqual(entries.map(tell), ['subagent subagent: Digger = unknown']);
  assert.ok(entries[0]?.kind === 'subagent' && entries[0].entries[0]?.kind === 'prompt');
  assert.deepEqual(wrapRecord({ a: 1 }, {}), { a: 1 });
});

test('a limit too small for the frame is refused, and the message says what is enough', () => {
  const record = prompt('x'.repeat(900));
  let least = 0;
  try {
    splitRecord(record, 60);
  } catch (error) {
    least = Number(/at least (\d+)/.exec((error as Error).message)?.[1]);
  }
  assert.throws(() => splitRecord(record, least - 1), RangeError);
  assert.ok(splitRecord(record, least).length > 100);
});

test('what looks like an envelope but is none is a record', () => {
  for (const odd of [
    { debrief: 1 },
    { debrief: { v: 2 }, record: 1 },
    { debrief: { v: 1 } },
    { debrief: { v: 1, part: { id: 'x', index: 5, total: 2 } }, text: '' },
  ]) {
    const { entries } = readAll('pi', [odd]);
    assert.deepEqual([entries.length, entries[0]?.kind], [1, 'unknown']);
  }
});

test('lines: one record, several glued, none, no JSON', () => {
  assert.deepEqual(parseLine('\uFEFF{"a":1}\r'), [{ a: 1 }]);
  assert.deepEqual(parseLine('{"a":"}{"}{"b":"\\""} {"c":{}}'), [{ a: '}{' }, { b: '"' }, { c: {} }]);
  assert.deepEqual(parseLine('  '), []);
  assert.deepEqual(parseLine('{"a":1}{"b":', 'f'), [malformedRecord('{"a":1}{"b":', 'f')]);
  const { told, entries } = readAll('pi', parseLine('torn {'));
  assert.deepEqual(told, ['unknown malformed line']);
  assert.equal(entries[0]?.kind === 'unknown' && entries[0].text, 'torn {');
});

test('a record’s type is what the service accepts as event type', () => {
  assert.equal(recordType({ type: 'system', subtype: 'api_error' }), 'system/api_error');
  assert.equal(recordType({ type: 'event_msg', payload: { type: 'token_count' } }), 'event_msg/token_count');
  assert.equal(recordType({ type: 'attachment', attachment: { type: 'file' } }), 'attachment/file');
  assert.equal(recordType({ $set: {} }), '$set');
  assert.equal(recordType({ role: 'user' }), 'user');
  assert.equal(recordType(wrapRecord({ type: 'x' }, { subagent: { id: 'a' } })), 'x');
  assert.equal(recordType('text'), 'record');
  assert.equal(recordType({}), 'record');
  assert.equal(recordType({ kind: 'k', record_type: 'r' }), 'k');
  assert.equal(recordType({ record_type: 'state' }), 'state');
  assert.equal(recordType({ type: 'progress', data: { type: 'hook' } }), 'progress/hook');
  assert.equal(recordType({ type: 'a', subtype: 7, data: { type: 7 } }), 'a');
  assert.equal(recordType({ type: ' \n' }), 'record');
  assert.equal(recordType({ debrief: { v: 1 }, other: 1 }), 'debrief');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (type) => {
      const name = recordType({ type });
      assert.ok(name.length >= 1 && [...name].length <= 128 && !/\p{Cc}|\p{Cs}/u.test(name));
    }),
  );
});
