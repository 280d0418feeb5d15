/** A small session, written by hand. */
export const records: unknown[] = [
  {
    version: 'v1',
    kind: 'Prompt',
    data: { message_id: 'p1', content: [{ kind: 'text', data: 'List' }], meta: { timestamp: 1_780_300_800 } },
  },
  {
    version: 'v1',
    kind: 'AssistantMessage',
    data: { message_id: 'a1', content: [{ kind: 'text', data: 'One file.' }] },
  },
];
