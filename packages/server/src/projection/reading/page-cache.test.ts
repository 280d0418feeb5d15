import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packItems } from './page.ts';
import { PageCache, readyPage } from './page-cache.ts';

const at = (foldedTo: number) => ({ foldedTo, total: 3 });

test('the lines of a page become a list, and each entry knows its end', () => {
  const items = ['{"id":"1.0","text":"a\\nb"}', '{"id":"2.0","text":"ä, ö"}', '{}'];
  const { json, ends } = readyPage(packItems(items), at(3));
  assert.deepEqual(
    JSON.parse(`[${json}]`),
    items.map((item) => JSON.parse(item)),
  );
  const cut = [...ends].map((end, n) =>
    json.subarray(n === 0 ? 0 : (ends[n - 1] as number) + 1, end).toString(),
  );
  assert.deepEqual(cut, items);
  assert.equal(readyPage(packItems([]), at(0)).ends.length, 0);
});

test('a page counts only for the position it was read at', () => {
  const pages = new PageCache(1e6);
  const page = readyPage(packItems(['{}']), at(3));
  pages.keep('a', page);
  assert.equal(pages.get('a', 3), page);
  assert.equal(pages.get('a', 4), undefined);
  assert.equal(pages.get('a', 3), undefined);
  assert.equal(pages.bytes, 0);
});

test('what was read longest ago makes room', () => {
  const pages = new PageCache(10_000);
  const page = () => readyPage(packItems([JSON.stringify('x'.repeat(2_000))]), at(1));
  for (const name of ['a', 'b']) pages.keep(name, page());
  assert.ok(pages.get('a', 1));
  pages.keep('c', page());
  assert.equal(pages.get('b', 1), undefined);
  assert.ok(pages.get('a', 1) && pages.get('c', 1));
  pages.keep('c', page());
  assert.ok(pages.bytes <= 10_000 && pages.bytes > 8_000);
  // One that is larger than all the room is not kept either.
  pages.keep('d', readyPage(packItems([JSON.stringify('x'.repeat(20_000))]), at(1)));
  assert.equal(pages.bytes, 0);
});
