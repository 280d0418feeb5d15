import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReader } from '@debrief/transcript';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { createFindingsFold } from '../fold.ts';
import { claudeCode } from '../planted/records/claude-code.ts';
import { edit, type PlantedStep, prompt, run, says, write } from '../planted/step.ts';
import { defaultPolicy } from '../policy.ts';
import { completionsOf } from './completion.ts';
import { commandFits, fits, pathFits } from './match.ts';
import { parseTeamRule, TeamRuleFault } from './parse.ts';
import { isTeamRule } from './team-rule.ts';

/** The sequences at which a rule speaks in a session of these steps. */
function spokenAt(text: string, ...steps: PlantedStep[]): number[] {
  const rule = {
    name: 'own',
    title: 'Own',
    text,
    severity: 'medium',
    sentence: 'It happened.',
    isOn: true,
  } as const;
  const policy = { ...defaultPolicy, teamRules: [rule] };
  const reader = createReader('claude-code');
  const fold = createFindingsFold({ root: '/home/dev/shop', facts: () => reader.summary() });
  const records = claudeCode(steps);
  const { added } = reader.feed(
    records.map((payload, index) => ({ sequence: index + 1, eventType: 'x', payload })),
  );
  for (const [index, entry] of added.entries()) fold.added(entry, { lane: 0, index });
  const found = fold.judge({ policy, isEnded: true }).findings.filter((one) => one.rule === 'team.own');
  for (const { severity, why, team } of found)
    assert.deepEqual(
      { severity, why, team },
      { severity: 'medium', why: 'It happened.', team: { title: 'Own', text } },
    );
  return found.flatMap(({ sequences }) => sequences);
}

const speaks = (text: string, ...steps: PlantedStep[]): boolean => spokenAt(text, ...steps).length > 0;

describe("a team's own rule", () => {
  const lintFirst = 'when commit unless ran "make lint" since the last edit';
  const commit = run('git commit -m x');
  const lint = run('make lint');

  it('speaks of a commit that nothing went before, and of each such commit in one finding', () => {
    assert.equal(speaks(lintFirst, edit('a.ts'), commit), true);
    assert.equal(speaks(lintFirst, edit('a.ts'), lint, commit), false);
    assert.equal(speaks(lintFirst, lint, edit('a.ts'), commit), true);
    // What is in no commit leaves the tree as it was checked; so does a patch that goes into the index alone.
    assert.equal(speaks(lintFirst, lint, write('/tmp/notes.md', 'x\n'), commit), false);
    assert.equal(speaks(lintFirst, lint, run('git apply --cached /tmp/a.patch'), commit), false);
    assert.equal(speaks(lintFirst, lint, run('git apply /tmp/a.patch'), commit), true);
    assert.equal(spokenAt(lintFirst, edit('a.ts'), commit, edit('b.ts'), commit).length, 2);
  });

  it('reads several commands of one call in their order', () => {
    assert.equal(speaks(lintFirst, edit('a.ts'), run('make lint && git commit -m x')), false);
    assert.equal(speaks(lintFirst, edit('a.ts'), run('git commit -m x && make lint')), true);
    assert.equal(
      speaks(lintFirst, edit('a.ts'), run('cd sub && make -s lint'), run('git -C sub commit -m x')),
      false,
    );
  });

  it('does not take a failed command for one that ran, nor a failed commit for a commit', () => {
    assert.equal(speaks(lintFirst, edit('a.ts'), run('make lint', 'error', 2), commit), true);
    assert.equal(speaks(lintFirst, edit('a.ts'), run('git commit -m x', 'nothing to commit', 1)), false);
    assert.equal(speaks(lintFirst, run('git commit --dry-run')), false);
  });

  it('knows files that were there before from those the session made', () => {
    const rule = 'when edit existing "db/migrations/"';
    assert.equal(speaks(rule, edit('db/migrations/001.sql')), true);
    assert.equal(speaks(rule, write('db/migrations/002.sql', 'x'), edit('db/migrations/002.sql')), false);
    assert.equal(speaks('when new file "db/**"', write('db/migrations/002.sql', 'x')), true);
    assert.equal(speaks(rule, edit('db/other.sql')), false);
  });

  it('reads pushes, claims, tools and prompts', () => {
    assert.equal(speaks('when push to "main"', run('git push origin HEAD:main')), true);
    assert.equal(speaks('when push to "main"', run('git push origin topic')), false);
    assert.equal(speaks('when push to "main"', run('git push --dry-run origin main')), false);
    assert.equal(speaks('when push', run('git push', 'rejected', 1)), false);
    assert.equal(speaks('when claim of tests unless tests passed', says('All tests pass.')), true);
    assert.equal(speaks('when tool "Bash"', run('ls')), true);
    assert.equal(speaks('when tool "mcp__*"', run('ls')), false);
    assert.equal(speaks('when prompt "production"', prompt('Fix it in Production.')), true);
    assert.equal(speaks('when push unless asked "push"', prompt('Please push it.'), run('git push')), false);
  });

  it('says nothing of a branch that the record does not tell', () => {
    const rule = 'when commit unless on branch "topic/*"';
    assert.equal(speaks(rule, run('git switch -c topic/a'), run('git commit -m x')), false);
    assert.equal(speaks(rule, run('git checkout main'), run('git commit -m x')), true);
  });

  it('is silent when it is off', () => {
    const rule = {
      name: 'own',
      title: 'Own',
      text: 'when commit',
      severity: 'high',
      sentence: 's',
      isOn: false,
    } as const;
    const fold = createFindingsFold({ facts: () => ({}) });
    assert.deepEqual(
      fold.judge({ policy: { ...defaultPolicy, teamRules: [rule] }, isEnded: true }).findings,
      [],
    );
  });
});

describe('the text of a rule', () => {
  const read = {
    'when commit': { when: { act: 'commit' }, unless: [] },
    'WHEN  Command "make  deploy" UNLESS asked "Deploy" or plan approved': {
      when: { act: 'command', pattern: 'make deploy' },
      unless: [{ was: 'asked', words: 'Deploy' }, { was: 'plan approved' }],
    },
    'when edit "a" unless lint passed since the last edit or on branch "b"': {
      when: { act: 'edit', change: 'any', path: 'a' },
      unless: [
        { was: 'passed', of: 'lint', isSinceEdit: true },
        { was: 'on branch', branch: 'b' },
      ],
    },
    'when delete': { when: { act: 'edit', change: 'deleted', path: '*' }, unless: [] },
    'when claim of types': { when: { act: 'claim', of: 'types' }, unless: [] },
  };
  for (const [text, expected] of Object.entries(read))
    it(text, () => assert.deepEqual(parseTeamRule(text), expected));

  const faults: [text: string, at: number, message: string][] = [
    ['', 0, 'Here comes "when".'],
    ['commit', 0, 'Here comes "when", not "commit".'],
    [
      'when deploy',
      5,
      'After "when" comes command, edit, new file, delete, commit, push, claim, tool or prompt, not "deploy".',
    ],
    ['when command make', 13, 'Here comes the command between quotation marks, not "make".'],
    ['when command "make', 13, 'A quotation mark is not closed.'],
    ['when commit if', 12, 'Here comes "unless", or nothing, not "if".'],
    [
      'when commit unless',
      18,
      'After "unless" comes ran, tests, build, lint, types, asked, plan approved or on branch.',
    ],
    ['when commit unless ran "a" since edit', 33, 'Here comes "the", not "edit".'],
    ['when commit unless ran "a" and', 27, 'Here comes "or", or nothing, not "and".'],
    ['when claim of all', 14, 'Here comes tests, build, lint or types, not "all".'],
    [`when commit unless ${Array(6).fill('ran "a"').join(' or ')}`, 81, 'A rule has at most 5 conditions.'],
    [`when prompt "${'a'.repeat(500)}"`, 500, 'A rule has at most 500 characters.'],
  ];
  for (const [text, at, message] of faults)
    it(`says what is wrong: ${text.slice(0, 40)}`, () =>
      assert.throws(
        () => parseTeamRule(text),
        (fault: unknown) => {
          assert.ok(fault instanceof TeamRuleFault);
          assert.deepEqual({ at: fault.at, message: fault.message }, { at, message });
          return true;
        },
      ));

  it('is completed word by word', () => {
    assert.deepEqual(completionsOf(''), ['when ']);
    assert.deepEqual(completionsOf('when co'), ['commit', 'command "…"']);
    assert.deepEqual(completionsOf('when commit '), ['unless ']);
    assert.deepEqual(completionsOf('when commit unless ran "ma'), []);
    assert.deepEqual(completionsOf('when commit unless ran "make" '), ['since the last edit', 'or ']);
    assert.deepEqual(completionsOf('when claim of '), ['tests', 'build', 'lint', 'types']);
  });
});

describe('patterns', () => {
  it('fit as people expect', () => {
    assert.ok(commandFits('make -s lint all', 'make lint') && !commandFits('make lint-all', 'make lint'));
    assert.ok(commandFits('npm run build', 'npm run *') && fits('', '*') && !fits('a', ''));
    assert.ok(pathFits('/home/a/shop/db/migrations/1.sql', 'db/migrations'));
    assert.ok(pathFits('db/migrations/1.sql', './db/migrations/**') && pathFits('src/a/b.snap', '*.snap'));
    assert.ok(!pathFits('src/mydb/migrations/1.sql', 'db/migrations'));
  });

  it('take no longer for a text made to hang them', () => {
    const begun = performance.now();
    assert.equal(fits('a'.repeat(400), `${'a*'.repeat(200)}b`), false);
    assert.ok(isWithin(performance.now() - begun, 200));
  });

  it('know the ids that teams may give', () => {
    assert.ok(isTeamRule('team.lint-first'));
    for (const id of ['team.', 'team.Lint', 'git.discard', 'team.a.b', `team.${'a'.repeat(41)}`])
      assert.equal(isTeamRule(id), false, id);
  });
});
