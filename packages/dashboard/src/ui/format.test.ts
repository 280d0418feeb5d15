import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compact,
  compactPlural,
  costHint,
  costText,
  dollars,
  duration,
  exact,
  plural,
  relative,
  relativePath,
  repositoryName,
  shortPath,
  timeInDay,
} from './format.ts';

test('compact numbers keep two significant figures and never read 1000k', () => {
  assert.deepEqual(
    [0, 7, 950, 999, 1000, 1249, 9_949, 34_400, 999_400, 999_600, 1_300_000, 2_140_000_000].map(compact),
    ['0', '7', '950', '999', '1k', '1.2k', '9.9k', '34k', '999k', '1M', '1.3M', '2.1B'],
  );
});

test('money', () => {
  assert.deepEqual([0, 0.001, 0.42, 12.5, 1234].map(dollars), ['$0', '<$0.01', '$0.42', '$12.50', '$1,234']);
});

test('durations', () => {
  assert.deepEqual([450, 1_500, 12_000, 65_000, 120_000, 7_800_000, 273_600_000, Number.NaN].map(duration), [
    '450 ms',
    '1.5 s',
    '12 s',
    '1 m 05 s',
    '2 m',
    '2 h 10 m',
    '3 d 4 h',
    '–',
  ]);
});

test('relative times', () => {
  const now = Date.parse('2026-06-10T12:00:00Z');
  const ago = (seconds: number) => relative(now - seconds * 1000, now);
  assert.deepEqual([3, 60, 3_540, 3_580, 7_200, 86_400, 3 * 86_400].map(ago), [
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '2 h ago',
    'yesterday',
    '3 d ago',
  ]);
  assert.equal(relative('2026-01-02T12:00:00Z', now), '2 Jan');
  assert.equal(relative('2025-01-02T12:00:00Z', now), '2 Jan 2025');
  assert.equal(relative('never', now), '–');
});

test('repositories are named as people name them', () => {
  assert.equal(repositoryName('git@example.com:acme/shop.git', '/x'), 'acme/shop');
  assert.equal(repositoryName('https://example.com/acme/shop', undefined), 'acme/shop');
  assert.equal(repositoryName(undefined, '/home/me/work/shop'), 'shop');
  assert.equal(repositoryName(undefined, 'C:\\work\\shop'), 'shop');
  assert.equal(repositoryName(undefined, undefined), undefined);
  assert.equal(repositoryName(undefined, '/home/me/shop/.worktrees/1'), 'shop (worktree 1)');
  assert.equal(repositoryName(undefined, 'D:\\shop\\.claude\\worktrees\\kind-1'), 'shop (worktree kind-1)');
  assert.equal(repositoryName(undefined, '/home/me/worktrees/shop'), 'shop');
  assert.equal(repositoryName(undefined, '/.worktrees/1'), '1');
  assert.equal(repositoryName(undefined, '/home/me/shop__worktrees/fix-1'), 'shop (worktree fix-1)');
  assert.equal(repositoryName(undefined, '/home/me/my-shop.worktrees/fix-1'), 'my-shop (worktree fix-1)');
});

test('long paths keep their end', () => {
  assert.equal(shortPath('a/b.ts'), 'a/b.ts');
  assert.equal(shortPath('/very/long/path/to/some/deeply/nested/file.ts', 24), '…/deeply/nested/file.ts');
});

test('plurals', () => {
  assert.deepEqual([plural(1, 'event'), plural(1200, 'event')], ['1 event', '1,200 events']);
});

test('paths inside the folder are relative to it, others stay', () => {
  assert.equal(relativePath('/home/me/shop/src/a.ts', '/home/me/shop/'), 'src/a.ts');
  assert.equal(relativePath('/home/me/shopping/a.ts', '/home/me/shop'), '/home/me/shopping/a.ts');
  assert.equal(relativePath('/home/me/shop', '/home/me/shop'), '/home/me/shop');
  assert.equal(relativePath('a.ts', undefined), 'a.ts');
});

test('a price that is not known is not nothing', () => {
  assert.equal(costText(undefined, false), '–');
  assert.equal(costText(0, true), '–');
  assert.equal(costText(1.2, true), '$1.20+');
  assert.equal(costText(1.2, false), '$1.20');
  assert.equal(costHint(false, ['m']), undefined);
  assert.equal(costHint(true, ['m', 'n']), 'No price is known for m, n');
});

test('a moment to the second; what is no time is a dash', () => {
  assert.match(exact('2026-03-04T10:11:12Z'), /^4 Mar 2026, \d\d:\d\d:12$/);
  assert.equal(exact('whenever'), '–');
});

test('one is one, in short, too', () => {
  assert.deepEqual(
    [0, 1, 2, 34_000].map((amount) => compactPlural(amount, 'error')),
    ['0 errors', '1 error', '2 errors', '34k errors'],
  );
});

test('under the head of a day a session has the time of day, or how long ago within the hour', () => {
  const now = Date.parse('2026-03-03T14:02:31');
  assert.equal(timeInDay('2026-03-03T14:00:00', now), '3 min ago');
  assert.equal(timeInDay('2026-03-03T09:05:59', now), '09:05');
  assert.equal(timeInDay('2025-12-24T23:59:59', now), '23:59');
});
