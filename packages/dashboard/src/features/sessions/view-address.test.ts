import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShown, searchText, viewSearch } from './view-address.ts';

test('a view is what the address says, however it was written', () => {
  const search = { author: ['usr_1', 'none'], file: '12', repo: 'example.com/a/b', sort: 'cost' } as const;
  const view = { search: searchText(search) };
  assert.deepEqual(viewSearch(view), search);
  assert.equal(
    isShown(view, { sort: 'cost', file: '12', repo: 'example.com/a/b', author: ['usr_1', 'none'] }),
    true,
  );
  assert.equal(isShown(view, { ...search, q: 'x' }), false);
  assert.deepEqual(viewSearch({ search: 'sort=fire&__proto__=1&q=%00' }), {});
});
