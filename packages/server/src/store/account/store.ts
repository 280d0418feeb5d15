import type { AccountStore } from '../../idp/account.ts';
import { guarded } from '../connection/unavailable.ts';
import type { OpenDatabase } from '../database.ts';
import { accounts } from './account.ts';
import { attempts } from './attempt.ts';
import { keys } from './key.ts';
import { links } from './link.ts';
import { payloads } from './payload.ts';

/** What the embedded identity provider needs kept. */
export const accountStore = (database: OpenDatabase): AccountStore => ({
  account: guarded(accounts(database)),
  link: guarded(links(database)),
  payload: guarded(payloads(database)),
  key: guarded(keys(database)),
  attempt: guarded(attempts(database)),
  ...guarded({
    async purge(at: number, attemptsBefore: number) {
      const { db } = database;
      await db.deleteFrom('providerPayloads').where('expiresAt', '<', at).execute();
      await db.deleteFrom('accountLinks').where('expiresAt', '<', at).execute();
      await db.deleteFrom('signInAttempts').where('lastAt', '<', attemptsBefore).execute();
    },
  }),
});
