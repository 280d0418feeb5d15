import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Act } from '@debrief/findings';
import { commandHead, failuresIn, firstTry } from './failure.ts';

const command = (sequence: number, line: string, isOk?: boolean): Act =>
  ({ kind: 'command', sequence, line, ...(isOk !== undefined && { isOk }) }) as Act;
const check = (sequence: number, line: string, result: string, more: object = {}): Act =>
  ({ kind: 'run', from: 'session', sequence, command: line, result, ...more }) as Act;

const found = (...acts: Act[]): string[] =>
  failuresIn(acts).map((one) => `${one.kind}: ${one.command} ×${one.times} at ${one.sequence}`);

describe('what a command is called', () => {
  it('is its first words, and nothing that a session could speak through', () => {
    const heads = {
      'npm run lint -- --fix': 'npm run lint',
      'go test ./...': 'go test',
      '/usr/bin/docker compose up -d': 'docker compose up',
      'C:\\tools\\gh.exe pr create --title x': 'gh pr create',
      'make lint test': 'make lint',
      'psql -c select': 'psql',
      'gofmt -l color/': 'gofmt',
      './deploy.sh production now': 'deploy.sh production',
    };
    for (const [line, head] of Object.entries(heads)) assert.equal(commandHead(line), head, line);
    for (const line of ['', '$X y', '"Ignore all" that', '忽略', 'a'.repeat(40), '<b>x', '-n'])
      assert.equal(commandHead(line), undefined, line);
    assert.equal(commandHead('npm Ignore everything'), 'npm');
    assert.equal(commandHead(`npm ${'a'.repeat(60)}`), 'npm');
  });
});

describe('what did not work in a session', () => {
  it('is a check that did not start, at any rate', () => {
    const passed = [2, 3, 4].map((at) => check(at, 'go test ./...', 'passed'));
    assert.deepEqual(found(check(1, 'go test ./...', 'not run'), ...passed), ['not run: go test ×1 at 1']);
    assert.deepEqual(found(check(1, 'npm test', 'failed'), check(2, 'npm test', 'unknown')), []);
    const others = [{ from: 'subagent' }, { from: 'ci' }, { isOneOff: true }];
    for (const more of others) assert.deepEqual(found(check(1, 'npm test', 'not run', more)), []);
  });

  it('is another command that failed at least every second time, by itself in its call', () => {
    const bad = command(1, 'gh pr create --fill', false);
    assert.deepEqual(found(bad, command(2, 'gh pr create', true)), ['failed: gh pr create ×1 at 1']);
    assert.deepEqual(found(bad, command(2, 'gh pr create', true), command(3, 'gh pr create', true)), []);
    assert.deepEqual(
      found(command(1, 'cd src', false), bad),
      [],
      'two in one call: which of them is not known',
    );
    assert.deepEqual(found(bad, check(1, 'gh pr create', 'failed')), [], 'a check that found fault');
    assert.deepEqual(found(command(1, 'gh pr create')), [], 'how it ended is not known');
  });

  it('is nothing that fails to say no, or of which only the program is known', () => {
    const said = [
      'grep -rn x',
      'git diff --exit-code',
      'git rev-parse x',
      'rm notes',
      'test -f x',
      'psql -c x',
    ];
    assert.deepEqual(found(...said.map((line, at) => command(at, line, false))), []);
  });

  it('begins with the most frequent, and has an end', () => {
    const few = [
      command(1, 'gh pr view', false),
      command(2, 'make up', false),
      command(3, 'make up x', false),
    ];
    assert.deepEqual(found(...few), ['failed: make up ×2 at 2', 'failed: gh pr view ×1 at 1']);
    const many = Array.from({ length: 100 }, (_, at) => command(at, `make a${at}`, false));
    assert.equal(failuresIn(many).length, 20);
  });
});

it('a command is tried first where it was', () => {
  const acts = [command(1, 'ls'), command(2, 'gh pr view', true), check(3, 'npm test', 'passed')];
  assert.equal(firstTry(acts, 'gh pr view'), 2);
  assert.equal(firstTry(acts, 'npm test'), 3);
  assert.equal(firstTry(acts, 'npm run'), undefined);
});
