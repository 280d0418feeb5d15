import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type PriorCandidate, rankPriorWork } from '../../link/prior-rank.ts';

const session = (
  sessionId: string,
  files: Record<string, number | undefined>,
  more: Partial<PriorCandidate> = {},
): PriorCandidate => ({
  sessionId,
  startedAt: 0,
  files: new Map(Object.entries(files).map(([path, lines]) => [path, lines === undefined ? {} : { lines }])),
  linesWritten: 0,
  ...more,
});

const cases: [title: string, linesAsked: number, sessions: PriorCandidate[], order: string][] = [
  ['nothing', 0, [], ''],
  [
    'who wrote the lines comes before whose commits added more',
    2,
    [session('many', { a: 5000, b: 5000, c: 5000 }), session('wrote', { a: undefined }, { linesWritten: 1 })],
    'wrote many',
  ],
  [
    'who wrote both lines before who wrote one',
    2,
    [session('one', { a: 900 }, { linesWritten: 1 }), session('both', { a: 1 }, { linesWritten: 2 })],
    'both one',
  ],
  [
    'a commit, even one that only removed lines, before an edit that was not committed',
    0,
    [session('edited', { a: undefined }, { startedAt: 9 }), session('committed', { a: 0 })],
    'committed edited',
  ],
  [
    'more lines first',
    0,
    [session('few', { a: 2 }, { startedAt: 9 }), session('more', { a: 40 })],
    'more few',
  ],
  [
    'more files first',
    0,
    [session('one', { a: 9 }, { startedAt: 9 }), session('two', { a: 9, b: 9 })],
    'two one',
  ],
  [
    'a file that few of them changed says more',
    0,
    [
      session('common', { a: 9 }, { startedAt: 9 }),
      session('rare', { b: 9 }),
      session('third', { a: 1 }),
      session('fourth', { a: 1 }),
    ],
    'rare common fourth third',
  ],
  [
    'of equal ones the newest',
    0,
    [session('old', { a: 9 }), session('new', { a: 9 }, { startedAt: 1 })],
    'new old',
  ],
  ['of the same time by name', 0, [session('b', { a: 9 }), session('a', { a: 9 })], 'a b'],
];

for (const [title, linesAsked, sessions, order] of cases) {
  it(title, () => {
    const ranked = rankPriorWork(sessions, linesAsked).map(({ sessionId }) => sessionId);
    assert.equal(ranked.join(' '), order);
  });
}
