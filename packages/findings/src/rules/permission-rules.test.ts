import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventsOf } from '../testing/corpus.ts';
import { judgedSession } from '../testing/judged-session.ts';

const found = (agent: string, ...records: object[]): string[] =>
  judgedSession({ agent, name: 'x', events: eventsOf(records.map((one) => JSON.stringify(one)).join('\n')) })
    .judgement.findings.filter(({ rule }) => /^(?:mode|deny)\./.test(rule))
    .map(({ rule, severity, sequence }) => `${rule} ${severity} #${sequence}`);

const claudePrompt = (text: string, permissionMode: string) => ({
  type: 'user',
  uuid: text,
  permissionMode,
  cwd: '/home/dev/shop',
  message: { role: 'user', content: text },
});
const claudeRuns = (id: string, input: object) => [
  {
    type: 'assistant',
    uuid: `a${id}`,
    message: { id, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input }] },
  },
  {
    type: 'user',
    uuid: `u${id}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  },
];
const turn = (approval_policy: string, type: string) => ({
  type: 'turn_context',
  payload: { cwd: '/home/dev/shop', approval_policy, sandbox_policy: { type } },
});
const codexRuns = (input: object) => [
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'exec_command', call_id: 'c1', arguments: JSON.stringify(input) },
  },
  { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output: 'ok' } },
];

it('points at the first five commands outside the sandbox, and counts all', () => {
  const runs = [1, 2, 3, 4, 5, 6].flatMap((at) =>
    claudeRuns(`t${at}`, { command: `ls ${at}`, dangerouslyDisableSandbox: true }),
  );
  const records = [claudePrompt('Go on', 'default'), ...runs].map((one) => JSON.stringify(one)).join('\n');
  const { findings } = judgedSession({
    agent: 'claude-code',
    name: 'x',
    events: eventsOf(records),
  }).judgement;
  const [off] = findings.filter(({ rule }) => rule === 'mode.sandbox-off');
  assert.deepEqual(
    [off?.why, off?.evidence.length, off?.evidence.map(({ label }) => label)],
    ['Ran 6 commands outside the sandbox.', 5, ['ls 1', 'ls 2', 'ls 3', 'ls 4', 'ls 5']],
  );
});

describe('what an agent may do', () => {
  it('is low when the session begins without asking, medium when it is switched later, nothing when nothing ran', () => {
    const run = claudeRuns('t1', { command: 'ls' });
    assert.deepEqual(found('claude-code', claudePrompt('Go on', 'bypassPermissions'), ...run), [
      'mode.bypass low #1',
    ]);
    assert.deepEqual(
      found(
        'claude-code',
        claudePrompt('Go on', 'default'),
        claudePrompt('Further', 'bypassPermissions'),
        ...run,
      ),
      ['mode.bypass medium #2'],
    );
    assert.deepEqual(found('claude-code', claudePrompt('Go on', 'acceptEdits'), ...run), []);
    assert.deepEqual(found('claude-code', claudePrompt('Go on', 'bypassPermissions')), []);
    assert.deepEqual(found('codex', turn('never', 'danger-full-access'), ...codexRuns({ cmd: 'ls' })), [
      'mode.bypass low #1',
    ]);
    assert.deepEqual(found('codex', turn('on-request', 'workspace-write'), ...codexRuns({ cmd: 'ls' })), []);
    const copilot = [
      { type: 'session.permissions_changed', data: { allowAllPermissions: true } },
      {
        type: 'tool.execution_start',
        data: { toolCallId: 'c1', toolName: 'bash', arguments: { command: 'ls' } },
      },
      {
        type: 'tool.execution_complete',
        data: { toolCallId: 'c1', success: true, result: { content: 'ok' } },
      },
    ];
    assert.deepEqual(found('copilot-cli', ...copilot), ['mode.bypass low #1']);
  });

  it('tells commands outside the sandbox: medium where nobody was asked', () => {
    const out = { command: 'ls', dangerouslyDisableSandbox: true };
    assert.deepEqual(found('claude-code', claudePrompt('Go on', 'default'), ...claudeRuns('t1', out)), [
      'mode.sandbox-off low #2',
    ]);
    assert.deepEqual(
      found('claude-code', claudePrompt('Go on', 'bypassPermissions'), ...claudeRuns('t1', out)),
      ['mode.sandbox-off medium #2', 'mode.bypass low #1'],
    );
    assert.deepEqual(
      found(
        'codex',
        turn('on-request', 'workspace-write'),
        ...codexRuns({ cmd: 'ls', sandbox_permissions: 'require_escalated' }),
      ),
      ['mode.sandbox-off low #2'],
    );
    assert.deepEqual(
      found(
        'codex',
        turn('on-request', 'workspace-write'),
        ...codexRuns({ cmd: 'ls', with_escalated_permissions: true }),
      ),
      ['mode.sandbox-off low #2'],
    );
  });
});
