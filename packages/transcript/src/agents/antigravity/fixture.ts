/** A small session, written by hand. */
const at = (second: number): string => `2026-06-01T09:00:${String(second).padStart(2, '0')}Z`;
const step = (step_index: number, source: string, type: string, second: number, more: object) => ({
  step_index,
  source,
  type,
  status: 'DONE',
  created_at: at(second),
  ...more,
});

export const records: unknown[] = [
  step(0, 'USER_EXPLICIT', 'USER_INPUT', 0, {
    content:
      '<USER_REQUEST>\nCount the files\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nnow\n</ADDITIONAL_METADATA>\n<USER_SETTINGS_CHANGE>\nThe user changed setting `Model Selection` from None to Gemini X (Low). No need to comment on this change.\n</USER_SETTINGS_CHANGE>',
  }),
  step(1, 'SYSTEM', 'CONVERSATION_HISTORY', 0, {}),
  step(2, 'MODEL', 'PLANNER_RESPONSE', 0, {
    thinking: 'The shell counts.\n\n',
    tool_calls: [
      {
        name: 'run_command',
        args: { CommandLine: '"ls | wc -l"', Cwd: '"/repo"', WaitMsBeforeAsync: '500' },
      },
    ],
  }),
  step(3, 'MODEL', 'RUN_COMMAND', 2, {
    content: `Created At: ${at(2)}\nCompleted At: ${at(3)}\n\n\t\t\t\tThe command completed successfully.\n\t\t\t\tOutput:\n\t\t\t\t2\n\n`,
  }),
  step(5, 'SYSTEM', 'EPHEMERAL_MESSAGE', 3, { content: 'Mind the tools.' }),
  step(4, 'SYSTEM', 'CHECKPOINT', 3, { content: '{{ CHECKPOINT 0 }} counted' }),
  step(6, 'MODEL', 'PLANNER_RESPONSE', 3, { content: 'Two files.' }),
];

const calls = (name: string, args: object, index = 0) =>
  step(index, 'MODEL', 'PLANNER_RESPONSE', 1, { tool_calls: [{ name, args }] });
const ended = (type: string, content: string, rest: object = {}) =>
  step(9, 'MODEL', type, 2, { content, ...rest });
const file = { TargetFile: '"/repo/a.txt"' };

export const cases: Record<string, unknown[]> = {
  'a file that is written': [
    calls('write_to_file', { ...file, CodeContent: '"a\\nb\\n"' }),
    ended('WRITE_TO_FILE', 'Created the file.'),
  ],
  'an edit that tells its file alone': [
    calls('replace_file_content', file),
    ended('CODE_ACTION', 'Changed it.'),
  ],
  'an edit that failed': [calls('replace_file_content', file), ended('CODE_ACTION', 'Error: no such text')],
  'a command that failed': [
    calls('run_command', { CommandLine: '"false"', Cwd: '"/repo"' }),
    ended('RUN_COMMAND', 'The command failed with exit code: 2'),
  ],
  'a call that failed': [
    calls('view_file', { AbsolutePath: '"/a"' }),
    ended('VIEW_FILE', 'gone', { status: 'ERROR' }),
  ],
  'results of two calls, one told twice': [
    step(0, 'MODEL', 'PLANNER_RESPONSE', 1, {
      tool_calls: [
        { name: 'view_file', args: { AbsolutePath: '"/a"' } },
        { name: 'grep_search', args: { Query: '"x"' } },
      ],
    }),
    ended('GREP_SEARCH', 'found'),
    ended('GREP_SEARCH', 'found more'),
    step(10, 'MODEL', 'VIEW_FILE', 3, { content: 'text' }),
    step(11, 'MODEL', 'VIEW_FILE', 3, { content: 'whose?' }),
  ],
  'a sub-agent': [calls('invoke_subagent', { toolSummary: '"Dig"' })],
  'a call that runs, and a new prompt': [
    calls('run_command', { CommandLine: '"sleep 9"' }),
    step(1, 'USER_EXPLICIT', 'USER_INPUT', 2, { content: 'Go on' }),
    ended('RUN_COMMAND', 'late'),
  ],
  'a reply without words': [step(1, 'MODEL', 'PLANNER_RESPONSE', 1, { thinking: ' ' })],
  'what the system says': [
    step(1, 'SYSTEM', 'ERROR_MESSAGE', 1, { content: 'no quota' }),
    step(2, 'SYSTEM', 'ERROR_MESSAGE', 1, {}),
    step(3, 'SYSTEM', 'USER_NOTE', 1, { content: 'x' }),
  ],
};
