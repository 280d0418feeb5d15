import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';

/** What of a session somebody was shown. */
export const readChannels = [
  'session',
  'events',
  'transcript',
  'outline',
  'changes',
  'find',
  'findings',
  'stream',
  'search',
  'export',
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

export const RemovedSession = Type.Object({
  sessionId: id('`ses_…`'),
  eventCount: Type.Integer({ minimum: 0, description: 'How many events were erased.' }),
});
export type RemovedSession = Static<typeof RemovedSession>;
