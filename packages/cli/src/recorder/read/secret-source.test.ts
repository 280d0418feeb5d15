import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openSecretMemory } from '../spool/known-secrets.ts';
import { createRedaction } from './redact.ts';

/** No form, no name and no entropy tells that it is one. */
const secret = 'harbor-maple-stone';
const token = `${'Zq8vLmXr4TzBn6Kd'}${'Wc0YhPjFa3GuEoRi1S'}`;
const command = 'op read op://prod/db/password';

/** A call and its result, as five agents write them. */
const pairs: Record<string, [call: unknown, result: unknown]> = {
  'Claude Code': [
    { message: { content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command } }] } },
    {
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: secret }] },
      toolUseResult: { stdout: `${secret}\n`, stderr: '', interrupted: false },
    },
  ],
  Codex: [
    {
      payload: {
        type: 'function_call',
        name: 'shell',
        call_id: 'c1',
        arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
      },
    },
    {
      payload: {
        type: 'function_call_output',
        call_id: 'c1',
        output: JSON.stringify({ output: `${secret}\n`, metadata: { exit_code: 0 } }),
      },
    },
  ],
  'Codex, exec': [
    {
      payload: {
        type: 'function_call',
        name: 'exec_command',
        call_id: 'c2',
        arguments: JSON.stringify({ cmd: command }),
      },
    },
    {
      payload: {
        type: 'function_call_output',
        call_id: 'c2',
        output: `Process exited with code 0\nOutput:\n${secret}\n`,
      },
    },
  ],
  'Gemini CLI': [
    { toolCalls: [{ id: 'g1', name: 'run_shell_command', args: { command } }] },
    {
      toolCalls: [
        {
          id: 'g1',
          result: [
            { functionResponse: { response: { output: `Command: x\nOutput: ${secret}\nExit Code: 0` } } },
          ],
          resultDisplay: secret,
        },
      ],
    },
  ],
  opencode: [
    { type: 'tool', callID: 'o1', tool: 'bash', state: { status: 'running', input: { command } } },
    {
      type: 'tool',
      callID: 'o1',
      tool: 'bash',
      state: { status: 'completed', input: { command }, output: secret, metadata: { output: secret } },
    },
  ],
};

describe('outputs of commands that print secrets', () => {
  for (const [agent, [call, result]] of Object.entries(pairs)) {
    it(`are struck in the record that comes later, of ${agent}`, () => {
      const redaction = createRedaction('key', {});
      const [called] = redaction.clean([call], 1_000, 'a');
      assert.ok(JSON.stringify(called?.record).includes('op://prod/db/password'), 'the call is kept');
      const [cleaned] = redaction.clean([result], 1_000, 'a');
      const text = JSON.stringify(cleaned?.record);
      assert.ok(!text.includes(secret), text);
      assert.match(text, /\[REDACTED:op-read:[0-9a-f]{4}\]/);
      assert.ok((cleaned?.rules['op-read'] ?? 0) >= 1);
      // opencode's result has the command in it.
      if (agent === 'opencode') return;
      const [elsewhere] = createRedaction('key', {}).clean([result], 1_000, 'a');
      assert.ok(JSON.stringify(elsewhere?.record).includes(secret), 'without the call nothing tells');
    });
  }

  it('are known by a call that was sent before the recorder was started', () => {
    const redaction = createRedaction('key', {});
    const [call, result] = pairs.Codex as [unknown, unknown];
    redaction.recall([call], 'a');
    assert.ok(!JSON.stringify(redaction.clean([result], 1_000, 'a')).includes(secret));
  });

  it('an id that is used for another call is forgotten', () => {
    const redaction = createRedaction('key', {});
    const call = (script: string) => ({ type: 'tool_use', id: 't', input: { command: script } });
    const result = { type: 'tool_result', tool_use_id: 't', content: 'plain' };
    redaction.clean([call(command), call('ls')], 1_000, 'a');
    assert.equal(redaction.clean([result], 1_000, 'a')[0]?.record, result);
  });
});

describe('what was once seen as a secret', () => {
  const call = {
    message: { content: [{ type: 'tool_use', id: 't1', input: { command: 'gh auth token' } }] },
  };
  const result = {
    message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: `${token}\n` }] },
  };
  const later = { message: { content: [{ type: 'text', text: `I used ${token} for it.` }] } };
  const isLeft = (cleaned: unknown) => JSON.stringify(cleaned).includes(token);

  it('is struck in every later record, of other sources too', () => {
    const redaction = createRedaction('key', {});
    assert.ok(isLeft(redaction.clean([later], 100, 'before')));
    redaction.clean([call, result], 100, 'a');
    const [cleaned] = redaction.clean([later], 100, 'another session');
    assert.ok(!isLeft(cleaned));
    assert.deepEqual(cleaned?.rules, { 'gh-auth-token': 1 });
  });

  it('is also what a file of secrets held that was dropped as a whole', () => {
    const redaction = createRedaction('key', {});
    const read = { type: 'tool_use', id: 'r', input: { file_path: '/app/.env' } };
    const content = {
      type: 'tool_result',
      tool_use_id: 'r',
      content: `     1→PLAN=${token}\n     2→PORT=80`,
    };
    redaction.clean([read, content], 100, 'a');
    assert.ok(!isLeft(redaction.clean([later], 100, 'a')));
  });

  it('is known after a restart, from digests in a file for its owner alone', (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'debrief-known-'));
    t.after(() => rmSync(directory, { recursive: true }));
    const open = (key = 'key') => createRedaction(key, {}, { memory: openSecretMemory(directory, key) });
    open().clean([call, result], 100, 'a');
    const path = join(directory, 'known-secrets.jsonl');
    const text = readFileSync(path, 'utf8');
    assert.equal(statSync(path).mode & 0o077, 0);
    for (let at = 0; at + 5 <= token.length; at++) assert.ok(!text.includes(token.slice(at, at + 5)));
    assert.ok(!isLeft(open().clean([later], 100, 'b')));
    assert.ok(
      isLeft(open('another key').clean([later], 100, 'b')),
      'of use with the key of the machine only',
    );
    // A torn line, and one that something else wrote, cost nothing.
    writeFileSync(path, `${text}\n{"key":"x","mac":"y"}\n{"mac\n`);
    assert.ok(!isLeft(open().clean([later], 100, 'b')));
  });

  it('is learned anew from what was sent before a restart', () => {
    const redaction = createRedaction('key', {});
    redaction.recall([call, result], 'a');
    assert.ok(!isLeft(redaction.clean([later], 100, 'a')));
  });
});
