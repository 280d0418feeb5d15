import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry, Outcome } from '@debrief/transcript';
import { createFindings } from '../../findings.ts';

/**
 * How agents say that a part of an output is missing, that a command goes on, or that somebody ended it: after their
 * sources and real files where these are public, else in the forms that the others use. Whatever the output shows, no
 * claim rests on such a call.
 */

const passes =
  ' ✓ src/cart.test.ts (12 tests) 5ms\n\n Test Files  3 passed (3)\n      Tests  12 passed (12)\n';

interface Call {
  agent: string;
  output: string;
  outcome?: Outcome;
  exitCode?: number;
}

const entries = (command: string, claim: string, { output, outcome = 'ok', exitCode }: Call): Entry[] =>
  [
    { kind: 'prompt', text: 'Make total() subtract the discount.', origin: 'person' },
    { kind: 'tool', tool: 'edit', name: 'edit', title: 'src/cart.ts', outcome: 'ok', changes: [] },
    {
      ...{ kind: 'tool', tool: 'shell', name: 'shell', title: command, input: { command } },
      ...{ output, outcome, ...(exitCode !== undefined && { exitCode }) },
    },
    { kind: 'reply', text: claim },
  ].map((entry, index) => ({ id: `${index}`, sequences: [index + 1], ...entry }) as Entry);

function verdict(command: string, claim: string, call: Call): string {
  const findings = createFindings();
  findings.feed(entries(command, claim, call), '/home/dev/shop', call.agent);
  return findings
    .judge({ isEnded: true })
    .claims.map(({ support }) => support)
    .join(' ');
}

const ofTests = (call: Call) => verdict('npx vitest run', 'Done. All tests pass.', call);
const ofTypes = (call: Call) => verdict('npx tsc --noEmit', 'Done. Type checking passes.', call);

type Wrap = (printed: string) => string;
type Case = [agent: string, wrap: Wrap, ended?: Pick<Call, 'outcome' | 'exitCode'>];

const half =
  (marker: string): Wrap =>
  (printed) =>
    ` RUN  v3.2.4 /home/dev/shop\n${marker}\n${printed}`;
const behind =
  (marker: string): Wrap =>
  (printed) =>
    `${printed}${marker}`;
const before =
  (marker: string): Wrap =>
  (printed) =>
    `${marker}${printed}`;

const cut: Case[] = [
  ['claude-code', half('\n... [120 lines truncated] ...\n')],
  [
    'claude-code',
    before(
      '<persisted-output>\nOutput too large (45.2KB). Full output saved to: /home/dev/.claude/tool-results/a.txt\n\nPreview (first 2KB):\n',
    ),
  ],
  ['claude-code', before('[120 lines truncated]\n')],
  ['codex', half('…512 tokens truncated…'), { exitCode: 0 }],
  ['codex', half('\n[... omitted 120 of 376 lines ...]\n'), { exitCode: 0 }],
  ['codex', half('[... output truncated to fit 10240 bytes ...]'), { exitCode: 0 }],
  ['codex', before('Total output lines: 900\n\n'), { exitCode: 0 }],
  ['codex', before('Warning: truncated output (original token count: 12000)\n'), { exitCode: 0 }],
  [
    'copilot-cli',
    before('Output too large to read at once (40 KB). Saved to: /tmp/1.txt\nPreview (first 500 chars):\n'),
    { exitCode: 0 },
  ],
  ['copilot-cli', half('<output truncated - dropped 5120 characters>'), { exitCode: 0 }],
  [
    'gemini-cli',
    before(
      'Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /tmp/o.txt\n',
    ),
  ],
  ['gemini-cli', half('\n... [12,345 characters omitted] ...\n')],
  ['gemini-cli', half('... [CONTENT TRUNCATED] ...')],
  [
    'qwen-code',
    before(
      'Tool output was too large and has been truncated.\nThe full output has been saved to: /tmp/o.output\nTruncated part of the output:\n',
    ),
  ],
  ['qwen-code', half('\n---\n... [CONTENT TRUNCATED] ...\n---\n')],
  [
    'opencode',
    behind(
      '\n\n<bash_metadata>\nbash tool truncated output as it exceeded 30000 char limit\n</bash_metadata>',
    ),
    { exitCode: 0 },
  ],
  [
    'opencode',
    half(
      '...120 lines truncated...\n\nThe tool call succeeded but the output was truncated. Full output saved to: /tmp/tool_1',
    ),
    { exitCode: 0 },
  ],
  ['opencode', before('...output truncated...\n\nFull output saved to: /tmp/tool_1\n\n'), { exitCode: 0 }],
  ['pi', behind('\n\n[Showing lines 2001-4000 of 4000. Full output: /tmp/pi-bash-1.log]')],
  ['pi', behind('\n\n[Showing lines 11-400 of 400 (50.0KB limit). Full output: /tmp/pi-bash-1.log]')],
  ['pi', behind('\n\n[Showing last 50.0KB of line 3 (line is 80.0KB). Full output: /tmp/pi-bash-1.log]')],
  ['crush', half('\n... [120 lines truncated] ...\n')],
  ['crush', half('\n... [120 lines truncated, full output: /tmp/crush/a.txt] ...\n')],
  ['cline', half('\n... (900 lines written to /tmp/large-output-1.log) ...\n')],
  ['cline', half('\n... (output truncated, showing last 50 of 900 lines) ...\n')],
  ['cline', half('[...900 lines omitted...]')],
  ['roo-code', half('[...900 lines omitted...]')],
  ['roo-code', half('[...12000 characters omitted...]')],
  [
    'roo-code',
    before(
      "Command executed in '/home/dev/shop'. Exit code: 0\n\nOutput (40.2KB) persisted. Artifact ID: cmd-1.txt\n\nPreview:\n",
    ),
  ],
  ['kilo', half('[...900 lines omitted...]')],
  [
    'goose',
    before(
      'private note: output was 245 lines and we are only showing the most recent lines, remainder of lines in /tmp/.tmpa do not show tmp file to user, that file can be searched if extra context needed to fulfill request. truncated output: \n',
    ),
  ],
  [
    'goose',
    before('[Command produced 2500 lines of output. Showing the last 50. Full output: /tmp/goose-1]\n'),
  ],
  ['zed', (printed) => `Command output too long. The first 16384 bytes:\n\n\`\`\`\n${printed}\n\`\`\``],
  ['kimi-code', half('[...truncated]')],
  ['kimi-code', behind('\nOutput is truncated to fit in the message.')],
  [
    'hermes',
    half('\n... [OUTPUT TRUNCATED - 29,276 chars omitted out of 79,276 total] ...\n'),
    { exitCode: 0 },
  ],
  ['openhands', half('[... Observation truncated due to length ...]'), { exitCode: 0 }],
  [
    'openhands',
    half(
      '<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.</NOTE>',
    ),
    { exitCode: 0 },
  ],
  ['antigravity', half('<truncated 120 lines>')],
  ['antigravity', half('<truncated 5120 bytes>')],
  ['amp', half('[... omitted lines 21 to 300 ...]'), { exitCode: 0 }],
  ['amp', half('... [120 lines truncated] ...'), { exitCode: 0 }],
  ['droid', half('... [output truncated] ...')],
  ['kiro-cli', behind(' ... truncated'), { exitCode: 0 }],
  ['vscode-copilot', half('[... PREVIOUS OUTPUT TRUNCATED ...]'), { exitCode: 0 }],
  ['vscode-copilot', half('[... MIDDLE OF OUTPUT TRUNCATED ...]'), { exitCode: 0 }],
  ['continue', behind('\n(previous 120 lines truncated)')],
  ['continue', before('[Output truncated to the last 2000 lines]\n')],
  ['grok-build', half('... (output truncated, 12000 bytes omitted) ...'), { exitCode: 0 }],
];

const unfinished: Case[] = [
  [
    'claude-code',
    before(
      'Command running in background with ID: bash_7. Output is being written to: /tmp/tasks/bash_7.output\n',
    ),
  ],
  [
    'claude-code',
    before(
      'Command was manually backgrounded by user with ID: bash_7. Output is being written to: /tmp/tasks/bash_7.output\n',
    ),
  ],
  [
    'claude-code',
    before(
      'Command exceeded the assistant-mode blocking budget (15s) and was moved to the background with ID: bash_7. It is still running.\n',
    ),
  ],
  [
    'claude-code',
    before('Command did not complete within 120s and was moved to the background with ID: bash_7.\n'),
  ],
  ['claude-code', behind('\n<error>Command was aborted before completion</error>')],
  ['claude-code', behind('\nCommand timed out after 2m 0.0s')],
  ['claude-code', behind('[Request interrupted by user for tool use]')],
  ['codex', before('Process running with session ID 41\nOutput:\n')],
  ['codex', before('aborted by user after 12.3s\n')],
  ['codex', behind('\naborted by user')],
  ['codex', before('command timed out after 10000 milliseconds\n'), { exitCode: 124 }],
  [
    'copilot-cli',
    behind('\n<command with shellId: 3 is still running after 30 seconds. The command is still running>'),
  ],
  ['copilot-cli', behind('\n<command with id: 3 stopped>')],
  ['copilot-cli', behind('\n<command started in background with shellId: 3>')],
  ['copilot-cli', behind('\n<shellId: 3 timed out>')],
  [
    'gemini-cli',
    before(
      'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\n',
    ),
  ],
  [
    'gemini-cli',
    before(
      'Command was cancelled by user before it could complete. Below is the output before it was cancelled:\n',
    ),
  ],
  ['gemini-cli', before('Command moved to background (PID: 4711). Output hidden. Press Ctrl+B to view.\n')],
  ['gemini-cli', (printed) => `Output: ${printed}\nSignal: SIGTERM\nProcess Group PGID: 4`],
  ['gemini-cli', (printed) => `Output: ${printed}\nSignal: 15\nBackground PIDs: 5\nProcess Group PGID: 4`],
  ['gemini-cli', (printed) => `Output: ${printed}\nError: spawn /bin/bash ENOENT\nProcess Group PGID: 4`],
  [
    'qwen-code',
    before(
      'Command timed out after 120000ms before it could complete. Below is the output before it timed out:\n',
    ),
  ],
  [
    'qwen-code',
    before(
      'Command was cancelled by user before it could complete. Below is the output before it was cancelled:\n',
    ),
  ],
  [
    'qwen-code',
    (printed) =>
      `Command: npx vitest run\nDirectory: (root)\nOutput: ${printed}\nError: (none)\nExit Code: (none)\nSignal: 15\nProcess Group PGID: 4`,
  ],
  ['qwen-code', before('Background command started. PID: 4711 (Process Group: 4711)\n')],
  [
    'opencode',
    behind(
      '\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>',
    ),
  ],
  ['opencode', behind('\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>')],
  [
    'opencode',
    behind(
      '\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 120000 ms. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.\n</shell_metadata>',
    ),
  ],
  ['pi', behind('\n\nCommand aborted'), { outcome: 'error' }],
  ['pi', behind('\n\nCommand timed out after 120 seconds'), { outcome: 'error' }],
  [
    'crush',
    before(
      'Background shell started with ID: 00A\n\nUse job_output tool to view output or job_kill to terminate.',
    ),
  ],
  [
    'crush',
    before(
      'Command is taking longer than expected and has been moved to background.\n\nBackground shell ID: 00A\n\nUse job_output tool to view output or job_kill to terminate.',
    ),
  ],
  ['crush', behind('\n\nCommand was aborted before completion\n\n<cwd>/home/dev/shop</cwd>')],
  ['crush', before('Status: running\n\n')],
  ['cline', before("Command is still running in the user's terminal.\nHere's the output so far:\n")],
  [
    'cline',
    before('Command is running in the background. You can proceed with other tasks.\nOutput so far:\n'),
  ],
  ['cline', before('Command timed out after 30 seconds. Running in background.\nOutput so far:\n')],
  ['cline', before('Command execution timed out after 30 seconds. \nOutput so far:\n')],
  ['cline', before('Command cancelled. \nOutput captured before cancellation:\n')],
  ['cline', before('Command terminated by signal SIGKILL.\nOutput:\n')],
  ['cline', behind('\nCommand cancelled')],
  [
    'roo-code',
    before("Command is still running in terminal  from '/home/dev/shop'.\nHere's the output so far:\n"),
  ],
  [
    'roo-code',
    before(
      'The command was terminated after exceeding a user-configured 30s timeout. Do not try to re-run the command.\n',
    ),
  ],
  ['roo-code', before('The command was cancelled by the user.\n')],
  [
    'roo-code',
    before(
      "Command executed in terminal within working directory '/home/dev/shop'. Process terminated by signal SIGTERM\nOutput:\n",
    ),
  ],
  [
    'kilo',
    before("Command is still running in terminal from '/home/dev/shop'.\nHere's the output so far:\n"),
  ],
  ['goose', behind('\nCommand timed out after 300 seconds'), { outcome: 'error' }],
  ['goose', before('Command timed out after 300 seconds. Partial output:\n')],
  ['goose', behind('\nShell command was cancelled by user')],
  [
    'zed',
    (printed) =>
      `Command "npx vitest run" timed out. Output captured before timeout:\n\n\`\`\`\n${printed}\n\`\`\``,
  ],
  [
    'zed',
    (printed) =>
      `The user stopped this command. Output captured before stopping:\n\n\`\`\`\n${printed}\n\`\`\`\n\nSince the user intentionally interrupted this command, ask them what they would like to do next rather than automatically retrying or assuming something went wrong.`,
  ],
  ['zed', (printed) => `Command terminated unexpectedly. Output captured:\n\n\`\`\`\n${printed}\n\`\`\``],
  [
    'zed',
    (printed) => `Command failed or was interrupted.\nPartial output captured:\n\n\`\`\`\n${printed}\n\`\`\``,
  ],
  ['kimi-code', behind('\nCommand killed by timeout (60s)'), { outcome: 'error' }],
  ['kimi-code', before('<system>ERROR: Command killed by timeout (60s)</system>\n'), { outcome: 'error' }],
  ['kimi-code', behind('\nTool execution interrupted by user')],
  ['kimi-code', before('task_id: bash-1\nkind: bash\nstatus: running\n')],
  ['hermes', behind('\n[Command timed out after 180s]'), { exitCode: 124 }],
  ['hermes', behind('\n[Command interrupted]'), { exitCode: 130 }],
  ['hermes', before('Background process started\n')],
  [
    'openhands',
    behind(
      "\n[The command timed out after 120.0 seconds. You may wait longer to see additional output by sending empty command '']",
    ),
  ],
  [
    'openhands',
    behind(
      "\n[The command has no new output after 30 seconds. You may wait longer to see additional output by sending empty command '']",
    ),
  ],
  ['openhands', behind('\n[The command completed with exit code -1.]')],
  ['antigravity', before('The command is still running. Background command ID: 1\n')],
  ['antigravity', before('The command was canceled.\nStdout:\n')],
  ['antigravity', before('Tool is running as a background task with task id: a/task-1\n')],
  ['amp', behind('\n\nCommand timed out after 120 seconds')],
  ['droid', before('Error: Command timed out after 60 seconds\n'), { outcome: 'error' }],
  ['droid', before('Background process started with PID 4711\n')],
  [
    'mistral-vibe',
    before("<tool_error>bash failed: Command timed out after 300s: 'npx vitest run'</tool_error>"),
    { outcome: 'error' },
  ],
  ['vscode-copilot', before('Command is running in terminal with ID=abc\n')],
  [
    'vscode-copilot',
    before('Note: The command is still running in the background terminal with ID=abc. Output so far:\n'),
  ],
  [
    'vscode-copilot',
    behind('\nNote: This terminal execution was moved to the background using the ID abc\n'),
  ],
  [
    'vscode-copilot',
    behind(
      '\nNote: Command timed out after 30000ms. Output collected so far is shown above and the command may still be running in terminal ID abc.',
    ),
  ],
  ['continue', behind('\n\n[Command is running in the background]')],
  ['continue', before('Command timed out after 120 seconds of no output.\n')],
  ['continue', before('Command is running in the background...\n')],
  ['continue', behind('\n\nCommand was cancelled')],
  ['grok-build', behind('\nCommand timed out after 120s')],
  ['grok-build', before('Command is running in background with task id: 3\n')],
];

const failed: Case[] = [
  ['claude-code', before('Exit code 1\n'), { outcome: 'error' }],
  ['codex', before('Exit code: 1\nWall time: 1 seconds\nOutput:\n')],
  ['codex', before('Process exited with code 1\nOutput:\n')],
  ['copilot-cli', behind('\n<exited with exit code 1>')],
  ['copilot-cli', behind('\n<shellId: 3 completed with exit code 1>')],
  ['gemini-cli', (printed) => `Output: ${printed}\nExit Code: 1\nProcess Group PGID: 4`],
  [
    'qwen-code',
    (printed) =>
      `Command: npx vitest run\nDirectory: (root)\nOutput: ${printed}\nError: (none)\nExit Code: 1\nSignal: 0\nProcess Group PGID: 4`,
  ],
  ['pi', behind('\n\nCommand exited with code 1'), { outcome: 'error' }],
  ['crush', behind('\nExit code 1\n\n<cwd>/home/dev/shop</cwd>')],
  ['crush', behind('\nExit code 1')],
  ['cline', before('Command failed with exit code 1.\nOutput:\n')],
  [
    'roo-code',
    before(
      "Command executed in terminal within working directory '/home/dev/shop'. Command execution was not successful, inspect the cause and adjust as needed.\nExit code: 1\nOutput:\n",
    ),
  ],
  [
    'kilo',
    before(
      "Command executed in terminal within working directory '/home/dev/shop'. Command execution was not successful, inspect the cause and adjust as needed.\nExit code: 1\nOutput:\n",
    ),
  ],
  ['zed', (printed) => `Command "npx vitest run" failed with exit code 1.\n\n\`\`\`\n${printed}\n\`\`\``],
  ['kimi-code', behind('\nCommand failed with exit code: 1.'), { outcome: 'error' }],
  ['kimi-code', before('<system>ERROR: Command failed with exit code: 1.</system>'), { outcome: 'error' }],
  ['openhands', behind('\n[The command completed with exit code 1.]')],
  ['antigravity', before('The command failed with exit code: 1\nStdout:\n')],
  ['droid', before('Error: Command failed (exit code: 1)\n'), { outcome: 'error' }],
  ['droid', behind('\n\n[Process exited with code 1]')],
  [
    'mistral-vibe',
    (printed) =>
      `<tool_error>bash failed: Command failed: 'npx vitest run'\nReturn code: 1\nStdout: ${printed}</tool_error>`,
    { outcome: 'error' },
  ],
  ['mistral-vibe', (printed) => `command: npx vitest run\nstdout: ${printed}\nstderr: \nreturncode: 1`],
  ['goose', behind('\nCommand exited with code 1')],
  ['continue', behind('\n[Command failed with exit code 1]')],
  ['vscode-copilot', behind('\nCommand exited with code 1')],
];

const notGreen = (cases: readonly Case[]) => {
  for (const [agent, wrap, ended = {}] of cases) {
    assert.notEqual(
      ofTests({ agent, output: wrap(passes), ...ended }),
      'supported',
      `${agent}: ${wrap('…')}`,
    );
    assert.notEqual(
      ofTypes({ agent, output: wrap(''), ...ended }),
      'supported',
      `${agent}, silent: ${wrap('')}`,
    );
  }
};

describe('a call of a shell', () => {
  it('whose output is not all there proves no pass', () => notGreen(cut));
  it('that goes on, or that somebody ended, proves no pass', () => notGreen(unfinished));
  it('with another exit code than 0 proves no pass', () => notGreen(failed));
});
