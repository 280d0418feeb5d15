import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyReply } from 'fastify';
import type { ByteText } from '../../../domain/session/byte-text.ts';
import { asWritten, pageBytes, withTexts } from './written-answer.ts';

const texts = (...items: string[]) => items.map((item) => Buffer.from(item).toString('latin1') as ByteText);

it('a page of texts is the JSON it looks like, byte for byte as long as it is', () => {
  for (const [items, nextCursor] of [
    [[], null],
    [['{"a":1}'], 'next'],
    [['{"a":"é漢"}', '{"b":2}', '[]'], null],
  ] as const) {
    const page = pageBytes('events', texts(...items), nextCursor);
    const expected = `{"events":[${items.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
    assert.equal(page.toString(), expected);
    assert.equal(page.length, Buffer.byteLength(expected));
  }
});

it('texts that are JSON already are put into the answer as they are', () => {
  const answer = withTexts({ nextCursor: null }, 'sessions', ['{"a":1}', '{"b":"é"}']);
  assert.deepEqual(JSON.parse(answer.toString()), { nextCursor: null, sessions: [{ a: 1 }, { b: 'é' }] });
  const types: string[] = [];
  const reply = { type: (type: string) => types.push(type) } as unknown as FastifyReply;
  assert.equal(asWritten<'listSessions'>(reply, answer), answer as never);
  assert.deepEqual(types, ['application/json; charset=utf-8']);
});
