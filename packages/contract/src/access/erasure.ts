import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';

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
