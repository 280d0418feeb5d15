import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFold, type EntryWrite } from '@debrief/transcript';
import { lineHash, unpackHashes } from './line.ts';
import { sessionLimits } from './session.ts';
import { createSessionFold, type SessionFoldState } from './session-fold.ts';

let ids = 0;
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

/** A call of Claude Code with its result. */
function called(name: string, input: unknown, result: string, minute: number, isError = false): unknown[] {
  const id = `toolu_${++ids}`;
  const message = (type: string, content: unknown) => ({
    type,
    uuid: `u${++ids}`,
    timestamp: at(minute),
    sessionId: 's',
    message: { role: type, content: [content] },
  });
  return [
    message('assistant', { type: 'tool_use', id, name, input }),
    message('user', { type: 'tool_result', tool_use_id: id, content: result, is_error: isError }),
  ];
}

const edit = (path: string, before: string, after: string, minute: number, isError = false) =>
  called('Edit', { file_path: path, old_string: before, new_string: after }, 'done', minute, isError);

function factsOf(records: readonly unknown[], size = records.length || 1, restart = false) {
  let [fold, session] = [createFold('claude-code'), createSessionFold()];
  const events = records.map((payload, index) => ({ sequence: index + 1, eventType: 'x', payload }));
  for (let from = 0; from < events.length; from += size) {
    session.feed(fold.feed(events.slice(from, from + size)).written);
    if (!restart) continue;
    const state = JSON.parse(JSON.stringify([fold.state(), session.state()])) as [never, SessionFoldState];
    [fold, session] = [createFold('claude-code', state[0]), createSessionFold(state[1])];
  }
  return session.facts();
}

const hashOf = (line: string): number => lineHash(line) ?? Number.NaN;

const records = [
  ...edit('/src/app/one.ts', 'const before = 1;', 'const before = 1;\nconst after = twelve;', 1),
  ...edit('/src/app/two.ts', 'x', 'this line was never written', 2, true),
  ...called(
    'Bash',
    { command: "cat > notes/plan.md <<'EOF'\nA plan of many words.\nEOF\ngit commit -am 'Do it'" },
    '[main 1a2b3c4] Do it\n 1 file changed',
    3,
  ),
  ...called('Bash', { command: 'cat log' }, '[main 9999999] Not ours', 4),
  ...called('Bash', { command: 'gh pr create --fill' }, 'https://github.com/a/b/pull/12\n', 5),
  ...called('mcp__github__create_pull_request', { title: 'x' }, 'https://github.com/a/b/pull/14', 5),
  ...called('Bash', { command: 'gh pr view 3' }, 'https://github.com/a/b/pull/3\n', 5),
  { type: 'pr-link', prUrl: 'https://github.com/a/b/pull/13', uuid: 'p', timestamp: at(6) },
  ...edit('/src/app/one.ts', 'y', 'const after = twelve;', 7),
];

test('what a session added, edited, committed and opened, each with its event', () => {
  const facts = factsOf(records);
  const lines = unpackHashes(facts.lines) ?? [];
  const places = unpackHashes(facts.lineEdits) ?? [];
  const writer = (line: string) => facts.edits[places[lines.indexOf(hashOf(line))] ?? -1];
  assert.deepEqual(writer('const after = twelve;'), { sequence: 1, at: Date.parse(at(1)) });
  assert.deepEqual(writer('A plan of many words.'), { sequence: 5, at: Date.parse(at(3)) });
  // A line that stood there before, and an edit that failed.
  assert.equal(writer('const before = 1;'), undefined);
  assert.equal(writer('this line was never written'), undefined);
  assert.deepEqual(facts.files.map(({ path }) => path).sort(), ['/src/app/one.ts', 'notes/plan.md']);
  assert.deepEqual(
    facts.commits.map(({ sha, sequence }) => [sha, sequence]),
    [['1a2b3c4', 5]],
  );
  assert.deepEqual(facts.pullRequests, [
    { url: 'https://github.com/a/b/pull/12', sequence: 9 },
    { url: 'https://github.com/a/b/pull/14', sequence: 11 },
    { url: 'https://github.com/a/b/pull/13', sequence: 15 },
  ]);
  assert.equal(facts.from, at(1));
  assert.equal(facts.to, at(7));
});

test('an address of a pull request that is only spoken of is none that the session opened', () => {
  const said = (type: string, text: string) => ({
    type,
    uuid: `u${++ids}`,
    timestamp: at(1),
    sessionId: 's',
    message: { role: type, content: [{ type: 'text', text }] },
  });
  const facts = factsOf([
    said('user', 'Look at https://github.com/a/b/pull/7'),
    said('assistant', 'It builds on https://github.com/a/b/pull/8.'),
    ...called('WebFetch', { url: 'https://github.com/a/b/pull/9' }, 'https://github.com/a/b/pull/9', 2),
  ]);
  assert.deepEqual(facts.pullRequests, []);
});

test('two hundred calls may be open; with one more the oldest is given up, and its result counts for nothing', () => {
  const writes = Array.from({ length: 201 }, (_, n) =>
    called('Write', { file_path: `/src/${n}.ts`, content: `the only line of file ${n}` }, 'ok', 1),
  );
  const factsAfter = (count: number) => {
    const some = writes.slice(0, count);
    const records = [...some.map(([call]) => call), ...some.map(([, result]) => result)];
    return factsOf(records, count).files.map(({ path }) => path);
  };
  const paths = writes.map((_, n) => `/src/${n}.ts`);
  assert.deepEqual(factsAfter(200), paths.slice(0, 200));
  assert.deepEqual(factsAfter(201), paths.slice(1));
});

test('the facts are the same in any pieces, and with the state written out in between', () => {
  const whole = factsOf(records);
  for (const size of [1, 2, 3, 7]) {
    assert.deepEqual(factsOf(records, size), whole, `${size} at a time`);
    assert.deepEqual(factsOf(records, size, true), whole, `${size} at a time, restarted`);
  }
});

test('what was removed of files, and which of them were deleted, in the order of the calls', () => {
  const made = (path: string) => called('Write', { file_path: path, content: 'one\ntwo\n' }, 'ok', 1);
  const changes = [
    ...edit('a.ts', 'one\ntwo\nthree', 'one', 1),
    ...edit('a.ts', 'one', 'one\ntwo', 2),
    ...called('Bash', { command: 'rm b.ts c.ts && sed -i s/x/y/ d.ts' }, '', 3),
    ...made('b.ts'),
    ...edit('d.ts', 'one\ntwo', 'one', 4),
  ];
  const whole = factsOf(changes);
  assert.deepEqual(
    whole.files.map(({ path, removed, isDeleted }) => [path, removed, isDeleted]),
    [
      ['a.ts', 1, undefined],
      ['b.ts', undefined, undefined],
      ['c.ts', undefined, true],
      ['d.ts', undefined, undefined],
    ],
  );
  for (const size of [1, 3]) assert.deepEqual(factsOf(changes, size, true), whole, `${size} at a time`);
});

test('a line that is written again beside itself was added; one that only moved was not', () => {
  const stays = 'const stays = compute();';
  const moves = 'const moves = compute();';
  const linesOf = (before: string[], after: string[]) =>
    unpackHashes(factsOf(edit('a.ts', before.join('\n'), after.join('\n'), 1)).lines);
  assert.deepEqual(linesOf([stays, 'x'], [stays, 'x', stays]), [hashOf(stays)]);
  assert.deepEqual(linesOf([moves, 'x', 'y', 'z'], ['x', 'y', 'z', moves]), []);
});

test('a path has a longest length, and a call without one names no file', () => {
  const path = (length: number) => `/${'p'.repeat(length - 1)}`;
  const write = (file_path: string) => called('Write', { file_path, content: 'x' }, 'ok', 1);
  const facts = factsOf([path(sessionLimits.path), path(sessionLimits.path + 1), ''].flatMap(write));
  assert.deepEqual(
    facts.files.map((file) => file.path.length),
    [sessionLimits.path],
  );
});

test('so many files are kept, and what happens to those goes on being counted', () => {
  const write = (path: string) => called('Write', { file_path: path, content: 'x' }, 'ok', 1);
  const paths = Array.from({ length: sessionLimits.files + 1 }, (_, n) => `/src/${n}.ts`);
  const facts = factsOf([...paths.flatMap(write), ...write('/src/0.ts')]);
  assert.deepEqual(
    facts.files.map(({ path }) => path),
    paths.slice(0, -1),
  );
  assert.equal(facts.files[0]?.last, facts.edits.length - 1);
});

test('a call has one end: what is told of it afterwards makes no second commit', () => {
  const session = createSessionFold();
  const call = {
    kind: 'tool',
    name: 'Bash',
    tool: 'shell',
    sequences: [1],
    input: { command: 'git commit -m x' },
  };
  const end = { outcome: 'ok', output: '[main 1a2b3c4] x' };
  const entries = [
    { id: 'c', isNew: true, part: { ...call, outcome: 'running' } },
    { id: 'c', isNew: false, part: end },
    { id: 'c', isNew: false, part: end },
  ] as unknown as EntryWrite[];
  session.feed({ entries, edits: [] });
  assert.deepEqual(
    session.facts().commits.map(({ sha }) => sha),
    ['1a2b3c4'],
  );
});

test('calls that never end are forgotten, the oldest first, also when they are few and large', () => {
  const content = (n: number) => Array.from({ length: 15_000 }, (_, line) => `value ${n} of line ${line}`);
  const records = Array.from({ length: 9 }, (_, n) =>
    called('Write', { file_path: `/src/${n}.ts`, content: content(n).join('\n') }, '', 1).slice(0, 1),
  ).flat();
  const session = createSessionFold();
  const events = records.map((payload, index) => ({ sequence: index + 1, eventType: 'x', payload }));
  session.feed(createFold('claude-code').feed(events).written);
  const kept = session.state().open.map(([, { sequence }]) => sequence);
  assert.deepEqual(kept, [4, 5, 6, 7, 8, 9]);
});

test('a session without end stays within its limits', () => {
  const session = createSessionFold();
  const big = Array.from({ length: 5000 }, (_, line) => `const value_${line}`);
  for (let call = 0; call < 60; call++) {
    const fold = createFold('claude-code');
    const text = big.map((line) => `${line} = ${call} + seven;`).join('\n');
    const made = called('Write', { file_path: `/src/${call}.ts`, content: text }, 'ok', 1);
    const open = called('Bash', { command: `sleep ${call}` }, '', 1).slice(0, 1);
    const events = [...made, ...open].map((payload, index) => ({
      sequence: call * 3 + index + 1,
      eventType: 'x',
      payload,
    }));
    session.feed(fold.feed(events).written);
  }
  const { facts, open } = session.state();
  assert.equal(unpackHashes(facts.lines)?.length, sessionLimits.lines);
  assert.equal(facts.files.length, 60);
  assert.ok(open.length <= 200);
});
