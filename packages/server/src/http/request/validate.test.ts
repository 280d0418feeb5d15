import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Route, routes } from '@debrief/contract';
import { Type } from 'typebox';
import { inputReader } from './validate.ts';

const trimmed = (more: object = {}) => Type.String({ 'x-trimmed': true, ...more });

/** A route whose fields show one rule each. */
const row = {
  ...routes.registerEnvironment,
  query: Type.Object({
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    word: Type.Optional(Type.String()),
    words: Type.Optional(Type.Array(Type.String())),
  }),
  body: Type.Object({
    name: trimmed({ minLength: 1 }),
    note: Type.Optional(trimmed()),
    code: Type.Optional(trimmed({ minLength: 2 })),
    text: Type.Optional(Type.String()),
    kind: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    list: Type.Optional(Type.Array(Type.Object({ size: Type.Integer() }))),
  }),
} as unknown as Route;

const read = (body: unknown, query: Record<string, unknown> = {}) =>
  inputReader(row)({ id: '1' }, query, body);
const refused = (body: unknown, query: Record<string, unknown> = {}): string => {
  try {
    return JSON.stringify(read(body, query));
  } catch (error) {
    return (error as Error).message;
  }
};

describe('fields of a body', () => {
  it('that are trimmed lose their blanks; a blank one that need not be there is none', () => {
    assert.deepEqual(read({ name: ' a ', note: '  ' }), { id: '1', name: 'a' });
    assert.deepEqual(read({ name: 'a', note: ' b ' }), { id: '1', name: 'a', note: 'b' });
    assert.deepEqual(read({ name: 'a', text: '  ' }), { id: '1', name: 'a', text: '  ' }, 'others stay');
    assert.deepEqual(read({ name: 'a', note: null, text: null }), { id: '1', name: 'a' });
  });

  it('that have a least length are refused when they are shorter, also when they are blank', () => {
    assert.equal(refused({ name: '' }), 'name must not be empty.');
    assert.equal(refused({ name: 'a', code: 'x' }), 'code is too short.');
    assert.equal(refused({ name: 'a', code: '  ' }), 'code is too short.');
  });

  it('are named in the message, with the place in a list and what was expected', () => {
    assert.equal(refused({ name: 'a', kind: 'A1' }), 'kind does not have the expected form.');
    assert.equal(refused({ name: 'a', at: 'now' }), 'at must be an RFC 3339 date-time with a time zone.');
    assert.equal(refused({ name: 'a', list: [{ size: 1 }, {}] }), 'list[1].size is required.');
    assert.equal(refused({ name: 'a', list: [{ size: 'x' }] }), 'list[0].size must be an integer.');
    assert.equal(refused({ name: 1 }), 'name must be a string.');
    assert.equal(refused({}), 'name is required.');
    assert.equal(refused(undefined), 'The body is empty; a JSON object is expected.');
  });
});

describe('fields of a query', () => {
  const query = (given: Record<string, unknown>) => refused({ name: 'a' }, given);
  const input = (given: object) => JSON.stringify({ id: '1', ...given, name: 'a' });

  it('are numbers and lists where the schema says so, and texts elsewhere', () => {
    assert.equal(query({ count: '12' }), input({ count: 12 }));
    assert.equal(query({ word: '12' }), input({ word: '12' }));
    assert.equal(query({ words: '12' }), input({ words: ['12'] }));
    assert.equal(query({ words: ['a', 'b'] }), input({ words: ['a', 'b'] }));
    assert.equal(query({ other: 'x' }), input({}));
  });

  it('are refused when they came twice, or are no numbers', () => {
    assert.equal(query({ count: ['1', '2'] }), 'count must be an integer.');
    assert.equal(query({ count: 'x' }), 'count must be an integer.');
    assert.equal(query({ count: '0' }), 'count must be at least 1.');
    assert.equal(query({ word: ['a', 'b'] }), 'word must be a string.');
  });
});

it('a body that may be absent is an empty one', () => {
  const reader = inputReader(routes.completeSession);
  assert.deepEqual(reader({ sessionId: 's' }, {}, undefined), { sessionId: 's' });
});
