/** A small session, written by hand. */
export const records: unknown[] = [
  { type: 'thread', id: 'T-1', created: 1_772_241_173_221 },
  { role: 'user', messageId: 0, content: [{ type: 'text', text: 'Hello' }] },
  { role: 'assistant', messageId: 1, content: [{ type: 'text', text: 'Hi' }] },
];
