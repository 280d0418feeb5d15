import type { AccountRecord } from './account.ts';
import type { IdpContext } from './context.ts';
import { passwordLink } from './link.ts';

/** What whoever runs the server may do with accounts. */
export interface OperatorAccounts {
  /** By address, which several may claim, or by id, which names one. */
  find(emailOrId: string): Promise<AccountRecord[]>;
  /** A single-use link to set a new password. */
  passwordLink(account: AccountRecord): Promise<string>;
  delete(account: AccountRecord): Promise<boolean>;
  /** Ends whatever the account is signed in with and refuses it from the next request on. */
  disable(account: AccountRecord): Promise<void>;
  enable(account: AccountRecord): Promise<void>;
}

export const operatorAccounts = (context: IdpContext): OperatorAccounts => {
  const { store, issuer, clock } = context;
  return {
    async find(emailOrId) {
      if (emailOrId.includes('@')) return store.account.findByEmail(emailOrId);
      const account = await store.account.find(emailOrId);
      return account ? [account] : [];
    },
    passwordLink: async (account) => (await passwordLink(context, account, 'hand')).url,
    delete: (account) => store.account.delete(account.accountId),
    disable: (account) => store.account.setDisabled(account.accountId, issuer, clock()),
    enable: (account) => store.account.setDisabled(account.accountId, issuer, undefined),
  };
};
