import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Decision, Entry } from '../entry.ts';
import { createReader } from '../index.ts';
import { readAll } from '../testing/read-all.ts';
import { answered, questionsOf, refusalWords } from './decision.ts';

const call = (id: string, name: string, input: object) => ({
  type: 'assistant',
  uuid: `a-${id}`,
  message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
});
const result = (id: string, content: string, more: object = {}, isError = false) => ({
  type: 'user',
  uuid: `r-${id}`,
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }],
  },
  ...more,
});
const questions = [
  {
    question: 'Which port?',
    header: 'Port',
    options: [{ label: '80', description: 'the usual one' }, { label: '8080' }],
  },
  { question: 'Which "hosts"?', options: ['a', 'b'], multiSelect: true },
];
const decisions = (entries: readonly Entry[]) =>
  entries.filter((entry): entry is Decision => entry.kind === 'decision');

describe('a decision', () => {
  test('is a question with its options and the answer, recorded as data or told to the model', () => {
    const data = readAll('claude-code', [
      call('q', 'AskUserQuestion', { questions }),
      result('q', 'answered', {
        toolUseResult: { answers: { 'Which port?': '8080', 'Which "hosts"?': ['a', 'my own'] } },
      }),
    ]);
    const told = readAll('claude-code', [
      call('q', 'AskUserQuestion', { questions }),
      result('q', 'User has answered your questions: "Which port?"="8080", "Which "hosts"?"="a, b". Go on.'),
    ]);
    const [first] = decisions(data.entries);
    assert.equal(first?.verdict, 'answered');
    assert.deepEqual(
      first?.questions?.map(({ options, chosen }) => [options.map(({ label }) => label), chosen]),
      [
        [['80', '8080'], ['8080']],
        [
          ['a', 'b'],
          ['a', 'my own'],
        ],
      ],
    );
    assert.deepEqual(
      decisions(told.entries)[0]?.questions?.map(({ chosen }) => chosen),
      [['8080'], ['a, b']],
    );
  });

  test('waits while nobody has answered, also over feeds', () => {
    const reader = createReader('claude-code');
    const feed = (payload: unknown, sequence: number) => reader.feed([{ sequence, eventType: 'x', payload }]);
    feed(call('q', 'AskUserQuestion', { questions: questions.slice(0, 1) }), 1);
    assert.equal(decisions(reader.entries)[0]?.verdict, 'waiting');
    feed(result('q', "The user doesn't want to proceed", {}, true), 2);
    assert.equal(decisions(reader.entries)[0]?.verdict, 'dismissed');
  });

  test('is a plan approved, or sent back with words', () => {
    const { entries } = readAll('claude-code', [
      call('p', 'ExitPlanMode', { plan: '# Plan\n- one' }),
      result('p', 'User has approved your plan.'),
      call('o', 'ExitPlanMode', { plan: '# Other' }),
      result(
        'o',
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nFirst the tests\n\nNote: The user's next message",
        {},
        true,
      ),
    ]);
    assert.deepEqual(
      decisions(entries).map(({ about, verdict, text, words }) => [about, verdict, text, words]),
      [
        ['plan', 'approved', '# Plan\n- one', undefined],
        ['plan', 'sent-back', '# Other', 'First the tests'],
      ],
    );
  });

  test('is a refusal by a person, with the call it refused; one by a rule is none', () => {
    const { entries, summary } = readAll('claude-code', [
      call('b', 'Bash', { command: 'rm -rf /' }),
      result('b', "The user doesn't want to proceed. the user said:\nnever", {}, true),
      call('c', 'Bash', { command: 'curl x' }),
      result('c', 'Permission to use Bash has been denied', { toolDenialKind: 'rule' }, true),
    ]);
    assert.deepEqual(
      decisions(entries).map(({ about, verdict, words, call: of }) => [about, verdict, words, of]),
      [['permission', 'denied', 'never', '1.0']],
    );
    assert.equal(summary.denials, 2);
  });

  test('is a permission mode switched, not one repeated', () => {
    const mode = (permissionMode: string) => ({ type: 'permission-mode', permissionMode });
    const { entries } = readAll('claude-code', ['default', 'default', 'plan', 'plan', 'auto'].map(mode));
    assert.deepEqual(
      decisions(entries).map(({ mode, title }) => [mode, title]),
      [
        ['plan', 'default → plan'],
        ['auto', 'plan → auto'],
      ],
    );
  });

  test('reads odd shapes without harm', () => {
    assert.deepEqual(questionsOf(null), []);
    assert.deepEqual(questionsOf({ questions: [1, null, { question: {} }] }), []);
    assert.equal(questionsOf({ question: 'x', options: Array(1000).fill('o') })[0]?.options.length, 50);
    assert.deepEqual(questionsOf('{"question":"Go on?","follow_up":"[\\"yes\\"]"}')[0]?.options, [
      { label: 'yes' },
    ]);
    const [one] = answered(questionsOf({ question: '__proto__' }), '{"answers":{"__proto__":"x"}}');
    assert.deepEqual(one?.chosen, ['x']);
    assert.equal(refusalWords('nothing was said'), undefined);
  });
});
