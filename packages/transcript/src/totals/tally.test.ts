import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../entry.ts';
import { countsOf, noCounts, subtract } from '../reading/counts.ts';
import { Tally } from './tally.ts';

let sequence = 0;
const entry = (fields: object): Entry =>
  ({ id: `${++sequence}.0`, sequences: [sequence], text: '', ...fields }) as unknown as Entry;
const change = (path: string, movedTo?: string) => ({
  path,
  change: 'update',
  added: 3,
  removed: 2,
  ...(movedTo && { movedTo }),
});
const call = (fields: object): Entry =>
  entry({ kind: 'tool', tool: 'edit', name: 'edit', title: '', outcome: 'ok', ...fields });
const decision = (about: string, outcome: string): Entry =>
  call({ kind: 'decision', about, tool: 'question', outcome });

/** What each counts: in the whole session, and in its turn. */
const cases: [name: string, entry: Entry, tally: object, counts: object][] = [
  ['a prompt', entry({ kind: 'prompt' }), {}, {}],
  ['an error', entry({ kind: 'error' }), { errors: 1 }, { errors: 1 }],
  ['a compaction', entry({ kind: 'compaction' }), { material: 0 }, { compactions: 1 }],
  ['a notice', entry({ kind: 'notice' }), { material: 0 }, {}],
  ['an interruption', entry({ kind: 'interruption' }), {}, { decisions: 1 }],
  ['an approval', entry({ kind: 'approval', decision: 'approved' }), {}, {}],
  ['a denied approval', entry({ kind: 'approval', decision: 'denied' }), { denials: 1 }, { denials: 1 }],
  ['a permission', decision('permission', 'denied'), {}, { decisions: 1 }],
  ['a mode', decision('mode', 'ok'), {}, { decisions: 1 }],
  ['a question', decision('question', 'denied'), { tools: [['question', 1]] }, { decisions: 1, steps: 1 }],
  [
    'a failed call',
    call({ outcome: 'error', changes: [change('a')] }),
    { tools: [['edit', 1]], errors: 1 },
    { steps: 1, errors: 1 },
  ],
  [
    'a denied call',
    call({ outcome: 'denied', changes: [change('a')] }),
    { tools: [['edit', 1]], denials: 1 },
    { steps: 1, denials: 1 },
  ],
  [
    'a running call',
    call({ outcome: 'running', changes: [change('a')] }),
    { tools: [['edit', 1]] },
    { steps: 1 },
  ],
  [
    'a sub-agent',
    call({ kind: 'subagent', tool: 'task', entries: [] }),
    { tools: [['task', 1]] },
    { steps: 1, subagents: 1 },
  ],
  [
    'a commit',
    call({ tool: 'shell', title: 'git commit -m x' }),
    { tools: [['shell', 1]] },
    { steps: 1, commits: 1 },
  ],
  [
    'a commit that failed',
    call({ tool: 'shell', title: 'git commit', outcome: 'denied' }),
    { tools: [['shell', 1]], denials: 1 },
    { steps: 1, denials: 1 },
  ],
  [
    'another command',
    call({ tool: 'shell', title: 'git log; commit' }),
    { tools: [['shell', 1]] },
    { steps: 1 },
  ],
  [
    'a search for a commit',
    call({ tool: 'search', title: 'git commit' }),
    { tools: [['search', 1]] },
    { steps: 1 },
  ],
  [
    'an edit',
    call({ outcome: 'unknown', changes: [change('a'), change('b', 'c'), change('a')] }),
    {
      tools: [['edit', 1]],
      files: [
        { path: 'a', added: 6, removed: 4, edits: 2 },
        { path: 'c', added: 3, removed: 2, edits: 1 },
      ],
    },
    { steps: 1, edits: 3, files: { a: 2, c: 1 } },
  ],
];

for (const [name, one, tallied, counted] of cases) {
  test(`${name} is counted, and taken out again`, () => {
    const tally = new Tally();
    tally.apply(one, 1);
    const { kinds, ...rest } = tally.save();
    const material = one.sequences[0];
    assert.deepEqual(rest, { tools: [], files: [], errors: 0, denials: 0, material, ...tallied });
    assert.deepEqual(
      Object.entries(kinds).filter(([, count]) => count !== 0),
      [[one.kind, 1]],
    );
    assert.deepEqual(new Tally(JSON.parse(JSON.stringify(tally.save()))).save(), tally.save());
    tally.apply(one, -1);
    const { kinds: left, tools, files, errors, denials } = tally.save();
    assert.deepEqual([Object.values(left).filter(Boolean), files, errors, denials], [[], [], 0, 0]);
    assert.ok(tools.every(([, count]) => count === 0));

    const counts = noCounts();
    subtract(counts, countsOf(one), -1);
    assert.deepEqual(counts, { ...noCounts(), entries: 1, ...counted });
    subtract(counts, countsOf(one), 1);
    assert.deepEqual(counts, noCounts());
  });
}

test('the last sequence that matters never goes back', () => {
  const tally = new Tally();
  tally.apply(entry({ kind: 'prompt', sequences: [4, 9] }), 1);
  tally.apply(entry({ kind: 'prompt', sequences: [5] }), 1);
  tally.apply(entry({ kind: 'notice', sequences: [20] }), 1);
  assert.equal(tally.material, 9);
  const { material: _, ...before } = tally.save();
  assert.equal(new Tally(before).material, 0);
});

test('a file may be called __proto__', () => {
  const counts = noCounts();
  subtract(counts, countsOf(call({ changes: [change('__proto__')] })), -1);
  assert.deepEqual(Object.entries(counts.files), [['__proto__', 1]]);
});
