import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShown, searchText, viewSearch } from './view-address.ts';

test('a view is what the address says, however it was written', () => {
  const search = { author: ['usr_1', 'none'], file: '12', repo: 'example.com/a/b', sort: 'cost' } as const;
  const page = 'sessions' as const;
  const view = { search: searchText(search), page };
  assert.deepEqual(viewSearch(view), search);
  const shown = { sort: 'cost', file: '12', repo: 'example.com/a/b', author: ['usr_1', 'none'] } as const;
  assert.equal(isShown(view, { search: shown, page }), true);
  assert.equal(isShown(view, { search: shown, page: 'today' }), false);
  assert.equal(isShown(view, { search: { ...search, q: 'x' }, page }), false);
  assert.deepEqual(viewSearch({ search: 'sort=fire&__proto__=1&q=%00', page }), {});
});

test('one of Today has how its groups are made, and nothing of the list', () => {
  const search = { author: 'usr_1', by: 'author', first: 'newest' } as const;
  const view = { search: searchText(search), page: 'today' as const };
  assert.deepEqual(viewSearch(view), search);
  assert.equal(isShown(view, { search, page: 'today' }), true);
  assert.deepEqual(viewSearch({ search: 'by=author&sort=cost&q=x&first=fire', page: 'today' }), {
    by: 'author',
  });
});
