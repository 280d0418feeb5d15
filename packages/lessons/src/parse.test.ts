import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completionsOf } from './completion.ts';
import { CheckFault, checkFaults, parseCheck, plainText } from './parse.ts';

const faultOf = (text: string): string => checkFaults(text)[0]?.message ?? '';

describe('the text of a check', () => {
  it('is a rule of the team', () => {
    assert.deepEqual(parseCheck('when commit unless ran "make lint" since the last edit'), {
      form: 'rule',
      when: { act: 'commit' },
      unless: [{ was: 'ran', pattern: 'make lint', isSinceEdit: true }],
    });
    assert.deepEqual(parseCheck('when new file "dist"'), {
      form: 'rule',
      when: { act: 'edit', change: 'new', path: 'dist' },
      unless: [],
    });
  });

  it('or says what holds when the work is done, what new code has, what is used, what is found', () => {
    assert.deepEqual(parseCheck('when done unless tests passed since the last edit'), {
      form: 'done',
      unless: [{ was: 'passed', of: 'tests', isSinceEdit: true }],
    });
    assert.deepEqual(
      parseCheck('when new "func Test" in "*_test.go" unless has "t.Parallel()" or has "t.Setenv("'),
      {
        form: 'code',
        adds: 'func Test',
        path: '*_test.go',
        has: ['t.Parallel()', 't.Setenv('],
      },
    );
    assert.deepEqual(parseCheck('when new "else {" in "*.go"'), {
      form: 'code',
      adds: 'else {',
      path: '*.go',
      has: [],
    });
    assert.deepEqual(parseCheck('use "pnpm" instead of "npm"'), {
      form: 'instead',
      use: 'pnpm',
      not: 'npm',
      path: undefined,
    });
    assert.equal(
      (parseCheck('use "errors.Is" instead of "err ==" in "*.go"') as { path?: string }).path,
      '*.go',
    );
    assert.deepEqual(parseCheck('when finding "test.skipped"'), { form: 'finding', rule: 'test.skipped' });
  });

  it('is refused with what is wrong, and where', () => {
    assert.match(faultOf('lint first'), /begins with "when" or "use"/);
    assert.match(faultOf(''), /begins with/);
    assert.match(faultOf('when done'), /Here comes "unless"/);
    assert.match(faultOf('when done unless'), /After "unless" comes/);
    assert.match(faultOf('when new "a" on "b"'), /Here comes "in", not "on"/);
    assert.match(faultOf('when new "a" in "b" unless "c"'), /Here comes "has"/);
    assert.match(faultOf('when new "a" in "b" has "c"'), /Here comes "unless", or nothing/);
    assert.match(faultOf('use "a" not "b"'), /Here comes "instead"/);
    assert.match(faultOf('use "a" instead of "a"'), /Both are the same/);
    assert.match(faultOf('use "a" instead of "b" always'), /Here comes "in", or nothing/);
    assert.match(faultOf('when finding "a" "b"'), /Here comes nothing/);
    assert.match(faultOf(`use "${'a'.repeat(500)}" instead of "b"`), /at most 500/);
    assert.match(faultOf(`when new "a" in "b" unless ${'has "c" or '.repeat(5)}has "c"`), /at most 5 texts/);
    assert.deepEqual(checkFaults('use "a'), [{ message: 'A quotation mark is not closed.', at: 4 }]);
    assert.throws(() => parseCheck('when'), CheckFault);
    assert.deepEqual(parseCheck('when failure "npm run lint"'), { form: 'failure', command: 'npm run lint' });
    assert.match(faultOf('when failure "npm run lint --fix"'), /first words of its command/);
    assert.match(faultOf('when failure "go test" or'), /Here comes nothing/);
  });

  it('is the same however it was typed', () => {
    assert.equal(
      plainText('  WHEN  commit unless ran " make   lint "'),
      'when commit unless ran "make lint"',
    );
  });
});

describe('what may come next', () => {
  it('is what a rule may have, and more', () => {
    assert.deepEqual(completionsOf(''), ['when ', 'use "…" instead of "…"']);
    assert.ok(completionsOf('when ').includes('commit'));
    assert.ok(completionsOf('when ').includes('done unless '));
    assert.deepEqual(completionsOf('when do'), ['done unless ']);
    assert.deepEqual(completionsOf('when done '), ['unless ']);
    assert.ok(completionsOf('when done unless ').includes('tests passed'));
    assert.deepEqual(completionsOf('when new "x" '), ['in "…"']);
    assert.deepEqual(completionsOf('when new "x" in "y" '), ['unless has "…"']);
    assert.deepEqual(completionsOf('when new "x" in "y" unless '), ['has "…"']);
    assert.deepEqual(completionsOf('when new "x" in "y" unless has "z" '), ['or ']);
    assert.deepEqual(completionsOf('use "a" '), ['instead of "…"']);
    assert.deepEqual(completionsOf('use "a" instead of "b" '), ['in "…"']);
    assert.deepEqual(completionsOf('use "a'), []);
  });
});
