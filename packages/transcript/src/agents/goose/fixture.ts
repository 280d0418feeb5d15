/** A small session, written by hand. */
export const records: unknown[] = [
  { id: '20260601_1', name: 'List', working_dir: '/repo', session_type: 'user' },
  { id: 1, role: 'user', created_timestamp: 1_780_300_800, content: [{ type: 'text', text: 'List' }] },
  {
    id: 2,
    role: 'assistant',
    created_timestamp: 1_780_300_801,
    content: [{ type: 'text', text: 'One file.' }],
  },
];
