import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Decision, Entry } from '../entry.ts';
import { createReader } from '../index.ts';
import { readAll } from '../testing/read-all.ts';
import { answered, questionsOf, refusalWords, settled } from './decision.ts';

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

  test('a session that begins in a mode in which nobody is asked says so, whichever agent it is', () => {
    const turn = (approval_policy: string, type: string) => ({
      type: 'turn_context',
      payload: { cwd: '/x', approval_policy, sandbox_policy: { type } },
    });
    const copilot = (allowAllPermissions: boolean) => ({
      type: 'session.permissions_changed',
      data: { allowAllPermissions },
    });
    const told = (agent: string, ...records: object[]) => readAll(agent, records).told;
    const claude = (permissionMode: string) => ({ type: 'permission-mode', permissionMode });
    assert.deepEqual(told('claude-code', claude('bypassPermissions')), [
      'notice permission mode: bypassPermissions',
    ]);
    assert.deepEqual(told('claude-code', claude('acceptEdits')), []);
    assert.deepEqual(
      told('codex', turn('never', 'danger-full-access'), turn('never', 'danger-full-access')),
      ['notice permission mode: never, danger-full-access'],
    );
    assert.deepEqual(told('codex', turn('on-request', 'workspace-write'), turn('never', 'read-only')), [
      'decision permission mode: on-request, workspace-write → never, read-only = ok',
    ]);
    assert.deepEqual(told('copilot-cli', copilot(true), copilot(false)), [
      'notice permission mode: allow all',
      'decision permission mode: allow all → ask = ok',
    ]);
    assert.deepEqual(told('kimi-code', { type: 'permission.set_mode', mode: 'yolo' }), [
      'notice permission mode: yolo',
    ]);
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

describe('questions and answers of all shapes', () => {
  const asked = (input: unknown) => questionsOf(input);

  test('one question or several, as data, as JSON, or in plain words', () => {
    const plain = { options: [], chosen: [] };
    assert.deepEqual(asked({ question: 'Q?' }), [{ question: 'Q?', ...plain }]);
    assert.deepEqual(asked('{"prompt":"Q?"}'), [{ question: 'Q?', ...plain }]);
    assert.deepEqual(asked({ questions: ['Q?', { message: 'R?' }, { note: 'x' }] }), [
      { question: 'Q?', ...plain },
      { question: 'R?', ...plain },
    ]);
    assert.deepEqual(asked({ text: 'Q?', id: 'q', title: 'T', multiple: true, choices: '["a"]' }), [
      { id: 'q', question: 'Q?', header: 'T', options: [{ label: 'a' }], multiple: true, chosen: [] },
    ]);
    for (const [name, isMultiple] of [
      ['multiSelect', true],
      ['multi_select', true],
      ['multi', undefined],
    ] as const)
      assert.equal(asked({ question: 'Q?', [name]: true })[0]?.multiple, isMultiple);
    assert.equal(asked({ question: 'Q?', multiple: 'yes' })[0]?.multiple, undefined);
    assert.deepEqual(asked({}), []);
  });

  test('options as words and as data', () => {
    const [question] = asked({
      question: 'Q?',
      options: ['a', { text: 'b', description: 'd' }, { value: 'c' }, { odd: 1 }, 7],
    });
    assert.deepEqual(question?.options, [
      { label: 'a' },
      { label: 'b', description: 'd' },
      { label: 'c' },
      { label: '{"odd":1}' },
      { label: '7' },
    ]);
  });

  test('are bounded', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);
    assert.equal(asked({ questions: many(21) }).length, 20);
    assert.equal(asked({ question: 'Q?', options: many(51) })[0]?.options.length, 50);
    assert.equal(asked({ question: 'x'.repeat(4001) })[0]?.question.length, 4000);
    const [one] = answered(asked({ question: 'Q?' }), '', { 'Q?': many(51) });
    assert.equal(one?.chosen.length, 50);
  });

  test('answers by question, id, header or number; as a text, a list or data', () => {
    const [first, second] = asked({
      questions: [{ question: 'Q?', id: 'i', header: 'H' }, { question: 'R?' }],
    });
    assert.ok(first && second);
    const chosen = (recorded: unknown, output = '') =>
      answered([first, second], output, recorded).map((one) => one.chosen);
    assert.deepEqual(chosen({ 'Q?': 'a', 'R?': ['b', '', 'c'] }), [['a'], ['b', 'c']]);
    assert.deepEqual(chosen({ i: { answer: 'a' }, 1: { answers: ['b'] } }), [['a'], ['b']]);
    assert.deepEqual(chosen({ H: { label: 'a' }, 'R?': { value: 'b' } }), [['a'], ['b']]);
    assert.deepEqual(chosen({ 'Q?': '', 'R?': {} }), [[], []]);
    assert.deepEqual(chosen(undefined, '{"answers":{"0":"a"}}'), [['a'], []]);
    assert.deepEqual(chosen(undefined, 'told "Q?"="a "b" c", "R?"="d". Go on.'), [['a "b" c'], ['d']]);
    assert.deepEqual(chosen(undefined, '"Q?"="a""R?"="d"'), [['a'], ['d']], 'nothing between two answers');
    assert.deepEqual(chosen(undefined, 'told "R?"="d'), [[], ['d']]);
    assert.deepEqual(chosen(undefined, 'just words'), [[], []]);
    assert.deepEqual(answered([first], ' just words ')[0]?.chosen, ['just words']);
    assert.deepEqual(answered([first], ' ')[0]?.chosen, []);
  });

  test('what a person said when they refused', () => {
    assert.equal(refusalWords('no. the user said:\n not here \n\nNote: The user may'), 'not here');
    assert.equal(refusalWords('User feedback: \n'), undefined);
    assert.equal(refusalWords('the user said:\n \nUser feedback: later'), 'User feedback: later');
    assert.equal(refusalWords('nothing'), undefined);
  });

  test('what a call that asks comes to', () => {
    const plan = { about: 'plan' as const };
    const question = { about: 'question' as const, questions: asked({ question: 'Q?' }) };
    assert.deepEqual(settled(plan, { outcome: 'running' }), {});
    assert.deepEqual(settled(plan, { outcome: 'denied', output: 'User feedback: no' }), {
      verdict: 'sent-back',
      words: 'no',
    });
    assert.deepEqual(settled(question, { outcome: 'denied', words: 'w' }), {
      verdict: 'dismissed',
      words: 'w',
    });
    assert.deepEqual(settled(plan, { outcome: 'error', output: 'User feedback: no' }), {
      verdict: 'dismissed',
    });
    assert.deepEqual(settled(plan, { outcome: 'unknown' }), { verdict: 'approved' });
    assert.equal(settled(question, { outcome: 'ok', output: 'a' }).questions?.[0]?.chosen[0], 'a');
    assert.deepEqual(settled({ about: 'question' }, { outcome: 'ok' }), {
      verdict: 'answered',
      questions: [],
    });
  });
});
