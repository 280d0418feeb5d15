import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSessionSearch } from './session-search.ts';

test('what is understood is kept, the rest is dropped', () => {
  assert.deepEqual(readSessionSearch({ find: 'a\tb', view: 'changes', path: '/x/y.ts', other: 1 }), {
    find: 'a b',
    view: 'changes',
    path: '/x/y.ts',
  });
  assert.deepEqual(readSessionSearch({ find: '  ', view: 'diff', path: {} }), {});
  assert.deepEqual(readSessionSearch({ agent: '412.1' }), { agent: '412.1' });
  assert.deepEqual(readSessionSearch({ agent: '../x' }), {});
  assert.deepEqual(readSessionSearch({ find: 42 }), { find: '42' });
});
