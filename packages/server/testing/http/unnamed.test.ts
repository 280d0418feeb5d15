import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KeptJson } from '../../src/domain/session/kept-json.ts';
import { unnamed } from './unnamed.ts';

const closed = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const text = { type: 'string' };

for (const [name, schema, value, found] of [
  ['a field', closed({ a: text }), { a: 'x', b: 'y' }, ['.b']],
  ['a field that is not there', closed({ a: text }), { a: 'x', b: undefined }, []],
  ['a field of a field', closed({ a: closed({ b: text }) }), { a: { b: 'x', c: 1 } }, ['.a.c']],
  ['a field of an item', closed({ a: { items: closed({}) } }), { a: [{}, { b: 1 }] }, ['.a[].b']],
  ['an object that says itself what else it holds', { properties: {} }, { a: 1 }, []],
  ['one of several shapes', { anyOf: [closed({ a: text }), closed({ b: text })] }, { b: 'x' }, []],
  ['none of several shapes', { anyOf: [closed({ a: text }), { type: 'null' }] }, { b: 'x' }, ['.b']],
  ['nothing instead of an object', { anyOf: [closed({ a: text }), { type: 'null' }] }, null, []],
  ['fields beside what is kept', closed({ a: text }), new KeptJson('{"c":1}', { a: 'x', b: 1 }), ['.b']],
  ['a name that every object has', closed({}), { constructor: 1 }, ['.constructor']],
] as const)
  it(`what a schema does not name: ${name}`, () => {
    assert.deepEqual(unnamed(schema, value), found);
  });
