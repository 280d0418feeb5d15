import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedCommits } from './printed.ts';
import { pullRequestsIn } from './pull-request.ts';
import { scriptOf, textWrittenBy } from './shell.ts';

test('commits are read off what git prints, and only after a command that commits', () => {
  const output = [
    '[main (root-commit) 1a2b3c4] First',
    '[detached HEAD abcdef0123] Second',
    '  [feature/x 1234567] Third [with brackets]',
    '[main 12345] too short',
    'text [main 7654321] in a line',
  ].join('\n');
  assert.deepEqual(
    printedCommits('cd x && git -C y commit -m "a"', output).map(({ sha }) => sha),
    ['1a2b3c4', 'abcdef0123', '1234567'],
  );
  assert.deepEqual(printedCommits('cat commit.log', output), []);
  assert.deepEqual(printedCommits(undefined, output), []);
  const many = Array.from({ length: 51 }, (_, n) => `[main ${String(n).padStart(7, '0')}] Commit ${n}`).join(
    '\n',
  );
  assert.deepEqual(
    [printedCommits('git commit', many).length, printedCommits('git commit', many).at(-1)?.sha],
    [50, '0000049'],
  );
});

test('addresses of pull requests and merge requests', () => {
  const text =
    'see https://github.com/a/b/pull/1 and https://gitlab.example.com:8443/g/sub/p/-/merge_requests/22, https://github.com/a/b/issues/3';
  assert.deepEqual(pullRequestsIn(text), [
    'https://github.com/a/b/pull/1',
    'https://gitlab.example.com:8443/g/sub/p/-/merge_requests/22',
  ]);
});

test('the script of a call, and the text it writes into files', () => {
  assert.equal(scriptOf({ command: ['bash', '-lc', 'ls'] }), 'ls');
  assert.equal(scriptOf({ cmd: 'ls' }), 'ls');
  assert.equal(scriptOf({ path: 'x' }), undefined);
  assert.equal(scriptOf(null), undefined);
  assert.equal(scriptOf(7), undefined);
  const written = textWrittenBy(
    'cat <<EOF > a.txt\none\ntwo\nEOF\ncat <<EOF | tee -a b.txt\nthree\nEOF\ncat <<EOF\nfour\nEOF',
  );
  assert.deepEqual(
    written.map(({ path, source }) => [path, source]),
    [['a.txt', { kind: 'content', text: 'one\ntwo\n' }]],
  );
  const printed = textWrittenBy(
    `echo -e "# Red\\n\\nA color" >> red.md && printf '%s\\n' 'x y' >b.txt 2>&1; echo no file; echo lost > "$OUT"`,
  );
  assert.deepEqual(
    printed.map(({ path, source }) => [path, source]),
    [
      ['red.md', { kind: 'content', text: '# Red\n\nA color' }],
      ['b.txt', { kind: 'content', text: '%s\n\nx y' }],
    ],
  );
});
