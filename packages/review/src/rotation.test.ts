import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Candidate, chooseReviewers, type Rotation, sentenceOf, type Why } from './rotation.ts';

const now = 1_000_000;
const person = (userId: string, given: Partial<Candidate> = {}): Candidate => ({
  userId,
  open: 0,
  today: 0,
  ...given,
});
const asked = (given: Partial<Rotation> = {}): Rotation => ({
  now,
  count: 1,
  perDay: 5,
  besides: new Set(),
  knows: new Map(),
  ...given,
});

type Case = [
  name: string,
  candidates: Candidate[],
  rotation: Partial<Rotation>,
  expected: [userId: string, why: Why][],
];

const turn = { because: 'turn' } as const;
const cases: Case[] = [
  ['nobody is there', [], {}, []],
  ['the author alone', [person('author')], { besides: new Set(['author']) }, []],
  ['never the author', [person('author'), person('b')], { besides: new Set(['author']) }, [['b', turn]]],
  [
    'never the author, who knows every file',
    [person('author'), person('b', { open: 9 })],
    { besides: new Set(['author']), knows: new Map([['author', 8]]) },
    [['b', turn]],
  ],
  ['who is away', [person('a', { awayUntil: now + 1 }), person('b', { open: 4 })], {}, [['b', turn]]],
  [
    'who is back',
    [person('a', { awayUntil: now }), person('b', { open: 4 })],
    {},
    [['a', { because: 'load', open: 0 }]],
  ],
  ['all are away', [person('a', { awayUntil: now + 1 })], {}, []],
  ['the cap of the day', [person('a', { today: 5 }), person('b', { today: 4, open: 7 })], {}, [['b', turn]]],
  ['the cap holds for all', [person('a', { today: 5 }), person('b', { today: 6 })], {}, []],
  [
    'who has less to do',
    [person('a', { open: 3 }), person('b', { open: 2 })],
    {},
    [['b', { because: 'load', open: 2 }]],
  ],
  [
    'of equals who was asked longest ago',
    [person('a', { lastAskedAt: 30 }), person('b', { lastAskedAt: 20 }), person('c', { lastAskedAt: 25 })],
    {},
    [['b', turn]],
  ],
  ['who was never asked first', [person('a', { lastAskedAt: 1 }), person('b')], {}, [['b', turn]]],
  ['the same each time', [person('b'), person('a')], {}, [['a', turn]]],
  [
    'who knows the files',
    [person('a'), person('b', { open: 1 })],
    { knows: new Map([['b', 2]]) },
    [['b', { because: 'files', files: 2 }]],
  ],
  [
    'who knows the files and has far more to do is spared',
    [person('a'), person('b', { open: 4 })],
    { knows: new Map([['b', 20]]) },
    [['a', { because: 'load', open: 0 }]],
  ],
  [
    'many files weigh no more than three',
    [person('a', { open: 1 }), person('b', { open: 3 })],
    {
      knows: new Map([
        ['a', 1],
        ['b', 20],
      ]),
    },
    [['a', { because: 'files', files: 1 }]],
  ],
  [
    'two are asked, and each has a reason of their own',
    [person('a', { open: 1 }), person('b'), person('c', { open: 5 })],
    { count: 2, knows: new Map([['a', 3]]) },
    [
      ['a', { because: 'files', files: 3 }],
      ['b', { because: 'load', open: 0 }],
    ],
  ],
  ['fewer than asked for', [person('a')], { count: 3 }, [['a', turn]]],
  ['none is asked for', [person('a')], { count: -1 }, []],
];

describe('reviewers by rotation', () => {
  for (const [name, candidates, rotation, expected] of cases) {
    it(name, () => {
      const chosen = chooseReviewers(candidates, asked(rotation));
      assert.deepEqual(
        chosen.map(({ userId, why }) => [userId, why]),
        expected,
      );
    });
  }

  it('over a week everybody is asked as often, whatever the order they are given in', () => {
    const people = ['a', 'b', 'c'].map((userId) => person(userId));
    for (let at = 0; at < 30; at++) {
      const given = at % 2 === 0 ? people : people.toReversed();
      const [chosen] = chooseReviewers(given, asked({ now: now + at, perDay: 100 }));
      const one = people.find(({ userId }) => userId === chosen?.userId) as Candidate;
      Object.assign(one, { open: one.open + 1, today: one.today + 1, lastAskedAt: now + at });
    }
    assert.deepEqual(
      people.map(({ open }) => open),
      [10, 10, 10],
    );
  });

  it('says why, to the member and to others', () => {
    const said = (
      [
        { because: 'files', files: 1 },
        { because: 'files', files: 4 },
        { because: 'load', open: 0 },
        { because: 'load', open: 1 },
        { because: 'load', open: 2 },
        { because: 'turn' },
      ] as const
    ).map((why) => [sentenceOf(why, 'member'), sentenceOf(why, 'others')]);
    assert.deepEqual(said, [
      [
        'It is you by rotation: you know one file that it changed.',
        'By rotation: knows one file that it changed.',
      ],
      [
        'It is you by rotation: you know 4 of the files that it changed.',
        'By rotation: knows 4 of the files that it changed.',
      ],
      [
        'It is you by rotation: you have the fewest reviews to do (none is open).',
        'By rotation: has the fewest reviews to do (none is open).',
      ],
      [
        'It is you by rotation: you have the fewest reviews to do (1 is open).',
        'By rotation: has the fewest reviews to do (1 is open).',
      ],
      [
        'It is you by rotation: you have the fewest reviews to do (2 are open).',
        'By rotation: has the fewest reviews to do (2 are open).',
      ],
      ['It is you by rotation: you were asked longest ago.', 'By rotation: was asked longest ago.'],
    ]);
  });
});
