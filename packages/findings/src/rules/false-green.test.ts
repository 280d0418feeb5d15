import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReader } from '@debrief/transcript';
import { claimsIn } from '../acts/claim.ts';
import { createFindings } from '../findings.ts';
import { claudeCode } from '../planted/records/claude-code.ts';
import { codex } from '../planted/records/codex.ts';
import { edit, type PlantedStep, prompt, run, says, write } from '../planted/step.ts';

/** Sentences and sessions that were once called proven, and were not; beside each one that is. */

function judged(agent: string, records: readonly object[]): string[] {
  const reader = createReader(agent);
  reader.feed(records.map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })));
  const findings = createFindings();
  findings.feed(reader.entries, '/home/dev/shop', agent);
  return findings
    .judge({ isEnded: true, branch: 'fix' })
    .claims.map(({ support, of, about }) => `${about === 'dismissal' ? 'dismissal ' : ''}${support} ${of}`);
}

const verdicts = (...steps: PlantedStep[]): string[] => judged('codex', codex(steps));

function each(cases: readonly [string, PlantedStep[], string[]][]): void {
  for (const [name, steps, expected] of cases) assert.deepEqual(verdicts(...steps), expected, name);
}

const work = edit('shop/cart.go');
const vet = run('go vet ./...', '');
const vetFails = run('go vet ./...', 'shop/cart.go:4:2: possible misuse of unsafe.Pointer', 1);
const golangci = run('golangci-lint run ./...', '0 issues.');
const gofmt = run('gofmt -l .', '');
const syntax = run('bash -n scripts/install.sh', '');
const goTests = run('go test ./...', 'ok  \tshop/cart\t0.2s\nok  \tshop/svg\t0.1s');
const svgTests = run('go test ./svg/', 'ok  \tshop/svg\t0.1s');

describe('a claim that names its checkers', () => {
  const clean = says('`gofmt`/`go vet`/`golangci-lint` clean.');

  it('is proven when each of them passed, and by none of the others', () => {
    each([
      ['each ran', [work, gofmt, vet, golangci, clean], ['supported lint']],
      ['one of them never ran', [work, gofmt, golangci, clean], ['partly lint']],
      ['one of them failed', [work, vetFails, gofmt, golangci, clean], ['contradicted lint']],
      ['one failed, and passed then', [work, vetFails, gofmt, vet, golangci, clean], ['supported lint']],
      ['one is older than the edit', [work, vet, work, gofmt, golangci, clean], ['edited lint']],
      ['a document since', [work, gofmt, vet, golangci, edit('README.md'), clean], ['supported lint']],
      ['one was cut', [work, gofmt, run('go vet ./... | head -3', ''), golangci, clean], ['unreadable lint']],
      ['a task of the project', [work, run('make lint', '0 issues.'), clean], ['supported lint']],
      [
        'another checker fails, which it does not name',
        [
          work,
          run('npx markdownlint-cli2 a.md', 'a.md:1 MD013/line-length', 1),
          golangci,
          says('golangci-lint is clean.'),
        ],
        ['supported lint'],
      ],
      [
        'another one passed',
        [
          work,
          run('npx prettier --check .', 'All matched files use Prettier code style!'),
          says('ESLint is clean.'),
        ],
        ['unreadable lint'],
      ],
      ['types', [work, run('npx tsc --noEmit', ''), says('`mypy` passes.')], ['unreadable types']],
      ['a runner of tests', [work, goTests, says('The pytest suite passes.')], ['unreadable tests']],
    ]);
  });

  it('is read from a list, in front of what is said of all', () => {
    const tools = (text: string) =>
      claimsIn(text).map(({ of, tools: named = [] }) => `${of}: ${named.join(', ')}`);
    assert.deepEqual(tools('`gofmt`, `go vet ./...` and `golangci-lint run` — all clean.'), [
      'lint: gofmt, go vet, golangci-lint',
    ]);
    assert.deepEqual(tools('gofmt clean, vet clean, ESLint passes.'), ['lint: gofmt, go vet, eslint']);
    assert.deepEqual(tools('`npx eslint .` and `npx tsc --noEmit` pass.'), ['lint: eslint', 'types: tsc']);
    assert.deepEqual(tools('Lint and gofmt are clean.'), ['lint: gofmt, lint']);
    assert.deepEqual(tools('Lint is clean.'), ['lint: ']);
    assert.deepEqual(tools('I changed `eslint.config.js`; lint is clean.'), ['lint: ']);
  });

  it('of lint is not proven by a look at the syntax or at the layout', () => {
    const lint = says('Lint is clean.');
    each([
      ['syntax', [work, syntax, lint], ['unreadable lint']],
      ['syntax of another kind', [work, run('node --check a.js', ''), lint], ['unreadable lint']],
      ['layout', [work, gofmt, lint], ['unreadable lint']],
      ['a linter', [work, gofmt, golangci, syntax, lint], ['supported lint']],
      ['layout, as it was said', [work, gofmt, says('gofmt is clean.')], ['supported lint']],
      ['layout, by another word', [work, gofmt, says('The formatting check passes.')], ['supported lint']],
    ]);
  });
});

it('what is announced, proposed, awaited or a noun is no claim', () => {
  for (const text of [
    'Verifying each commit builds and tests green:',
    'Now checking every package compiles cleanly and all tests pass:',
    'Re-verifying each commit still builds, lints and tests green after the replay:',
    'Confirming all tests pass on the rebased branch.',
    'Six is my recommendation — each one builds and tests green on its own.',
    'I propose three commits, where each builds cleanly and all tests pass.',
    'CI is unaffected — by the time it builds, all three exist.',
    'As soon as the tests pass, it is merged.',
    'What did something was the markdownlint pass.',
    'Now the lint pass that the skill requires.',
    'There are no stray builds to clean up.',
    'Look at what build.mjs passes today.',
  ])
    assert.deepEqual(
      claimsIn(text).filter(({ about }) => about === 'pass'),
      [],
      text,
    );
  for (const text of [
    'Linting passes.',
    'Running the whole suite again: all tests pass.',
    'All tests pass:',
    'Verified: every test passes.',
    'As recommended, the tests all pass now.',
    'The linters pass.',
    'The build passes cleanly.',
  ])
    assert.equal(claimsIn(text).filter(({ about }) => about === 'pass').length, 1, text);
});

describe('a dismissal', () => {
  const dismissed = says('The remaining vet warnings are pre-existing.');
  const others = run('go vet ./...', 'cache/map.go:4:2: possible misuse of unsafe.Pointer', 1);
  const markdown = run('npx markdownlint-cli2 docs/a.md', 'docs/a.md:1 MD013/line-length', 1);

  it('is proven by the checker that it names, before anything was written', () => {
    each([
      ['before the first edit', [others, work, others, dismissed], ['dismissal supported lint']],
      ['only after it', [work, others, dismissed], ['dismissal unreadable lint']],
      ['another checker before', [markdown, work, others, dismissed], ['dismissal unreadable lint']],
      ['another checker alone', [markdown, work, dismissed], ['dismissal unreadable lint']],
      [
        'after a document was written',
        [write('docs/a.md', 'A'), others, dismissed],
        ['dismissal unreadable lint'],
      ],
    ]);
  });

  it('is open where the checker finds fault with what the session wrote', () => {
    each([
      ['before it was said', [others, work, vetFails, dismissed], ['dismissal unreadable lint']],
      ['after it was said', [others, work, others, dismissed, vetFails], ['dismissal unreadable lint']],
      ['the old ones again', [others, work, others, dismissed, others], ['dismissal supported lint']],
    ]);
  });
});

/** Claude Code calls a search without a hit good, and says so beside the result. */
function explainedAway(command: string, output: string, returnCodeInterpretation?: string): object[] {
  const records = claudeCode([work, run(command, output), says('Vet is clean, and all tests pass.')]);
  return records.map((record) => {
    const { message } = record as { message?: { content?: unknown } };
    const [block] = Array.isArray(message?.content)
      ? (message.content as { type?: string; content?: unknown }[])
      : [];
    const isResult = block?.type === 'tool_result' && JSON.stringify(block.content ?? '').includes('ok  ');
    return isResult || JSON.stringify(block ?? '').includes('unsafe.Pointer')
      ? { ...record, toolUseResult: { stdout: output, stderr: '', returnCodeInterpretation } }
      : record;
  });
}

it('an exit code that the agent explains away proves no pass', () => {
  const command = 'go build ./... && go vet ./... && go test ./... | grep -v "^ok"';
  const faults = 'cache/map.go:204:13: possible misuse of unsafe.Pointer';
  assert.deepEqual(judged('claude-code', explainedAway(command, faults, 'No matches found')), [
    'contradicted lint',
    // They stand behind what failed, so they never ran.
    'none tests',
  ]);
  assert.deepEqual(
    judged('claude-code', explainedAway('go vet ./... && go test ./...', 'ok  \tshop/cart\t0.2s')),
    ['supported lint', 'supported tests'],
  );
});

describe('what passed on another tree', () => {
  const claim = says('All tests pass.');
  const git = (command: string, output = '') => run(`git ${command}`, output);

  it('proves nothing of the one that git has laid there since', () => {
    each(
      [
        'reset --hard HEAD~2',
        'cherry-pick 1a2b3c4',
        'rebase origin/main',
        'checkout release',
        'switch release',
        'stash',
        'checkout -- shop/cart.go',
        'restore shop/cart.go',
        'checkout -b next origin/main',
        'pull',
        'pull --rebase origin main',
      ].map((command) => [command, [work, goTests, git(command), claim], ['unreadable tests']]),
    );
  });

  it('proves nothing of a branch that is not the one it ran on, and nothing of a mixture', () => {
    each([
      [
        'a third branch',
        [work, goTests, git('checkout main'), git('checkout feature-b'), claim],
        ['unreadable tests'],
      ],
      [
        'what was laid aside does not fit',
        [
          work,
          goTests,
          git('stash'),
          git('stash pop', 'Auto-merging shop/cart.go\nCONFLICT (content): Merge conflict in shop/cart.go'),
          claim,
        ],
        ['unreadable tests'],
      ],
      [
        'the tests stand before it in the same call',
        [
          work,
          run('go test ./... && git rebase main', 'ok  \tshop/cart\t0.2s\nSuccessfully rebased.'),
          claim,
        ],
        ['unreadable tests'],
      ],
      [
        'between two of the same call',
        [
          work,
          run('git stash && go test ./...; git stash pop', 'Saved working directory\nok  \tshop/cart\t0.2s'),
          claim,
        ],
        ['none tests'],
      ],
    ]);
  });

  it('still proves it where the tree is the same, or the same again', () => {
    each([
      ['nothing was pulled', [work, goTests, git('pull', 'Already up to date.'), claim], ['supported tests']],
      [
        'nothing could be pulled',
        [work, goTests, run('git pull', 'fatal: unable to access the remote', 1), claim],
        ['supported tests'],
      ],
      [
        'the tests stand behind it in the same call',
        [work, run('git rebase main && go test ./...', 'ok  \tshop/cart\t0.2s'), claim],
        ['supported tests'],
      ],
      ['a new branch', [work, goTests, git('checkout -b next'), claim], ['supported tests']],
      ['the index', [work, goTests, git('reset HEAD~1'), claim], ['supported tests']],
      ['a document', [work, goTests, git('checkout -- README.md'), claim], ['supported tests']],
      [
        'nothing done',
        [work, goTests, git('rebase main', 'Current branch x is up to date.'), claim],
        ['supported tests'],
      ],
      ['laid aside and back', [work, goTests, git('stash'), git('stash pop'), claim], ['supported tests']],
      [
        'there and back',
        [work, goTests, git('checkout main'), git('checkout -'), claim],
        ['supported tests'],
      ],
      [
        'back by name',
        [work, goTests, git('checkout main'), git('checkout fix'), claim],
        ['supported tests'],
      ],
      ['run again', [work, goTests, git('rebase origin/main'), goTests, claim], ['supported tests']],
      [
        'wound forward to it',
        [
          git('switch -c fix'),
          work,
          goTests,
          git(
            'commit -qam x && git switch -q main && git merge fix',
            'Updating 1..2\nFast-forward\n a | 2 +-',
          ),
          claim,
        ],
        ['supported tests'],
      ],
    ]);
  });

  it('a failure stays one', () => {
    const red = run('go test ./...', '--- FAIL: TestCart (0.00s)\nFAIL\tshop/cart\t0.2s\nFAIL', 1);
    assert.deepEqual(verdicts(work, red, git('rebase origin/main'), claim), ['contradicted tests']);
  });
});

describe('a suite that failed beside another that passed', () => {
  const browser = run(
    'npm run test:e2e',
    '> playwright test\n\n  1 failed\n    [chromium] › login.spec.ts:4:1 › logs in\n  5 passed (9.1s)',
    1,
  );
  const browserPasses = run('npm run test:e2e', '> playwright test\n\n  6 passed (9.1s)');
  const unit = run('npm test', '> vitest run\n\n Test Files  2 passed (2)\n      Tests  9 passed (9)');
  const one = run(
    'npx vitest run a.test.ts',
    ' Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)',
    1,
  );
  const all = says('All tests pass.');

  it('contradicts that all of them pass, until it is run again', () => {
    each([
      ['never again', [work, browser, unit, all], ['contradicted tests']],
      ['again, and it passes', [work, browser, unit, browserPasses, all], ['supported tests']],
      ['mended, and not run again', [work, browser, work, unit, all], ['partly tests']],
      ['both are named', [work, browser, unit, says('Unit and e2e tests pass.')], ['contradicted tests']],
      ['a file of the same suite', [work, one, work, unit, all], ['supported tests']],
      [
        'a filter of the same runner',
        [
          work,
          run('go test ./cart -run TestSmoke', '--- FAIL: TestSmoke (0.00s)\nFAIL\tshop/cart\t0.2s\nFAIL', 1),
          goTests,
          all,
        ],
        ['supported tests'],
      ],
    ]);
  });

  it('prints the summary of one of two, and nobody can tell of which', () => {
    const missing = '\n> echo "Error: no test specified" && exit 1\n\nError: no test specified\n';
    const both = run('npm test; npm run test:e2e', `${missing}\n> playwright test\n\n  6 passed (9.1s)`);
    assert.ok(!verdicts(work, both, all).includes('supported tests'));
  });
});

it('a fault that a claim calls old makes it partly true, unless it was not there before', () => {
  const clean = says('Vet is clean (three pre-existing notes).');
  const faults = run('go vet ./...', 'cache/map.go:4:2: possible misuse of unsafe.Pointer', 1);
  each([
    ['it was there before', [faults, work, faults, clean], ['partly lint']],
    ['nobody looked before', [work, faults, clean], ['partly lint']],
    ['it was not there before', [vet, work, faults, clean], ['contradicted lint']],
  ]);
});

it('an exit code of 0 proves nothing beside the error of a compiler', () => {
  const builds = says('The build succeeds.');
  each([
    [
      'its error',
      [work, run('go build ./...', '# shop\ncart/cart.go:5:37: undefined: c'), builds],
      ['unreadable build'],
    ],
    ['nothing', [work, run('go build ./...', ''), builds], ['supported build']],
    [
      'a log',
      [work, run('npm run build', 'error: no network, going on without it'), builds],
      ['supported build'],
    ],
  ]);
});

it('a run of a part proves nothing of another part, or of everything', () => {
  each([
    ['quoted whole', [work, svgTests, says('`go test ./...` passes.')], ['partly tests']],
    ['quoted whole, and whole', [work, goTests, says('`go test ./...` passes.')], ['supported tests']],
    ['another part', [work, svgTests, says('`go test ./cart/` passes.')], ['partly tests']],
    [
      'one project of those that failed together',
      [
        work,
        run('npx tsc --noEmit', "src/a.ts(1,2): error TS2322: Type 'a' is not assignable.", 2),
        run('npx tsc --noEmit -p web', ''),
        says('Type checking passes.'),
      ],
      ['contradicted types'],
    ],
    ['this part', [work, svgTests, says('`go test ./svg/` passes.')], ['supported tests']],
    ['this part of the whole', [work, goTests, says('`go test ./svg/` passes.')], ['supported tests']],
    ['no part named', [work, svgTests, says('The tests pass.')], ['supported tests']],
    ['the site', [work, run('go build ./...', ''), says('The site builds.')], ['partly build']],
    ['the site itself', [work, run('npm run build', ''), says('The site builds.')], ['supported build']],
    [
      'after the person spoke',
      [work, goTests, prompt('And?'), says('`go test ./...` passes.')],
      ['supported tests'],
    ],
  ]);
});
