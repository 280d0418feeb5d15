import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** As much of a browser's address and history as a place in a session needs. */
const browser = {
  hash: '',
  state: null as Record<string, unknown> | null,
  /** A link in the page, or somebody typing: a new place of the history, of which nothing is known. */
  follow(hash: string) {
    browser.hash = hash;
    browser.state = null;
  },
};
Object.assign(globalThis, {
  location: {
    pathname: '/sessions/ses_1',
    search: '',
    get hash() {
      return browser.hash;
    },
  },
  history: {
    get state() {
      return browser.state;
    },
  },
  History: {
    prototype: {
      replaceState(state: Record<string, unknown>, _: string, path: string) {
        browser.state = state;
        browser.hash = /#.*$/.exec(path)?.[0] ?? '';
      },
    },
  },
});
const { targetInAddress, threadInAddress, writeSeen, writeSelected, writeThread } = await import(
  './address.ts'
);

beforeEach(() => {
  browser.follow('');
  targetInAddress();
});

test('a link selects its event; after a reload what was in view is shown again', () => {
  browser.follow('#412');
  assert.deepEqual(targetInAddress(), { sequence: 412, isSelected: true });
  writeSeen(500);
  assert.deepEqual(targetInAddress(), { sequence: 500, isSelected: false });
  writeSeen(412);
  assert.deepEqual(targetInAddress(), { sequence: 412, isSelected: true });
  assert.equal(browser.hash, '#412');
});

test('what is noted between a link and the news of it is not where the link leads', () => {
  browser.follow('#201');
  targetInAddress();
  browser.follow('#401');
  writeSeen(7);
  assert.deepEqual(targetInAddress(), { sequence: 401, isSelected: true });
  browser.follow('#t3');
  writeSeen(7);
  assert.equal(threadInAddress(), 3);
});

test('what was gone to is in the address, and what was in view before is forgotten', () => {
  writeSeen(9);
  writeSelected(33);
  assert.deepEqual(targetInAddress(), { sequence: 33, isSelected: true });
  writeSeen(40);
  assert.deepEqual(targetInAddress(), { sequence: 40, isSelected: false });
  writeThread(2);
  assert.equal(threadInAddress(), 2);
  writeSeen(41);
  assert.equal(threadInAddress(), undefined, 'something else was in view when the page was left');
  assert.deepEqual(targetInAddress(), { sequence: 41, isSelected: false });
});

test('threads by number and by id; nothing else', () => {
  for (const [hash, thread] of [
    ['#t12', 12],
    ['#thr_abc', 'thr_abc'],
    ['#t12345', undefined],
    ['#412', undefined],
    ['', undefined],
  ] as const) {
    browser.follow(hash);
    assert.equal(threadInAddress(), thread);
  }
});
