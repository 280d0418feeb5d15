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

export const RemovedSession = Type.Object({
  sessionId: id('`ses_…`'),
  eventCount: Type.Integer({ minimum: 0, description: 'How many events were erased.' }),
});
export type RemovedSession = Static<typeof RemovedSession>;

/** Where something of a deleted session may still lie that the server cannot reach. */
export const erasureRemains = ['backups', 'database_files'] as const;
export const ErasureRemains = choice(erasureRemains);
export type ErasureRemains = Static<typeof ErasureRemains>;

/** Extension: the receipt of a deletion. */
export const Erasure = Type.Object({
  sessionId: id('`ses_…`'),
  state: choice(['erasing', 'erased']),
  eventCount: Type.Integer({ minimum: 0 }),
  requestedBy: Type.Optional(id('`usr_…`')),
  requestedAt: timestamp,
  removedAt: Type.Optional(timestamp),
  erasedAt: Type.Optional(timestamp),
  remains: Type.Array(ErasureRemains),
});
export type Erasure = Static<typeof Erasure>;
