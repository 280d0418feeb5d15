import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFindings } from '@debrief/findings';
import { isWithin } from '../../../scripts/test/slowness.ts';
import type { Kept } from './check.ts';
import { checkSession } from './keep.ts';
import { parseCheck } from './parse.ts';

type Step = (sequence: number) => object;

const call =
  (fields: object): Step =>
  (sequence) => ({
    ...{ kind: 'tool', name: 'call', title: '', outcome: 'ok', id: `e${sequence}`, sequences: [sequence] },
    ...fields,
  });
const run = (command: string, outcome = 'ok') =>
  call({ tool: 'shell', name: 'Bash', title: command, input: { command }, outcome });
const change = (path: string, source: object, kind = 'update') =>
  call({ tool: 'edit', name: 'Edit', changes: [{ path, change: kind, added: 1, removed: 0, source }] });
const write = (path: string, text: string) => change(path, { kind: 'content', text }, 'add');
const edit = (path: string, before = 'a\n', after = 'b\n') =>
  change(path, { kind: 'replace', pairs: [[before, after]] });
const say =
  (text: string): Step =>
  (sequence) => ({
    ...{ kind: 'reply', text, id: `e${sequence}`, sequences: [sequence] },
  });

function actsOf(steps: readonly Step[]) {
  const findings = createFindings();
  findings.feed(steps.map((step, at) => step(at + 1)) as never, '/home/dev/shop', 'claude-code');
  return findings.acts();
}

const check = (text: string, ...steps: Step[]) =>
  checkSession({ acts: actsOf(steps) }, [parseCheck(text)])[0] as ReturnType<typeof checkSession>[0];
const kept = (text: string, ...steps: Step[]): string => {
  const { kept, opportunities }: Kept = check(text, ...steps);
  return `${kept} of ${opportunities}`;
};

describe('a check in a session', () => {
  it('counts every commit, and those that something went before', () => {
    const text = 'when commit unless ran "make lint" since the last edit';
    const commit = run('git commit -m x');
    assert.equal(kept(text, edit('a.ts'), run('make lint'), commit, edit('b.ts'), commit), '1 of 2');
    assert.equal(kept(text, edit('a.ts'), run('make lint && git commit -m x')), '1 of 1');
    assert.equal(kept(text, edit('a.ts')), '0 of 0');
    assert.deepEqual(check(text, edit('a.ts'), run('make lint'), commit, edit('b.ts'), commit).events, [
      { sequence: 3, isKept: true, label: 'git commit -m x' },
      { sequence: 5, isKept: false, label: 'git commit -m x' },
    ]);
  });

  it('counts every claim', () => {
    const text = 'when claim of tests unless ran "npm test" since the last edit';
    const done = say('Done. All tests pass.');
    assert.equal(kept(text, edit('a.ts'), done, run('npm test'), done), '1 of 2');
  });

  it('asks once for each session that changed files, at its end', () => {
    const text = 'when done unless ran "make fmt" since the last edit';
    assert.equal(kept(text, edit('a.ts'), run('make fmt')), '1 of 1');
    assert.equal(kept(text, run('make fmt'), edit('a.ts')), '0 of 1');
    assert.equal(kept(text, edit('a.ts'), run('make fmt', 'error')), '0 of 1');
    assert.equal(kept(text, run('make fmt')), '0 of 0');
    assert.equal(kept(text, edit('/tmp/scratch.ts')), '0 of 0');
  });

  it('counts every new place, with what stands there up to the next one', () => {
    const text = 'when new "func Test" in "*_test.go" unless has "t.Parallel()" or has "t.Setenv("';
    const test = (name: string, body: string) => `func Test${name}(t *testing.T) {\n\t${body}\n}\n`;
    const two = `${test('A', 't.Parallel()')}\n${test('B', 'run()')}`;
    assert.equal(kept(text, write('src/a_test.go', two)), '1 of 2');
    assert.equal(kept(text, write('src/a_test.go', test('C', 't.Setenv("A", "b")'))), '1 of 1');
    assert.equal(kept(text, write('src/a.go', two)), '0 of 0');
    // What was there is not new, and what is new beside it is no place of its own.
    const before = test('Old', 'run()');
    assert.equal(kept(text, edit('a_test.go', before, before.replace('run()', 'walk()'))), '0 of 0');
    assert.equal(
      kept(text, edit('a_test.go', before, `${before}\n${test('New', 't.Parallel()')}`)),
      '1 of 1',
    );
    // A next place that was there ends it.
    const added = `${test('New', 'run()')}\n${test('Old', 't.Parallel()')}`;
    assert.equal(kept(text, edit('a_test.go', test('Old', 't.Parallel()'), added)), '0 of 1');
  });

  it('asks once for what is never to be written, run or edited', () => {
    assert.equal(kept('when new "else {" in "*.go"', write('a.go', 'if a {\n} else {\n}\n')), '0 of 1');
    assert.equal(kept('when new "else {" in "*.go"', write('a.go', 'x\n'), write('b.go', 'y\n')), '1 of 1');
    assert.equal(kept('when new "else {" in "*.go"', write('a.ts', '} else {\n')), '0 of 0');
    assert.equal(kept('when edit "db/migrations"', edit('db/migrations/1.sql'), edit('a.ts')), '0 of 1');
    assert.equal(kept('when edit "db/migrations"', edit('a.ts'), edit('b.ts')), '1 of 1');
    assert.equal(kept('when command "npm publish"', run('npm test'), run('npm publish')), '0 of 1');
    assert.equal(kept('when command "npm publish"', edit('a.ts')), '0 of 0');
    assert.equal(
      kept('when push to "main"', run('git push origin main'), run('git push origin x')),
      '1 of 2',
    );
  });

  it('counts both ways where one is to be used instead of another', () => {
    const steps = [run('pnpm test'), run('npm install left-pad'), run('ls')];
    assert.equal(kept('use "pnpm" instead of "npm"', ...steps), '1 of 2');
    const text = 'use "errors.Is(" instead of "err ==" in "*.go"';
    assert.equal(kept(text, write('a.go', 'if err == x {\nif errors.Is(err, y) {\n}\n')), '1 of 2');
    assert.equal(kept(text, write('a.md', 'if err == x {\n')), '0 of 0');
  });

  it('asks once whether something is still found', () => {
    const session = { acts: actsOf([run('ls')]), findings: [{ rule: 'test.skipped', sequence: 1 }] };
    const of = (rule: string) => checkSession(session, [parseCheck(`when finding "${rule}"`)])[0];
    assert.equal(of('test.skipped')?.kept, 0);
    assert.equal(of('other')?.kept, 1);
    assert.equal(kept('when finding "other"'), '0 of 0');
  });

  it('asks once whether a command still fails', () => {
    const text = 'when failure "gh pr create"';
    assert.equal(kept(text, run('gh pr create --fill', 'error')), '0 of 1');
    assert.equal(kept(text, run('gh pr create --fill'), run('gh pr create')), '1 of 1');
    assert.equal(kept(text, run('gh pr view')), '0 of 0');
    assert.deepEqual(check(text, run('ls'), run('gh pr create', 'error')).events, [
      { sequence: 2, isKept: false, label: 'gh pr create' },
    ]);
  });

  it('shows the first five of each kind, and no more', () => {
    const lines = Array.from({ length: 40 }, (_, at) => (at % 2 ? 'err == x' : 'errors.Is(err)')).join('\n');
    const found = check('use "errors.Is(" instead of "err ==" in "*.go"', write('a.go', lines));
    assert.deepEqual([found.kept, found.opportunities, found.events.length], [20, 40, 10]);
  });

  it('takes time by the length of what it reads', () => {
    const text = 'when new "func Test" in "*_test.go" unless has "t.Parallel()"';
    const acts = actsOf(
      Array.from({ length: 200 }, () => write('a_test.go', 'func Test func Test\n'.repeat(1900))),
    );
    const begun = performance.now();
    const [found] = checkSession(
      { acts },
      Array.from({ length: 20 }, () => parseCheck(text)),
    );
    // Of a session that writes more, the first 400 000 characters are looked at.
    assert.ok(
      found && found.opportunities > 10_000 && found.opportunities < 25_000,
      `${found?.opportunities}`,
    );
    assert.ok(isWithin(performance.now() - begun, 2000));
  });
});
