import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Deed } from '../domain/audit.ts';
import type { RequestInfo } from '../domain/context.ts';
import type { Mailer } from '../domain/mail/ports.ts';
import type { Clock } from '../domain/ports.ts';
import type { AccountStore } from './account.ts';
import type { Sealer } from './seal.ts';

export interface IdpLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What every page of the identity provider works with. */
export interface IdpContext {
  readonly store: AccountStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly issuer: string;
  readonly mailer: Mailer | undefined;
  readonly log: IdpLog;
  audit(deed: Deed, request?: RequestInfo): Promise<void>;
  /** The one with the current keys. */
  provider(): Provider;
  /** Lets it answer a request whose address is relative to the mount. */
  delegate(request: IncomingMessage, response: ServerResponse): void;
}

/** One request for a page of ours. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Below the mount, without the query. */
  readonly path: string;
  readonly info: RequestInfo;
}

export const mount = '/idp';

/** The request being answered, for what the library calls without saying which one it is about. */
export const visits = new AsyncLocalStorage<Visit>();
