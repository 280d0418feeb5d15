/** A command that was run and what it printed, as records of each agent. */
export const commandRecords: Record<string, (command: string, output: string) => unknown[]> = {
  'Claude Code': (command, output) => [
    {
      type: 'assistant',
      message: { id: 'm', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command } }] },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: output }] },
      toolUseResult: { stdout: output, stderr: '', interrupted: false },
    },
  ],
  Codex: (command, output) => [
    {
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'exec_command',
        call_id: 'c1',
        arguments: JSON.stringify({ cmd: command }),
      },
    },
    {
      type: 'event_msg',
      payload: {
        type: 'exec_command_end',
        call_id: 'c1',
        command: ['bash', '-lc', command],
        stdout: output,
        aggregated_output: output,
      },
    },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output } },
  ],
  'Codex, earlier': (command, output) => [
    {
      type: 'function_call',
      name: 'shell',
      call_id: 'c1',
      arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
    },
    { type: 'function_call_output', call_id: 'c1', output: JSON.stringify({ output }) },
  ],
  Gemini: (command, output) => [
    {
      type: 'gemini',
      id: 'g',
      toolCalls: [
        {
          id: 'r1',
          name: 'run_shell_command',
          args: { command },
          result: [{ functionResponse: { id: 'r1', response: { output } } }],
          resultDisplay: output,
        },
      ],
    },
    { type: 'user', content: [{ functionResponse: { id: 'r1', response: { output } } }] },
  ],
  opencode: (command, output) => [
    {
      id: 'prt_1',
      type: 'tool',
      callID: 'o1',
      state: { status: 'completed', input: { command }, output, metadata: { output } },
    },
  ],
  Copilot: (command, output) => [
    { type: 'tool.execution_start', data: { toolCallId: 'k1', toolName: 'bash', arguments: { command } } },
    {
      type: 'tool.execution_complete',
      data: { toolCallId: 'k1', success: true, result: { content: output, detailedContent: output } },
    },
  ],
  pi: (command, output) => [
    {
      type: 'message',
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'p1|fc', name: 'bash', arguments: { command } }],
      },
    },
    {
      type: 'message',
      message: { role: 'toolResult', toolCallId: 'p1|fc', content: [{ type: 'text', text: output }] },
    },
  ],
  Kiro: (command, output) => [
    {
      data: {
        content: [{ kind: 'toolUse', data: { toolUseId: 'q1', name: 'execute_bash', input: { command } } }],
      },
    },
    {
      data: {
        results: {
          q1: {
            tool: { kind: { BuiltIn: { ExecuteCmd: { command } } } },
            result: { Success: { items: [{ Json: { stdout: output } }] } },
          },
        },
      },
    },
    { data: { content: [{ data: { toolUseId: 'q1', content: [{ data: { stdout: output } }] } }] } },
  ],
  'chat completions (Vibe, Hermes, Kimi, Crush)': (command, output) => [
    {
      role: 'assistant',
      tool_calls: [{ id: 'f1', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
    },
    { role: 'tool', tool_call_id: 'f1', content: output },
  ],
  Droid: (command, output) => [
    { type: 'tool_call', toolCallId: 'd1', parameters: { command } },
    { type: 'tool_result', toolCallId: 'd1', value: { stdout: output } },
  ],
  Goose: (command, output) => [
    {
      content: [
        { type: 'toolRequest', id: 'x1', toolCall: { value: { name: 'shell', arguments: { command } } } },
      ],
    },
    {
      content: [{ type: 'toolResponse', id: 'x1', toolResult: { value: [{ type: 'text', text: output }] } }],
    },
  ],
  'Grok Build, ACP': (command, output) => [
    { params: { update: { sessionUpdate: 'tool_call', toolCallId: 'a1', rawInput: { command } } } },
    {
      params: {
        update: {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'a1',
          content: [{ content: { text: output } }],
          rawOutput: { output },
        },
      },
    },
  ],
  'VS Code': (command, output) => [
    {
      requests: [
        {
          response: [{ toolCallId: 'v1', toolSpecificData: { commandLine: { original: command } } }],
          result: {
            metadata: {
              toolCallRounds: [
                { toolCalls: [{ id: 'v1__vscode-17', arguments: JSON.stringify({ command }) }] },
              ],
              toolCallResults: { 'v1__vscode-17': { content: [{ value: output }] } },
            },
          },
        },
      ],
    },
  ],
};
