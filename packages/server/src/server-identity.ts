import { readFileSync } from 'node:fs';
import type { ClientConfig } from '@debrief/contract';
import type { JSONWebKeySet } from 'jose';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { IdentityConfig } from './config-identity.ts';
import { type Deed, record } from './domain/audit.ts';
import type { RequestInfo } from './domain/context.ts';
import type { Invitations, Store } from './domain/ports.ts';
import type { RateLimiter } from './http/limit/rate-limit.ts';
import type { McpOptions } from './http/mcp/mount.ts';
import { addressReader } from './http/request/address.ts';
import type { VerifyToken } from './http/request/authenticate.ts';
import { Discovery } from './identity/discovery.ts';
import { fetchJson } from './identity/fetch-json.ts';
import { IssuerKeys } from './identity/keys.ts';
import { profileLookup } from './identity/profile.ts';
import { cognitoRules, embeddedRules, mcpRules, oidcRules } from './identity/rules.ts';
import { scopesIn } from './identity/scope.ts';
import { createVerifier } from './identity/verify.ts';
import { externalInvitations } from './idp/external-invitation.ts';
import { createMailer } from './idp/mail.ts';
import { createIdp, type Idp } from './idp/provider.ts';
import { createSealer } from './idp/seal.ts';
import type { ServerKeys } from './server-key.ts';
import type { Storage } from './storage.ts';
import { accountStore } from './store/account/store.ts';
import { version } from './version.ts';

interface Identity {
  verify: VerifyToken;
  clientConfig: ClientConfig;
  invitations: Invitations;
  idp?: Idp;
  /** With the embedded provider: tokens for MCP. */
  oauth?: McpOptions['oauth'];
}

const clock = Date.now;

/** Who signs people in: the embedded provider, or somebody else's. */
export async function createIdentity(
  config: Config,
  log: Logger,
  keys: ServerKeys,
  storage: Storage,
  limiter: RateLimiter,
): Promise<Identity> {
  if (config.identity.mode === 'embedded') return embeddedIdentity(config, log, keys, storage, limiter);
  const invitations = externalInvitations(config.publicUrl, {
    store: accountStore(storage.database),
    sealer: createSealer(keys.identityProvider),
    clock,
    log,
    mailer: createMailer({ ...config, version }),
  });
  return externalIdentity(config.publicUrl, config.identity, { store: storage.store, invitations });
}

async function embeddedIdentity(
  config: Config,
  log: Logger,
  keys: ServerKeys,
  storage: Storage,
  limiter: RateLimiter,
): Promise<Identity> {
  const { publicUrl } = config;
  const { store } = storage;
  const idp = await createIdp({
    store: accountStore(storage.database),
    publicUrl,
    encryptionKey: keys.identityProvider,
    clock,
    version,
    ...(config.smtpUrl && { smtpUrl: config.smtpUrl }),
    ...(config.mailFrom && { mailFrom: config.mailFrom }),
    audit: (deed, request) => recordSignIn(store, idp.issuer, deed, log, request),
    clientIp: addressReader(config.trustProxy),
    limit: (network) => limiter.take('public', network),
    log,
  });
  const issuerKeys = new IssuerKeys(() => idp.jwks() as Promise<JSONWebKeySet>);
  const verifyMcp = createVerifier({
    rules: mcpRules({ issuer: idp.issuer, audience: `${publicUrl}/mcp`, clientId: idp.clientId }),
    keys: issuerKeys.find,
    clock,
  });
  return {
    verify: createVerifier({
      rules: embeddedRules({ issuer: idp.issuer, audience: `${publicUrl}/v1`, clientId: idp.clientId }),
      keys: issuerKeys.find,
      clock,
    }),
    clientConfig: {
      idpUserPoolId: 'local_debrief',
      idpClientId: idp.clientId,
      apiUrl: publicUrl,
      idpRegion: 'local',
      idpDomain: idp.issuer,
    },
    invitations: idp.invitations,
    idp,
    oauth: {
      issuer: idp.issuer,
      verify: async (token) => ({ identity: await verifyMcp(token), scopes: scopesIn(token) }),
    },
  };
}

/** The provider knows accounts; the organization's audit log is about its members. */
async function recordSignIn(
  store: Store,
  issuer: string,
  deed: Deed,
  log: Logger,
  request?: RequestInfo,
): Promise<void> {
  const account = deed.actorId ?? deed.targetId;
  const member = account ? await store.identity.findMember(issuer, account) : undefined;
  if (deed.outcome === 'refused' && account === undefined) {
    // Anybody can fail with an address that is nobody's, and the audit log is kept for good.
    log.info({ action: deed.action, ip: request?.ip, requestId: request?.requestId }, 'sign-in refused');
    return;
  }
  const known = typeof member === 'object' && {
    organizationId: member.organizationId,
    [deed.actorId ? 'actorId' : 'targetId']: member.userId,
  };
  await record({ store, clock, ...(request && { request }) }, { ...deed, ...known });
}

function externalIdentity(
  publicUrl: string,
  identity: Exclude<IdentityConfig, { mode: 'embedded' }>,
  { store, invitations }: { store: Store; invitations: Invitations },
): Identity {
  const rules = identity.mode === 'cognito' ? cognitoRules(identity) : oidcRules(identity);
  const discovery = new Discovery(rules.issuer);
  const issuerKeys = new IssuerKeys(
    identity.jwks === undefined
      ? async () => {
          const { jwksUri } = await discovery.metadata();
          return (await fetchJson(jwksUri, { max: 512 * 1024 })) as unknown as JSONWebKeySet;
        }
      : async () => readJwks(identity.jwks as string),
  );
  void issuerKeys.warm();
  return {
    verify: createVerifier({
      rules,
      keys: issuerKeys.find,
      clock,
      lookUpProfile: profileLookup({ issuer: rules.issuer, discovery, store: store.identity, clock }),
    }),
    clientConfig:
      identity.mode === 'cognito'
        ? {
            idpUserPoolId: identity.poolId,
            idpClientId: identity.clientId,
            apiUrl: publicUrl,
            idpRegion: identity.region,
            idpDomain: identity.domain,
          }
        : {
            idpUserPoolId: 'oidc',
            idpClientId: identity.clientId,
            apiUrl: publicUrl,
            idpRegion: 'global',
            idpDomain: identity.issuer,
          },
    invitations,
  };
}

/** Inline, or the path of a file: for air-gapped servers. */
function readJwks(source: string): JSONWebKeySet {
  return JSON.parse(source.trimStart().startsWith('{') ? source : readFileSync(source, 'utf8'));
}
