/** A small session, written by hand. */
const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const item = (index: number, message: object, more: object = {}) => ({
  type: 'item',
  index,
  message,
  contextItems: [],
  ...more,
});
const edit = call('c1', 'Edit', { file_path: '/repo/a.txt', old_string: 'a', new_string: 'b' });

export const records: unknown[] = [
  {
    type: 'session',
    sessionId: 's-1',
    title: 'A letter',
    workspaceDirectory: '/repo',
    chatModelTitle: 'model-x',
  },
  item(0, { role: 'user', content: 'Make it a b' }),
  item(
    1,
    { role: 'assistant', content: 'Editing.', toolCalls: [edit] },
    {
      reasoning: { text: 'One letter.' },
      toolCallStates: [
        {
          toolCallId: 'c1',
          toolCall: edit,
          status: 'done',
          output: [
            { name: 'Tool Result', description: '', content: 'Edited\nDiff:\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n' },
          ],
        },
      ],
    },
  ),
  item(2, { role: 'assistant', content: 'Done.' }),
  {
    type: 'usage',
    usage: {
      totalCost: 0.02,
      promptTokens: 100,
      completionTokens: 10,
      promptTokensDetails: { cachedTokens: 400, cacheWriteTokens: 50 },
    },
  },
];
