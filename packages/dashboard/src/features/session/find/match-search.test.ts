import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundMatch, FoundMatches } from '@debrief/contract';
import { type Found, MatchSearch } from './match-search.ts';

const matches = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }) as FoundMatch);
const hundred = Array.from({ length: 100 }, (_, n) => n + 1);

const answer = (part: Partial<FoundMatches>) =>
  ({ state: 'current', matches: [], total: 0, isComplete: true, nextCursor: null, ...part }) as FoundMatches;

function searchWith(answers: FoundMatches[]) {
  const control = new AbortController();
  const seen: Found[] = [];
  const asked: (string | undefined)[] = [];
  const search = new MatchSearch({
    q: 'walrus',
    behindMs: 1,
    signal: control.signal,
    onFound: (found) => seen.push(found),
    async ask({ after }) {
      asked.push(after);
      control.signal.throwIfAborted();
      const next = answers.shift();
      assert.ok(next, 'asked once too often');
      return next;
    },
  });
  return { search, seen, asked, control };
}

const short = ({ matches, total, isComplete }: Found) => [
  matches.map(({ sequence }) => sequence),
  total,
  isComplete,
];

test('a search that ran out of time goes on until it has been everywhere', async () => {
  const { search, seen, asked } = searchWith([
    answer({ isComplete: false, nextCursor: 'a' }),
    answer({ matches: matches(700), total: 1, isComplete: false, nextCursor: 'b' }),
    answer({ matches: matches(900), total: 2 }),
  ]);
  await search.run();
  assert.deepEqual(asked, [undefined, 'a', 'b']);
  assert.deepEqual(seen.map(short), [
    [[], 0, false],
    [[700], 1, false],
    [[700, 900], 2, true],
  ]);
});

test('a page of matches is enough; the next is looked for when it is wanted, once for all who want it', async () => {
  const { search, seen, asked } = searchWith([
    answer({ matches: matches(...hundred), total: 130, isComplete: false, nextCursor: 'a' }),
    answer({ total: 130, isComplete: false, nextCursor: 'b' }),
    answer({ matches: matches(101), total: 131 }),
  ]);
  await search.run();
  assert.deepEqual(asked, [undefined]);
  const [one, other] = await Promise.all([search.more(), search.more()]);
  assert.deepEqual(asked, [undefined, 'a', 'b'], 'on through a part without a match');
  assert.equal(one, other);
  assert.equal(one?.matches.length, 101);
  assert.deepEqual([one?.total, one?.isComplete], [131, true]);
  assert.equal((await search.more())?.matches.length, 101, 'nothing after the end');
  assert.equal(seen.length, 3);
});

test('a server that has not read everything yet is asked again', async () => {
  const { search, seen } = searchWith([
    answer({ state: 'behind' }),
    answer({ matches: matches(4), total: 1 }),
  ]);
  await search.run();
  assert.deepEqual(seen.map(short), [
    [[], 0, true],
    [[4], 1, true],
  ]);
});

test('once another text was typed, nothing is asked or told any more', async () => {
  const { search, seen, asked, control } = searchWith([answer({ isComplete: false, nextCursor: 'a' })]);
  const running = search.run();
  control.abort();
  await running;
  assert.deepEqual([asked, seen], [[undefined], []]);
});

test('a step that waits for more is dropped when another text is typed, and a failure is told', async () => {
  const page = { matches: matches(...hundred), total: 130, isComplete: false, nextCursor: 'a' };
  const left = searchWith([answer(page)]);
  await left.search.run();
  const waiting = left.search.more();
  left.control.abort();
  assert.equal(await waiting, undefined);
  const failing = searchWith([answer(page)]);
  await failing.search.run();
  await assert.rejects(failing.search.more(), /once too often/);
});
