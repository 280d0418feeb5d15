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
