import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { Deed } from '../domain/audit.ts';
import type { RequestInfo } from '../domain/context.ts';
import type { Clock, Invitations } from '../domain/ports.ts';
import type { AccountStore } from './account.ts';
import { clientId, configuration } from './configuration.ts';
import { type IdpContext, type IdpLog, mount } from './context.ts';
import { createKeys, type KeySet } from './key.ts';
import { invitations, setupLink } from './link.ts';
import { createMailer } from './mail.ts';
import { type OperatorAccounts, operatorAccounts } from './operator.ts';
import { errorPage, renderPage } from './pages/page.ts';
import { skipSignOutForm } from './pages/sign-out.ts';
import { attemptsKept } from './password/attempt.ts';
import { createRouter } from './router.ts';
import { createSealer } from './seal.ts';

export interface IdpOptions {
  store: AccountStore;
  publicUrl: string;
  /** 32 bytes; seals the private keys and everything oidc-provider stores. */
  encryptionKey: Buffer;
  clock: Clock;
  smtpUrl?: string;
  mailFrom?: string;
  version: string;
  /** Where a sign-in may lead back to; by default the dashboard's own address. */
  redirectUris?: string[];
  audit(deed: Deed, request?: RequestInfo): Promise<void>;
  clientIp(request: IncomingMessage): string;
  /** Counts a request from this network; throws `rate_limited` past the limit. */
  limit(network: string): void;
  log: IdpLog;
}

export interface Idp {
  readonly issuer: string;
  readonly clientId: string;
  /** The public keys, as the store has them now. */
  jwks(): Promise<{ keys: JWK[] }>;
  readonly invitations: Invitations;
  /** Owns `/idp/**` and `/.well-known/oauth-authorization-server/idp`. The body must not have been read. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** The one-time link for the first account; undefined once there is one. */
  setupLink(): Promise<string | undefined>;
  readonly accounts: OperatorAccounts;
  /** Appends new keys. They are published at once and used a quarter of an hour later. */
  rotateKeys(): Promise<void>;
  /** Removes what has expired, and takes note of new keys. */
  purge(): Promise<void>;
}

/** How long another process may sign with a key we have not published yet: well below `activeAfter`. */
const keyCheckInterval = 60_000;

export async function createIdp(options: IdpOptions): Promise<Idp> {
  const { store, clock, log } = options;
  const publicUrl = options.publicUrl.replace(/\/$/, '');
  const issuer = `${publicUrl}${mount}`;
  const redirectUris = options.redirectUris ?? [`${publicUrl}/`, `${publicUrl}/signed-in`];
  const origins = new Set([publicUrl, ...redirectUris].map((url) => new URL(url).origin));
  const sealer = createSealer(options.encryptionKey);
  const keys = createKeys(store, sealer, clock);

  const context: IdpContext = {
    store,
    sealer,
    clock,
    publicUrl,
    issuer,
    mailer: createMailer({ ...options, publicUrl }),
    log,
    audit: options.audit,
    provider: () => provider.oidc,
    delegate: (request, response) => void provider.callback(request, response),
  };

  let loaded = await keys.load();
  let provider = build(loaded);
  let checkedAt = clock();

  function build(keySet: KeySet) {
    const built = new Provider(issuer, configuration(context, keySet, redirectUris, origins));
    // Safe because the router overwrites the forwarded headers with our public address.
    built.proxy = true;
    built.use(async (ctx, next) => {
      await next();
      finish(context, ctx as KoaContextWithOIDC, origins);
    });
    built.on('server_error', (_ctx, error) => log.error({ err: error }, 'the identity provider failed'));
    built.onerror = (error) => log.error({ err: error }, 'the identity provider failed');
    return { oidc: built, callback: built.callback() };
  }

  async function reload(): Promise<void> {
    checkedAt = clock();
    const next = await keys.load();
    if (next.version !== loaded.version) {
      provider = build(next);
      loaded = next;
    }
  }

  const route = createRouter(context, { origins, clientIp: options.clientIp, limit: options.limit });
  return {
    issuer,
    clientId,
    jwks: async () => ({ keys: (await keys.load()).public }),
    invitations: invitations(context),
    handle(request, response) {
      if (clock() - checkedAt > keyCheckInterval) {
        reload().catch((error: unknown) => log.warn({ err: error }, 'keys could not be reloaded'));
      }
      route(request, response);
    },
    setupLink: () => setupLink(context),
    accounts: operatorAccounts(context),
    async rotateKeys() {
      await keys.rotate();
      await reload();
    },
    async purge() {
      await store.purge(clock(), clock() - attemptsKept);
      await keys.retire();
      await reload();
    },
  };
}

const guardedByOrigin = new Set(['token', 'cors.token', 'revocation', 'cors.revocation']);

/** What the library leaves to be said after its own answer. */
function finish(context: IdpContext, ctx: KoaContextWithOIDC, origins: ReadonlySet<string>): void {
  const origin = ctx.get('origin');
  if (origin && !origins.has(origin) && guardedByOrigin.has(ctx.oidc?.route)) {
    for (const name of Object.keys(ctx.response.headers)) {
      if (name.startsWith('access-control-')) ctx.remove(name);
    }
  }
  skipSignOutForm(context, ctx);
  if (ctx.status === 404 && ctx.body === undefined) {
    const page = ctx.accepts('json', 'html') === 'html';
    ctx.body = page
      ? renderPage(errorPage('Page not found', 'There is nothing here.', context.publicUrl))
      : { error: 'invalid_request', error_description: 'unrecognized route' };
    ctx.status = 404;
  }
}
