import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';

/**
 * What of a session somebody was shown; `ahead`: a program fetched some of it before anybody asked (`Purpose: prefetch`);
 * `token`, `mcp`, `gate`: a program did, with a token of theirs, over MCP, or as the gate of a merge.
 */
export const readChannels = [
  'session',
  'events',
  'transcript',
  'outline',
  'brief',
  'changes',
  'find',
  'findings',
  'stream',
  'search',
  'export',
  'ahead',
  'token',
  'mcp',
  'gate',
] as const;
export const ReadChannel = choice(readChannels);
export type ReadChannel = Static<typeof ReadChannel>;

/** Extension: who read a session, from the audit log; the latest reader first. */
export const ReaderList = Type.Object({
  readers: Type.Array(
    Type.Object({
      userId: id('`usr_…`'),
      firstAt: timestamp,
      lastAt: timestamp,
      channels: Type.Array(ReadChannel),
      days: Type.Array(
        Type.Object({
          day: Type.String({ description: '`YYYY-MM-DD`, UTC' }),
          hours: Type.Integer({ minimum: 1, description: 'Hours of that day in which they read.' }),
        }),
      ),
    }),
  ),
});
export type ReaderList = Static<typeof ReaderList>;
