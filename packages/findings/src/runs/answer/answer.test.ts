import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerOf } from './answer.ts';

/** How the agents write the end of a command, after their real files. */
const cases: [agent: string, output: string, exit: number | undefined, life: string, process?: string][] = [
  ['Claude Code', 'Exit code 1\nFAIL', 1, 'ended'],
  [
    'Claude Code',
    'Command running in background with ID: bash_7. Output is being written to: /tmp/x/tasks/bash_7.output',
    undefined,
    'running',
    'bash_7',
  ],
  ['Claude Code', '<status>running</status>\n<stdout>1 passed</stdout>', undefined, 'running'],
  ['Claude Code', '<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>ok</stdout>', 0, 'ended'],
  ['Claude Code', '<status>killed</status>\n<stdout></stdout>', undefined, 'killed'],
  ['Claude Code', 'Command timed out after 2m 0s', undefined, 'killed'],
  [
    'Codex',
    'Chunk ID: a1\nWall time: 1.0 seconds\nProcess exited with code 2\nOriginal token count: 5\nOutput:\nx',
    2,
    'ended',
  ],
  [
    'Codex',
    'Chunk ID: a1\nWall time: 10.0 seconds\nProcess running with session ID 4711\nOriginal token count: 0\nOutput:\n',
    undefined,
    'running',
    '4711',
  ],
  ['Codex', 'Exit code: 0\nWall time: 3 seconds\nOutput:\nok', 0, 'ended'],
  ['Codex', 'Exit code: 124\nOutput:\ncommand timed out after 120000 milliseconds', 124, 'killed'],
  ['Copilot CLI', 'recovered\n<shellId: 0 completed with exit code 0>', 0, 'ended', '0'],
  ['Copilot CLI', '\n<shellId: cmd-false completed with exit code 1>', 1, 'ended', 'cmd-false'],
  ['Copilot CLI', 'x\n<exited with exit code 3>', 3, 'ended'],
  ['Copilot CLI', '<command with id: 22 stopped>', undefined, 'killed'],
  [
    'Copilot CLI',
    '<command with id: 22 is still running, read it with read_bash>',
    undefined,
    'running',
    '22',
  ],
  ['Gemini CLI', 'Output: (empty)\nExit Code: 1\nProcess Group PGID: 68011', 1, 'ended'],
  ['Gemini CLI', 'Output: 5 passed\nProcess Group PGID: 74728', undefined, 'ended'],
  [
    'Gemini CLI',
    'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\n12 passed',
    undefined,
    'killed',
  ],
  ['Gemini CLI', 'Command was cancelled by user before it could complete.', undefined, 'killed'],
  [
    'Gemini CLI',
    '<untrusted_context>\nOutput: x\nExit Code: 1\nProcess Group PGID: 4\n</untrusted_context>',
    1,
    'ended',
  ],
  [
    'opencode',
    '12 passed\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>',
    undefined,
    'killed',
  ],
  ['pi', 'no such file\n\n\nCommand exited with code 1', 1, 'ended'],
  ['Droid', 'Error: Command failed (exit code: 1)\nls: /nope', 1, 'ended'],
  ['Antigravity', 'The command failed with exit code: 1\nStdout:\n\nStderr:', 1, 'ended'],
  ['Mistral Vibe', 'command: false\nstdout: \nstderr: \nreturncode: 1', 1, 'ended'],
  ['OpenHands', 'x\n[The command completed with exit code 2.]', 2, 'ended'],
];

describe('the answer of a shell call', () => {
  it('says how it ended, as each agent writes it', () => {
    for (const [agent, output, exit, life, process] of cases) {
      const answer = answerOf({ name: 'shell', outcome: 'ok', output });
      assert.deepEqual(
        [answer.exitCode, answer.life, answer.process],
        [exit, life, process],
        `${agent}: ${output}`,
      );
    }
  });

  it('says when the agent left out a part', () => {
    const isCut = (output: string) => answerOf({ name: 'shell', outcome: 'ok', output }).isCut;
    for (const output of [
      'a\n... [120 lines truncated] ...\nb',
      'a\n…1234 tokens truncated…\nb',
      `${'a\n'.repeat(3000)}…512 chars truncated…\n${'b\n'.repeat(3000)}`,
      'Total output lines: 900\n\na',
      '<output_truncated>\na',
      'a\n\n<bash_metadata>\nbash tool truncated output as it exceeded 30000 char limit\n</bash_metadata>',
      'Output too large to read at once (40 KB). Saved to: /tmp/1.txt',
    ])
      assert.equal(isCut(output), true, output.slice(0, 80));
    assert.equal(isCut('5 passed, 3 skipped'), false);
  });

  it('gives the output without what the agent wrote around it', () => {
    const text = (output: string) => answerOf({ name: 'shell', outcome: 'ok', output }).text;
    assert.equal(text('Output: 5 passed in 0.1s\nExit Code: 1'), '5 passed in 0.1s\nExit Code: 1');
    assert.equal(
      text(
        'Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 0\nOriginal token count: 5\nOutput:\nok',
      ),
      'ok',
    );
    assert.equal(text('Exit code 1\nFAIL'), 'FAIL');
    assert.equal(text('<untrusted_context>\nOutput: ok\n</untrusted_context>'), 'ok');
  });
});
