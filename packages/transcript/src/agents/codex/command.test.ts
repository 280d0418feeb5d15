import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readAll } from '../../testing/read-all.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toISOString();
const line = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });
const ran = (command: string, result: string) =>
  `<user_shell_command>\n<command>\n${command}\n</command>\n<result>\n${result}\n</result>\n</user_shell_command>`;
const user = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

test('a command the person ran is a command, not a prompt, and names no session', () => {
  const said = ran('npm test', 'Exit code: 1\nDuration: 0.2500 seconds\nOutput:\n1 failing');
  const { told, entries, summary } = readAll('codex', [
    line(1, 'response_item', user(said)),
    line(2, 'response_item', user('Mend the test')),
  ]);
  assert.deepEqual(told, [
    'prompt (command) !npm test',
    'tool user_shell: npm test = error',
    'prompt Mend the test',
  ]);
  assert.equal(summary.title, 'Mend the test');
  const shell = only(entries, 'tool');
  assert.deepEqual(
    [shell.exitCode, shell.durationMs, shell.output, shell.tool],
    [1, 250, '1 failing', 'shell'],
  );
});

const count = (total: object, last: object) =>
  line(3, 'event_msg', { type: 'token_count', info: { total_token_usage: total, last_token_usage: last } });
const used = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  total_tokens: input + output,
});

test('the first count tells what earlier requests used as well', () => {
  const records = [
    line(1, 'session_meta', { id: 't' }),
    count(used(300, 30), used(100, 10)),
    count(used(350, 35), used(50, 5)),
  ];
  const { usage } = readAll('codex', records).summary;
  assert.deepEqual([usage.input, usage.output], [350, 35]);
});

test('of a fork it tells what the parent used: only the last request is its own', () => {
  const { usage } = readAll('codex', [
    line(1, 'session_meta', { id: 't', forked_from_id: 'p' }),
    count(used(300, 30), used(100, 10)),
  ]).summary;
  assert.deepEqual([usage.input, usage.output], [100, 10]);
});
