import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommitFacts } from './commit.ts';
import { conclude } from './conclude.ts';
import { hashText, lineHash, packHashes } from './line.ts';
import type { CommitLink, LinkEvidence, LinkStrength } from './link.ts';
import type { SessionFacts } from './session.ts';
import { type RivalLink, settle } from './settle.ts';

/** How strong a link is, as one table: each bound at the value that is enough and at the next that is not. */

const noon = Date.UTC(2026, 0, 1, 12);
const minute = 60_000;
const shaOf = (name: string): string => hashText(name).repeat(5);
const packed = (lines: readonly string[]): string =>
  packHashes(lines.map((line) => lineHash(line) as number).sort((a, b) => a - b));
const linesOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `the line ${name} number ${index}`);

interface Case {
  /** Lines of the commit that the session wrote, and all of its lines. */
  lines: [own: number, of: number];
  /** Files of the commit that the session edited, and all of its files. */
  files: [own: number, of: number];
  /** Minutes from the session's edit to the commit; undefined where the agent records no time. */
  after: number | undefined;
  /** Lines that the session wrote, if not only those of the commit. */
  wrote?: number;
  /** Lines that the commit removes from its file, and the session did. */
  removed?: [commit: number, session: number];
  isDeleted?: true;
  /** Milliseconds from the session's edit to when it was committed, if that is not when it was written. */
  committedAfter?: number;
}

function strengthOf(given: Case) {
  const { lines, files, after, wrote = lines[0], removed, isDeleted, committedAfter } = given;
  const [own, of] = lines;
  const written = linesOf('own', Math.max(own, wrote));
  const at = after === undefined ? {} : { at: noon };
  const session: SessionFacts = {
    from: new Date(noon).toISOString(),
    to: new Date(noon).toISOString(),
    lines: packHashes(written.map((line) => lineHash(line) as number)),
    lineEdits: packHashes(written.map(() => 0)),
    edits: [{ sequence: 7, ...at }],
    files: linesOf('file', files[0]).map((path) => ({
      path: `/src/${path}`,
      first: 0,
      last: 0,
      removed: removed?.[1] ?? 0,
      ...(isDeleted && { isDeleted }),
    })),
    commits: [],
    pullRequests: [],
  };
  const authoredAt = new Date(noon + (after ?? 0) * minute).toISOString();
  const commit: CommitFacts = {
    sha: shaOf('c'),
    tree: shaOf('tree'),
    parents: [],
    authoredAt,
    committedAt: committedAfter === undefined ? authoredAt : new Date(noon + committedAfter).toISOString(),
    patchId: shaOf('patch'),
    subjectHash: hashText('c'),
    files: linesOf('file', files[1]).map((path) => ({
      path,
      added: removed ? 0 : 1,
      removed: removed?.[0] ?? 0,
    })),
    fileCount: files[1],
    addedLines: packed([...written.slice(0, own), ...linesOf('hand', of - own)]),
    lineCount: of,
    trailers: [],
  };
  return conclude(session, { ids: [] }, [commit])[0]?.strength;
}

const hours = (count: number) => 60 * count;
const many: [number, number] = [1, 10];

const table: [name: string, given: Case, strength: LinkStrength | undefined][] = [
  ['half of it, two days later', { lines: [5, 10], files: many, after: hours(48) }, 'matched'],
  ['half of it, later than that', { lines: [5, 10], files: many, after: hours(48) + 1 }, undefined],
  ['four lines, two days later', { lines: [4, 8], files: many, after: hours(48) }, undefined],
  ['less than half, two days later', { lines: [5, 11], files: many, after: hours(48) }, undefined],

  ['a quarter, three hours later', { lines: [3, 12], files: many, after: hours(3) }, 'matched'],
  ['a quarter, later than that', { lines: [3, 12], files: many, after: hours(3) + 1 }, undefined],
  ['two lines, three hours later', { lines: [2, 8], files: many, after: hours(3) }, undefined],
  ['less than a quarter', { lines: [3, 13], files: many, after: hours(3) }, undefined],

  ['an eighth, of many lines', { lines: [12, 100], files: many, after: hours(3) }, 'matched'],
  ['an eighth, later', { lines: [12, 100], files: many, after: hours(3) + 1 }, undefined],
  ['an eighth, one line less', { lines: [11, 91], files: many, after: hours(3) }, undefined],
  ['less than an eighth', { lines: [12, 101], files: many, after: hours(3) }, undefined],

  ['an eighth, half of its files', { lines: [5, 41], files: [1, 2], after: 60 }, 'matched'],
  ['an eighth, a third of its files', { lines: [5, 41], files: [1, 3], after: 60 }, undefined],
  ['half of its files, later', { lines: [5, 41], files: [1, 2], after: 61 }, 'likely'],
  ['half of its files, four lines', { lines: [4, 33], files: [1, 2], after: 60 }, 'likely'],
  ['half of its files, too small a part', { lines: [5, 42], files: [1, 2], after: 60 }, 'likely'],

  ['two of three lines at once', { lines: [2, 3], files: many, after: 30 }, 'matched'],
  ['two of three lines, later', { lines: [2, 3], files: many, after: 31 }, undefined],
  ['one of two lines', { lines: [1, 2], files: many, after: 30 }, undefined],
  ['one line alone', { lines: [1, 1], files: many, after: 30 }, 'matched'],
  ['two of four lines', { lines: [2, 4], files: many, after: 30 }, undefined],
  ['none of three lines', { lines: [0, 3], files: many, after: 30 }, undefined],

  ['all that the session wrote', { lines: [2, 10], files: [1, 1], after: 30 }, 'matched'],
  ['four fifths of it', { lines: [4, 20], files: [1, 1], after: 30, wrote: 5 }, 'matched'],
  ['two thirds of it', { lines: [2, 10], files: [1, 1], after: 30, wrote: 3 }, 'likely'],
  ['all of it, later', { lines: [2, 10], files: [1, 1], after: 31 }, 'likely'],
  ['all of it, with other files', { lines: [2, 10], files: [1, 2], after: 30 }, 'likely'],
  ['all of it, less than a fifth', { lines: [2, 11], files: [1, 1], after: 30 }, 'likely'],

  ['the same removal', { lines: [0, 0], files: [1, 1], after: hours(3), removed: [3, 3] }, 'matched'],
  [
    'the same removal, later',
    { lines: [0, 0], files: [1, 1], after: hours(3) + 1, removed: [3, 3] },
    undefined,
  ],
  ['another removal', { lines: [0, 0], files: [1, 1], after: hours(3), removed: [3, 4] }, undefined],
  ['a removal of two lines', { lines: [0, 0], files: [1, 1], after: hours(3), removed: [2, 2] }, undefined],
  [
    'a deleted file',
    { lines: [0, 0], files: [1, 1], after: hours(3), removed: [9, 0], isDeleted: true },
    'matched',
  ],
  ['nothing removed', { lines: [0, 0], files: [1, 1], after: hours(3), removed: [0, 0] }, undefined],

  ['its lines in a file of others', { lines: [10, 10], files: [0, 1], after: 5 }, 'likely'],
  ['eight lines in a file of others', { lines: [8, 100], files: [0, 1], after: hours(2) }, 'likely'],
  ['seven lines in a file of others', { lines: [7, 80], files: [0, 1], after: hours(2) }, undefined],
  ['a twelfth and less, in a file of others', { lines: [8, 101], files: [0, 1], after: hours(2) }, undefined],
  [
    'eight lines in a file of others, later',
    { lines: [8, 100], files: [0, 1], after: hours(2) + 1 },
    undefined,
  ],
  ['its files alone', { lines: [0, 9], files: [1, 2], after: hours(2) }, 'likely'],
  ['its files alone, later', { lines: [0, 9], files: [1, 2], after: hours(2) + 1 }, undefined],
  ['less than half of the files', { lines: [0, 9], files: [1, 3], after: hours(2) }, undefined],

  [
    'half of it, two minutes before the edit: clocks differ',
    { lines: [5, 10], files: many, after: -2 },
    'matched',
  ],
  ['half of it, three minutes before the edit', { lines: [5, 10], files: many, after: -3 }, undefined],
  ['half of it, at no known time', { lines: [5, 10], files: many, after: undefined }, 'matched'],
  ['its files alone, at no known time', { lines: [0, 9], files: [1, 1], after: undefined }, undefined],
];

describe('the content of a commit is as old as', () => {
  const day = 24 * 60 * minute;
  const half: Case = { lines: [5, 10], files: many, after: -60 };
  const amended = (after: number) => strengthOf({ ...half, committedAfter: after });
  it('its last amending within a day', () => assert.equal(amended(day - 1 - 60 * minute), 'matched'));
  it('its author’s time when it was committed a day later, as a rebase does', () =>
    assert.equal(amended(day - 60 * minute), undefined));
});

describe('a link', () => {
  for (const [name, given, strength] of table)
    it(`${name}: ${strength ?? 'none'}`, () => assert.equal(strengthOf(given), strength));
});

it('a commit whose SHA the session printed, once or twice, was seen there; one of the same subject in its place, too', () => {
  const sha = shaOf('c');
  const given: SessionFacts = {
    from: new Date(noon).toISOString(),
    to: new Date(noon).toISOString(),
    lines: packHashes([]),
    lineEdits: packHashes([]),
    edits: [],
    files: [],
    commits: [{ sha: sha.slice(0, 7), subjectHash: hashText('c'), sequence: 3, at: noon }],
    pullRequests: [],
  };
  const told: CommitFacts = {
    sha,
    tree: shaOf('tree'),
    parents: [],
    authoredAt: new Date(noon).toISOString(),
    committedAt: new Date(noon).toISOString(),
    patchId: shaOf('patch'),
    subjectHash: hashText('c'),
    files: [],
    fileCount: 0,
    addedLines: packed([]),
    lineCount: 0,
    trailers: [],
  };
  const linksOf = (commits: SessionFacts['commits'], commit = told) =>
    conclude({ ...given, commits }, { ids: [] }, [commit]).map(({ strength, at, evidence }) => [
      strength,
      at,
      evidence,
    ]);
  const [first] = given.commits as [SessionFacts['commits'][number]];
  assert.deepEqual(linksOf([first]), [['seen', noon, [{ kind: 'printed', sequences: [3] }]]]);
  assert.deepEqual(linksOf([first, { ...first, sequence: 9, at: noon + 1 }]), [
    ['seen', noon + 1, [{ kind: 'printed', sequences: [3, 9] }]],
  ]);
  const rewritten = { ...told, sha: shaOf('d') };
  assert.deepEqual(linksOf([first], rewritten), [['seen', noon, [{ kind: 'subject', sequences: [3] }]]]);
});

const link = (strength: LinkStrength, lines: number, at?: number, first: 'lines' | 'files' = 'lines') => {
  const byLines: LinkEvidence = { kind: 'lines', matched: lines, of: 20, sequences: [1] };
  const byFiles: LinkEvidence = { kind: 'files', matched: 1, of: 1, sequences: [1] };
  const evidence = first === 'lines' ? [byLines, byFiles] : [byFiles, byLines];
  return { sha: shaOf('c'), strength, ...(at !== undefined && { at }), evidence } satisfies CommitLink;
};
const strengths = (links: CommitLink[]): LinkStrength[] =>
  settle(links.map((one, index) => ({ sessionId: `ses_${index}`, link: one }))).map(
    (one) => one.link.strength,
  );

describe('of several sessions that a commit is linked with', () => {
  const cases: [name: string, links: CommitLink[], strengths: LinkStrength[]][] = [
    ['half as many lines are enough', [link('matched', 10), link('matched', 5)], ['matched', 'matched']],
    ['fewer are not', [link('matched', 10), link('matched', 4)], ['matched', 'likely']],
    ['what was seen stays', [link('matched', 10), link('seen', 4)], ['matched', 'seen']],
    ['what was stated stays', [link('stated', 10), link('stated', 1)], ['stated', 'stated']],
    [
      'what was not found by lines stays',
      [link('matched', 10), link('matched', 1, undefined, 'files')],
      ['matched', 'matched'],
    ],
    ['one alone stays', [link('matched', 1)], ['matched']],
    ['none is none', [], []],
  ];
  for (const [name, links, expected] of cases) it(name, () => assert.deepEqual(strengths(links), expected));

  const commitAt = noon;
  const copies: [
    name: string,
    one: Partial<RivalLink>,
    other: Partial<RivalLink>,
    expected: LinkStrength[],
  ][] = [
    [
      'the one in use later, before the commit',
      { endedAt: noon - 5 },
      { endedAt: noon - 9 },
      ['matched', 'likely'],
    ],
    [
      'the first to end after the commit',
      { endedAt: noon + 5 },
      { endedAt: noon + 9 },
      ['matched', 'likely'],
    ],
    ['the one in use at the commit', { endedAt: noon }, { endedAt: noon - 1 }, ['matched', 'likely']],
    ['the one that ended with the commit', { endedAt: noon }, { endedAt: noon + 5 }, ['matched', 'likely']],
    ['both, when they ended at once', { endedAt: noon + 5 }, { endedAt: noon + 5 }, ['matched', 'matched']],
    ['both, when one has no end', { endedAt: noon + 5 }, {}, ['matched', 'matched']],
    [
      'both, when they did it at other times',
      { endedAt: noon + 5, link: link('matched', 9, 2) },
      { endedAt: noon + 9 },
      ['matched', 'matched'],
    ],
    [
      'both, when one has more lines',
      { endedAt: noon + 5, link: link('matched', 8, 1) },
      { endedAt: noon + 9 },
      ['matched', 'matched'],
    ],
    [
      'both, when one was seen',
      { endedAt: noon + 5, link: link('seen', 9, 1) },
      { endedAt: noon + 9 },
      ['seen', 'matched'],
    ],
    [
      'both, when both are stated',
      { endedAt: noon + 5, link: link('stated', 9, 1) },
      { endedAt: noon + 9, link: link('stated', 9, 1) },
      ['stated', 'stated'],
    ],
    [
      'both, when there is no time',
      { endedAt: noon + 5, link: link('matched', 9) },
      { endedAt: noon + 9, link: link('matched', 9) },
      ['matched', 'matched'],
    ],
  ];
  for (const [name, one, other, expected] of copies)
    it(`of a session and its copy it is of ${name}`, () => {
      const rivals = [one, other].map((given, index) => ({
        sessionId: `ses_${index}`,
        link: link('matched', 9, 1),
        ...given,
      }));
      const found = (given: RivalLink[], when?: number) =>
        settle(given, when).map((each) => each.link.strength);
      assert.deepEqual(found(rivals, commitAt), expected);
      assert.deepEqual(found(rivals.toReversed(), commitAt).reverse(), expected);
      assert.deepEqual(
        found(rivals),
        rivals.map((each) => each.link.strength),
      );
    });
});
