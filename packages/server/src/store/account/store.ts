import type { AccountStore } from '../../idp/account.ts';
import { guarded } from '../connection/unavailable.ts';
import type { OpenDatabase } from '../database.ts';
import { accounts } from './account.ts';
import { attempts } from './attempt.ts';
import { keys } from './key.ts';
import { links } from './link.ts';
import { payloads } from './payload.ts';

/** What the embedded identity provider needs kept. */
export function accountStore(database: OpenDatabase): AccountStore {
  const safe = <Methods extends object>(methods: Methods) => guarded(methods, database.patience);
  return {
    account: safe(accounts(database)),
    link: safe(links(database)),
    payload: safe(payloads(database)),
    key: safe(keys(database)),
    attempt: safe(attempts(database)),
    ...safe({
      async purge(at: number, attemptsBefore: number) {
        const { db } = database;
        await db.deleteFrom('providerPayloads').where('expiresAt', '<', at).execute();
        await db.deleteFrom('accountLinks').where('expiresAt', '<', at).execute();
        await db.deleteFrom('signInAttempts').where('lastAt', '<', attemptsBefore).execute();
      },
    }),
  };
}
