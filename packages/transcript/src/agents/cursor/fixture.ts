import { wrapRecord } from '../../envelope.ts';

/** A small session, written by hand. */
const cursor = (role: string, ...content: object[]) => ({ role, message: { content } });
const text = (value: string) => ({ type: 'text', text: value });

export const records: unknown[] = [
  cursor('user', text('<user_query>\nMake a list\n</user_query>')),
  cursor('assistant', text('Making it.'), {
    type: 'tool_use',
    name: 'Write',
    input: { path: 'l.txt', contents: 'a\nb\n' },
  }),
  { type: 'turn_ended', status: 'success' },
  wrapRecord(cursor('user', text('<user_query>dig</user_query>')), { subagent: { id: 'child' } }),
];
