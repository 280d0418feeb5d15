import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Brief, StandingCheck } from './brief.ts';
import { outcomeOf, type Tail } from './outcome.ts';

const tail = (kind: Tail['kind'], more: Partial<Tail> = {}): Tail => ({
  id: '9.0',
  index: 8,
  sequence: 9,
  kind,
  text: '',
  ...more,
});

const none = { items: [], total: 0 };

function ended(more: {
  files?: number;
  checks?: [StandingCheck['of'], StandingCheck['state'], StandingCheck['run']['result']?][];
  plan?: Brief['open']['plan'];
}): Pick<Brief, 'changed' | 'did' | 'open' | 'proved'> {
  const checks = (more.checks ?? []).map(
    ([of, state, result = 'passed']): StandingCheck => ({
      of,
      state,
      run: {
        sequence: 7,
        command: 'npm test',
        result,
        output: 'whole',
        from: 'session',
        scope: 'all',
        edits: 0,
      },
    }),
  );
  return {
    changed: {
      files: { items: [], total: more.files ?? 0 },
      linesAdded: 0,
      linesRemoved: 0,
      commits: none,
      pullRequests: none,
    },
    did: { calls: 0, work: [], phases: none, subagents: none, runs: none },
    open: { findings: { high: 0, medium: 0, low: 0, top: [] }, ...(more.plan && { plan: more.plan }) },
    proved: { checks, claims: 0, supported: 0, unproven: none },
  };
}

const plan = { sequence: 3, total: 5, left: { items: ['a', 'b'], total: 2 } };

const table: [name: string, Tail | undefined, Parameters<typeof ended>[0], said: string][] = [
  ['nothing at all', undefined, {}, 'cannot be told: the record holds nothing that was said or done'],
  ['a prompt at the end', tail('prompt'), { files: 2 }, 'abandoned: the last prompt has no answer #9'],
  ['an interruption', tail('interruption'), {}, 'abandoned: it was interrupted and nothing followed #9'],
  ['an error', tail('error', { text: 'Overloaded' }), {}, 'failed: it ended with an error: Overloaded #9'],
  ['an error without words', tail('error'), {}, 'failed: it ended with an error #9'],
  [
    'a question that waits',
    tail('decision', { verdict: 'waiting', about: 'question' }),
    {},
    'handed over: it asked something that nobody answered #9',
  ],
  [
    'a plan that waits',
    tail('decision', { verdict: 'waiting', about: 'plan' }),
    {},
    'handed over: its plan waits for a decision #9',
  ],
  [
    'a plan sent back',
    tail('decision', { verdict: 'sent-back', about: 'plan' }),
    {},
    'abandoned: its plan was sent back and nothing followed #9',
  ],
  [
    'a refusal',
    tail('decision', { verdict: 'denied', about: 'permission' }),
    {},
    'abandoned: a call was refused and nothing followed #9',
  ],
  [
    'a question dismissed',
    tail('decision', { verdict: 'dismissed', about: 'question' }),
    {},
    'abandoned: its question was dismissed #9',
  ],
  [
    'an answer to a question',
    tail('decision', { verdict: 'answered', about: 'question' }),
    {},
    'cannot be told: the record ends after a decision, without a last word #9',
  ],
  [
    'a call that runs',
    tail('call', { outcome: 'running' }),
    {},
    'cannot be told: the record ends while a call was running #9',
  ],
  [
    'a call that was interrupted',
    tail('call', { outcome: 'interrupted' }),
    {},
    'abandoned: its last call was interrupted and nothing followed #9',
  ],
  [
    'a call that was refused',
    tail('call', { outcome: 'denied' }),
    {},
    'abandoned: its last call was refused and nothing followed #9',
  ],
  [
    'a call that failed',
    tail('call', { outcome: 'error' }),
    {},
    'failed: its last call failed and nothing followed #9',
  ],
  [
    'a call that went well',
    tail('call', { outcome: 'ok' }),
    {},
    'cannot be told: the record ends after a call, without a last word #9',
  ],
  ['an answer', tail('reply', { text: 'It is 42.' }), {}, 'finished: it answered; no file was changed #9'],
  [
    'work without tests',
    tail('reply', { text: 'Done.' }),
    { files: 1 },
    'finished: files were changed; no test run was recognised #9',
  ],
  [
    'work with tests',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'passed']] },
    'finished: tests pass #7',
  ],
  [
    'a part of the tests',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'partly']] },
    'finished: a part of the tests passes #7',
  ],
  [
    'edits after the tests',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'edited']] },
    'finished: files were changed after the last tests #7',
  ],
  [
    'edits after red tests',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'edited', 'failed']] },
    'cannot be told: the tests failed, files were changed since, and no run was recognised after that #7',
  ],
  [
    'tests that could not start',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'not-run']] },
    'finished: the tests could not start #7',
  ],
  [
    'tests that nobody can read',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'unreadable']] },
    'finished: whether the tests passed cannot be told #7',
  ],
  [
    'red tests',
    tail('reply', { text: 'Done.' }),
    { files: 1, checks: [['tests', 'failed', 'failed']] },
    'handed over: the last run of the tests failed #7',
  ],
  [
    'a red linter',
    tail('reply', { text: 'Done.' }),
    {
      files: 1,
      checks: [
        ['tests', 'passed'],
        ['lint', 'failed', 'failed'],
      ],
    },
    'handed over: the last run of the linter failed #7',
  ],
  [
    'an open plan',
    tail('reply', { text: 'More tomorrow.' }),
    { files: 1, plan },
    'handed over: 2 of 5 steps of its plan are open #3',
  ],
  [
    'a question',
    tail('reply', { text: 'I looked.\n\n**Which of the two?** ' }),
    { files: 1 },
    'handed over: it ended with a question #9',
  ],
  [
    'an offer after the work',
    tail('reply', { text: 'Done. Would you like me to commit it?' }),
    { files: 1, checks: [['tests', 'passed']] },
    'finished: tests pass #7',
  ],
  [
    'an offer before any work',
    tail('reply', { text: 'I can do it. Would you like me to begin?' }),
    {},
    'handed over: it ended with a question #9',
  ],
];

describe('how a session ended', () => {
  for (const [name, last, more, said] of table) {
    it(`with ${name}`, () => {
      const { kind, reason, sequence } = outcomeOf(last, ended(more));
      assert.equal(`${kind}: ${reason}${sequence === undefined ? '' : ` #${sequence}`}`, said);
    });
  }

  it('with an error as long as a book is told in a line', () => {
    assert.ok(outcomeOf(tail('error', { text: 'x '.repeat(1e6) }), ended({})).reason.length <= 160);
  });
});
