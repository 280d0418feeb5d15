import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Entry, EntryWrite, Written } from '@debrief/transcript';
import { type PageKey, pageName, pageSize, type StoredPage, unpackItems } from './page.ts';
import { PageWriter } from './writer.ts';

const nothing: Written = { lanes: [], laneUsage: [], entries: [], retractions: [], turns: [], edits: [] };

const reply = (index: number): Entry =>
  ({ id: `${index + 1}.1`, kind: 'reply', sequences: [index + 1], text: `reply ${index}` }) as Entry;

const write = (index: number, part: Partial<Entry>, lane: number, isNew: boolean): EntryWrite => ({
  id: `${index + 1}.1`,
  lane,
  index,
  part,
  isNew,
  sequences: [],
  append: '',
});

const entries = (from: number, to: number, lane = 0): Written => ({
  ...nothing,
  entries: Array.from({ length: to - from }, (_, at) => write(from + at, reply(from + at), lane, true)),
});

/** A writer and what it has stored; `asked` are the pages it had to read again. */
function stored() {
  const writer = new PageWriter();
  const pages = new Map<string, StoredPage>();
  const asked: string[] = [];
  const source = {
    async pages(keys: readonly PageKey[]) {
      const found = keys.flatMap((key) => pages.get(pageName(key)) ?? []);
      asked.push(...found.map(pageName));
      return found;
    },
    length: async () => 0,
  };
  const step = async (written: Written, to: number) => {
    await writer.load(written, source);
    for (const page of writer.apply(written, to)) pages.set(pageName(page), page);
  };
  return { writer, pages, asked, step };
}

it('keeps of each list its last page only, however many a step has written', async () => {
  const { writer, pages, asked, step } = stored();
  await step(entries(0, 5 * pageSize.entries + 10), 1);
  assert.equal(pages.size, 6);
  const ofTen = Array.from({ length: 10 }, (_, at) => JSON.stringify(reply(5 * pageSize.entries + at)));
  assert.equal(writer.keptLength, ofTen.join('').length);
  const last = 5 * pageSize.entries + 10;
  await step(entries(last, last + 1), 2);
  assert.deepEqual(asked, [], 'the page at the end was kept');
});

it('an entry far back is changed in its page as that was stored', async () => {
  const { pages, asked, step } = stored();
  await step(entries(0, 3 * pageSize.entries), 1);
  const changed = write(3, { text: 'changed' } as Partial<Entry>, 0, false);
  await step({ ...nothing, entries: [changed] }, 2);
  assert.equal(asked.length, 1);
  const [page] = asked;
  const items = unpackItems((pages.get(page ?? '') as StoredPage).body).map((item) => JSON.parse(item).text);
  assert.equal(items.length, pageSize.entries);
  assert.deepEqual(items.slice(2, 5), ['reply 2', 'changed', 'reply 4']);
});

it('keeps the lists that were written last', async () => {
  const { asked, step } = stored();
  for (let lane = 0; lane < 10; lane++) await step(entries(0, 1, lane), lane + 1);
  await step(entries(1, 2, 9), 20);
  assert.deepEqual(asked, []);
  await step(entries(1, 2, 0), 21);
  assert.equal(asked.length, 1, 'the first lane had made room');
});
