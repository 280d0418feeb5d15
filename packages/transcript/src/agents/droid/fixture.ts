/** A small session, written by hand. */
export const records: unknown[] = [
  { type: 'session_start', id: 's1', title: 'List', sessionTitle: 'Listing', version: 2, cwd: '/repo' },
  {
    type: 'message',
    id: 'm1',
    timestamp: '2026-06-01T09:00:00.000Z',
    message: { role: 'user', content: [{ type: 'text', text: 'List' }] },
  },
  {
    type: 'message',
    id: 'm2',
    timestamp: '2026-06-01T09:00:01.000Z',
    message: { role: 'assistant', content: [{ type: 'text', text: 'One file.' }] },
  },
];
