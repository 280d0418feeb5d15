import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser, type StreamMessage } from './sse.ts';

const wire =
  'id: 7\r\nevent: event\r\ndata: {"a":1}\r\n\r\n: beat\n\nevent: session\ndata: x\ndata:y\n\nid: 8\n\n';
const expected: StreamMessage[] = [
  { id: '7', event: 'event', data: '{"a":1}' },
  { id: '7', event: 'session', data: 'x\ny' },
];

test('messages come out whole however the bytes were cut', () => {
  for (let size = 1; size <= wire.length; size++) {
    const got: StreamMessage[] = [];
    const parse = createParser((message) => got.push(message));
    for (let at = 0; at < wire.length; at += size) parse(wire.slice(at, at + size));
    assert.deepEqual(got, expected, `cut every ${size}`);
  }
});
