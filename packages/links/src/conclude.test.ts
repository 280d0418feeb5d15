import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitFacts } from './commit.ts';
import { conclude } from './conclude.ts';
import { hashText, lineHash, packHashes } from './line.ts';
import type { SessionFacts } from './session.ts';
import { settle } from './settle.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();
const shaOf = (name: string): string => hashText(name).repeat(5);
const hashesOf = (lines: readonly string[]): number[] => lines.map((line) => lineHash(line) as number);
const linesOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `the line ${name} number ${index}`);

/** A session that wrote some lines into `/src/app/a.ts` at noon. */
const session = (lines: readonly string[], more: Partial<SessionFacts> = {}): SessionFacts => ({
  from: at(-10),
  to: at(10),
  lines: packHashes(hashesOf(lines)),
  lineEdits: packHashes(lines.map(() => 0)),
  edits: [{ sequence: 7, at: noon }],
  files: [{ path: '/src/app/a.ts', first: 0, last: 0, removed: 0 }],
  commits: [],
  pullRequests: [],
  ...more,
});

const commit = (name: string, lines: readonly string[], more: Partial<CommitFacts> = {}): CommitFacts => ({
  sha: shaOf(name),
  tree: shaOf(`tree ${name}`),
  parents: [],
  authoredAt: at(5),
  committedAt: at(5),
  patchId: shaOf(`patch ${name}`),
  subjectHash: hashText(name),
  files: [{ path: 'a.ts', added: lines.length, removed: 0 }],
  fileCount: 1,
  addedLines: packHashes(hashesOf(lines).sort((a, b) => a - b)),
  lineCount: lines.length,
  trailers: [],
  ...more,
});

const ids = { ids: ['ses_1', 'external-1'] };
const strengths = (links: ReturnType<typeof conclude>) => links.map(({ sha, strength }) => [sha, strength]);

test('a commit of the session’s lines matches, with the events that wrote them', () => {
  const lines = linesOf('one', 10);
  const [link] = conclude(session(lines), ids, [commit('c', [...lines.slice(0, 4), ...linesOf('hand', 6)])]);
  assert.deepEqual(link, {
    sha: shaOf('c'),
    strength: 'matched',
    at: noon,
    evidence: [
      { kind: 'lines', matched: 4, of: 10, sequences: [7] },
      { kind: 'files', matched: 1, of: 1, sequences: [7] },
    ],
  });
});

test('work by hand is not linked, or at most likely when it touches the same files at once', () => {
  const lines = linesOf('one', 10);
  const elsewhere = { files: [{ path: 'b.ts', added: 9, removed: 0 }] };
  const commits = [
    commit('same file, two hours and more later', linesOf('hand', 10), {
      authoredAt: at(130),
      committedAt: at(130),
    }),
    commit('another file', linesOf('hand', 10), elsewhere),
    commit('common lines in another file', lines.slice(0, 3), elsewhere),
    commit('before the session wrote anything', lines, { authoredAt: at(-9), committedAt: at(-9) }),
    commit('three days later', lines, { authoredAt: at(72 * 60), committedAt: at(72 * 60) }),
  ];
  assert.deepEqual(conclude(session(lines), ids, commits), []);
  const [likely] = conclude(session(lines), ids, [commit('same file at once', linesOf('hand', 10))]);
  assert.equal(likely?.strength, 'likely');
});

test('a trailer that names the session states it; another session’s does not', () => {
  const trailers = ['Entire-Checkpoint: 0123456789ab', 'Debrief-Session: ses_1'];
  const links = conclude(session([]), ids, [
    commit('a', [], { trailers }),
    commit('b', [], { trailers: ['Debrief-Session: ses_2'] }),
    commit('c', [], { trailers: ['Crow-Session: external-1'] }),
  ]);
  assert.deepEqual(
    links.map(({ sha, strength }) => [sha, strength]),
    [
      [shaOf('a'), 'stated'],
      [shaOf('c'), 'stated'],
    ],
  );
});

test('a printed SHA is seen; a gone one is found again by its subject, and one nobody knows is kept short', () => {
  const printed = (sha: string, subject: string) => ({
    sha,
    subjectHash: hashText(subject),
    sequence: 3,
    at: noon,
  });
  const facts = session([], {
    commits: [
      printed(shaOf('a').slice(0, 7), 'a'),
      printed('0000001', 'rebased'),
      printed('0000002', 'lost'),
    ],
  });
  const links = conclude(facts, ids, [
    commit('a', []),
    commit('rebased', []),
    commit('lost', [], { authoredAt: at(600), committedAt: at(600), files: [] }),
    // The commit that was printed is there, so this one of the same subject is another one.
    commit('another', [], { subjectHash: hashText('a'), files: [] }),
  ]);
  assert.deepEqual(strengths(links), [
    [shaOf('a'), 'seen'],
    [shaOf('rebased'), 'seen'],
    ['0000002', 'seen'],
  ]);
  assert.deepEqual(links[1]?.evidence, [{ kind: 'subject', sequences: [3] }]);
});

test('amend and rebase are followed from commit to commit, also from one that only was printed', () => {
  const lines = linesOf('one', 5);
  const late = { authoredAt: at(60 * 70), committedAt: at(60 * 70), files: [] };
  const chain = ['first', 'amended', 'rebased'].map(shaOf);
  const rewrites = [
    { from: chain[1] as string, to: chain[2] as string, kind: 'rebase' as const },
    { from: chain[0] as string, to: chain[1] as string, kind: 'amend' as const },
    { from: `1234567${'0'.repeat(33)}`, to: shaOf('other'), kind: 'amend' as const },
    { from: shaOf('unrelated'), to: shaOf('by hand'), kind: 'rebase' as const },
  ];
  const facts = session(lines, {
    commits: [{ sha: '1234567', subjectHash: hashText('gone'), sequence: 9 }],
  });
  const commits = [
    commit('first', lines),
    commit('amended', linesOf('x', 40), late),
    commit('rebased', linesOf('y', 40), late),
    commit('other', linesOf('z', 40), late),
    commit('by hand', linesOf('w', 40), late),
  ];
  assert.deepEqual(strengths(conclude(facts, ids, commits, rewrites)), [
    [shaOf('first'), 'matched'],
    [shaOf('amended'), 'matched'],
    [shaOf('rebased'), 'matched'],
    [shaOf('other'), 'seen'],
  ]);
});

test('a chain of rewrites that is told from its end is followed for twenty steps', () => {
  const late = { authoredAt: at(60 * 70), committedAt: at(60 * 70), files: [] };
  const names = Array.from({ length: 23 }, (_, step) => `step ${step}`);
  const rewrites = names
    .slice(1)
    .map((name, step) => ({ from: shaOf(`step ${step}`), to: shaOf(name), kind: 'rebase' as const }))
    .reverse();
  const lines = linesOf('one', 5);
  const commits = names.map((name, step) => (step === 0 ? commit(name, lines) : commit(name, [], late)));
  assert.deepEqual(
    strengths(conclude(session(lines), ids, commits, rewrites)),
    names.slice(0, 21).map((name) => [shaOf(name), 'matched']),
  );
});

test('a cherry-pick has the same patch, a squash onto the same base the same tree', () => {
  const lines = linesOf('one', 5);
  const late = { authoredAt: at(60 * 70), committedAt: at(60 * 70) };
  const first = commit('first', lines);
  const links = conclude(session(lines), ids, [
    first,
    commit('picked', lines, { ...late, patchId: first.patchId as string }),
    commit('squashed', lines, { ...late, tree: first.tree }),
  ]);
  assert.deepEqual(
    links.map(({ evidence }) => evidence[0]?.kind),
    ['lines', 'patch', 'tree'],
  );
});

test('twenty of the events that wrote a commit are named; one of the same time as its original counts as its copy', () => {
  const lines = linesOf('one', 25);
  const facts = session(lines, {
    lineEdits: packHashes(lines.map((_, place) => place)),
    edits: lines.map((_, place) => ({ sequence: place + 1, at: noon })),
    files: [{ path: '/src/app/a.ts', first: 0, last: 24, removed: 0 }],
  });
  const first = commit('first', lines);
  const copy = commit('copy', linesOf('x', 9), { patchId: first.patchId as string, files: [] });
  const links = conclude(facts, ids, [first, copy]);
  assert.deepEqual(strengths(links), [
    [first.sha, 'matched'],
    [copy.sha, 'matched'],
  ]);
  const [evidence] = links[0]?.evidence ?? [];
  assert.equal(evidence?.kind === 'lines' && evidence.sequences.length, 20);
});

test('what is stated or seen stays that when the patch, the tree or a rewrite say less', () => {
  const lines = linesOf('one', 5);
  const first = commit('first', lines);
  const stated = commit('stated', [], {
    trailers: ['Debrief-Session: ses_1'],
    patchId: first.patchId as string,
    tree: first.tree,
  });
  const links = conclude(
    session(lines),
    ids,
    [first, stated],
    [{ from: first.sha, to: stated.sha, kind: 'amend' }],
  );
  assert.deepEqual(strengths(links), [
    [first.sha, 'matched'],
    [stated.sha, 'stated'],
  ]);
  assert.equal(links[1]?.evidence.length, 1);
});

test('what is only likely leads to no other commit: not by a rewrite, the patch or the tree', () => {
  const late = { authoredAt: at(60 * 70), committedAt: at(60 * 70), files: [] };
  const likely = commit('likely', linesOf('hand', 10));
  const links = conclude(
    session(linesOf('one', 10)),
    ids,
    [
      likely,
      commit('rewritten', linesOf('x', 9), late),
      commit('picked', linesOf('y', 9), { ...late, patchId: likely.patchId as string }),
      commit('squashed', linesOf('z', 9), { ...late, tree: likely.tree }),
    ],
    [{ from: likely.sha, to: shaOf('rewritten'), kind: 'rebase' }],
  );
  assert.deepEqual(strengths(links), [[likely.sha, 'likely']]);
});

test('what was there before the session is not its own because a revert or a pick gives it back', () => {
  const lines = linesOf('one', 5);
  const before = { authoredAt: at(-600), committedAt: at(-600) };
  const own = commit('own', lines);
  const revert = commit('revert', [], { files: [{ path: 'a.ts', added: 0, removed: 5 }] });
  const facts = session(lines, { commits: [{ sha: revert.sha.slice(0, 7), subjectHash: '', sequence: 9 }] });
  const links = conclude(facts, ids, [
    commit('base', linesOf('base', 9), { ...before, tree: revert.tree }),
    commit('picked from', linesOf('base', 9), { ...before, patchId: own.patchId as string }),
    own,
    revert,
  ]);
  assert.deepEqual(strengths(links), [
    [own.sha, 'matched'],
    [revert.sha, 'seen'],
  ]);
});

test('the later the commit, the more of it must be the session’s', () => {
  const lines = linesOf('one', 10);
  const after = (hours: number, own: number, of: number) => {
    const late = { authoredAt: at(hours * 60), committedAt: at(hours * 60) };
    const mixed = [...lines.slice(0, own), ...linesOf('hand', of - own)];
    return conclude(session(lines), ids, [commit('c', mixed, late)])[0]?.strength;
  };
  assert.equal(after(1, 3, 10), 'matched');
  assert.equal(after(16, 3, 10), undefined);
  assert.equal(after(16, 4, 6), undefined, 'four lines that agree by chance');
  assert.equal(after(16, 6, 10), 'matched');
  assert.equal(after(50, 10, 10), undefined);
});

test('all that a short session wrote is in the commit, although that is little of it', () => {
  const commits = [commit('c', [...linesOf('one', 1), ...linesOf('hand', 3)])];
  assert.equal(conclude(session(linesOf('one', 1)), ids, commits)[0]?.strength, 'matched');
  assert.equal(conclude(session(linesOf('one', 9)), ids, commits)[0]?.strength, 'likely');
});

test('a commit that only removes is the session’s when it removed as many lines, or the file', () => {
  const file = { path: '/src/app/a.ts', first: 0, last: 0 };
  const strengthOf = (more: { removed?: number; isDeleted?: true }) =>
    conclude(session([], { files: [{ ...file, ...more }] }), ids, [removal])[0]?.strength;
  const removal = commit('r', [], { files: [{ path: 'a.ts', added: 0, removed: 26 }] });
  assert.equal(strengthOf({ removed: 26 }), 'matched');
  assert.equal(strengthOf({ removed: 20 }), 'likely');
  assert.equal(strengthOf({ isDeleted: true }), 'matched');
  assert.equal(strengthOf({}), 'likely');
  const [link] = conclude(session([], { files: [{ ...file, removed: 26 }] }), ids, [removal]);
  assert.deepEqual(link?.evidence, [{ kind: 'files', matched: 1, of: 1, sequences: [7] }]);
});

test('rewrites in a ring, hashes that are none and times that are none do no harm', () => {
  const [a, b] = [shaOf('a'), shaOf('b')];
  const rewrites = [
    { from: a, to: b, kind: 'rebase' as const },
    { from: b, to: a, kind: 'rebase' as const },
  ];
  const broken = { addedLines: '***', authoredAt: 'never', committedAt: 'never' };
  const links = conclude(
    session(linesOf('one', 5)),
    ids,
    [commit('a', [], broken), commit('b', [])],
    rewrites,
  );
  assert.deepEqual(
    links.map(({ strength }) => strength),
    ['likely'],
  );
});

test('of two sessions that match one commit, the one with less than half of the lines is only likely', () => {
  const lines = linesOf('one', 30);
  const link = (count: number) => conclude(session(lines.slice(0, count)), ids, [commit('c', lines)])[0];
  const claims = [30, 10, 20].map((count) => ({ sessionId: `ses_${count}`, link: link(count) as never }));
  assert.deepEqual(
    settle(claims).map(({ link: { strength } }: { link: { strength: string } }) => strength),
    ['matched', 'likely', 'matched'],
  );
});

test('a session with a copy of another one’s work is only likely, whichever of the two was in use at the commit', () => {
  const lines = linesOf('one', 30);
  const made = commit('c', lines);
  const [link] = conclude(session(lines), ids, [made]);
  const authoredAt = Date.parse(made.authoredAt);
  const strengths = (...ended: number[]) =>
    settle(
      ended.map((minutes) => ({
        sessionId: `ses_${minutes}`,
        link: link as never,
        endedAt: authoredAt + minutes * 60_000,
      })),
      authoredAt,
    ).map(({ link: { strength } }: { link: { strength: string } }) => strength);
  assert.deepEqual(strengths(5, 600), ['matched', 'likely'], 'the fork went on after the commit');
  assert.deepEqual(strengths(-60, 600), ['likely', 'matched'], 'the fork was in use, the first one was not');
  assert.deepEqual(strengths(-60, -5), ['likely', 'matched'], 'both had ended');
  assert.deepEqual(strengths(5, 5), ['matched', 'matched'], 'nothing tells them apart');
  const [other] = conclude(session(lines, { edits: [{ sequence: 7, at: authoredAt - 90_000 }] }), ids, [
    made,
  ]);
  const claims = [link, other].map((one, n) => ({
    sessionId: `${n}`,
    link: one as never,
    endedAt: authoredAt + n,
  }));
  assert.deepEqual(
    settle(claims, authoredAt).map(({ link: { strength } }: { link: { strength: string } }) => strength),
    ['matched', 'matched'],
    'the same lines at another time are no copy',
  );
});
