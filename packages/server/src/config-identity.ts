import { type ConfigFault, loopbackHosts, type Read } from './config-value.ts';
import type { TokenUse } from './identity/rules.ts';

export type IdentityConfig =
  | { mode: 'embedded' }
  | {
      mode: 'cognito';
      poolId: string;
      region: string;
      clientId: string;
      domain: string;
      accept: TokenUse[];
      jwks?: string;
    }
  | { mode: 'oidc'; issuer: string; clientId: string; audience: string; accept: TokenUse[]; jwks?: string };

function readAccept(read: Read, fault: ConfigFault, fallback: TokenUse[]): TokenUse[] {
  const text = read('IDP_ACCEPT');
  if (text === undefined) return fallback;
  const uses = text.split(',').map((use) => use.trim());
  if (uses.every((use): use is TokenUse => use === 'access' || use === 'id')) return uses;
  fault('IDP_ACCEPT', 'must be access, id or both with a comma between.');
  return fallback;
}

/** Who signs people in: an OIDC issuer, Cognito, or the embedded provider when none is named. */
export function readIdentity(read: Read, fault: ConfigFault): IdentityConfig {
  const poolId = read('IDP_USER_POOL_ID');
  const issuer = read('IDP_ISSUER');
  const jwks = read('IDP_JWKS');
  const needed = (name: string, mode: string): string => {
    const value = read(name);
    if (value === undefined) fault(name, `is needed with ${mode}.`);
    return value ?? '';
  };
  if (poolId !== undefined) {
    if (!/^[a-z]{2}-(?:gov-)?[a-z]+-\d_[A-Za-z0-9]+$/.test(poolId)) {
      fault('IDP_USER_POOL_ID', 'does not look like a Cognito user pool id, such as eu-west-1_AbCdEf123.');
    }
    return {
      mode: 'cognito',
      poolId,
      region: read('IDP_REGION') ?? (poolId.split('_')[0] as string),
      clientId: needed('IDP_CLIENT_ID', 'IDP_USER_POOL_ID'),
      domain: needed('IDP_DOMAIN', 'IDP_USER_POOL_ID'),
      accept: readAccept(read, fault, ['access', 'id']),
      ...(jwks && { jwks }),
    };
  }
  if (issuer === undefined) {
    for (const name of [
      'IDP_CLIENT_ID',
      'IDP_AUDIENCE',
      'IDP_DOMAIN',
      'IDP_REGION',
      'IDP_JWKS',
      'IDP_ACCEPT',
    ]) {
      if (read(name) !== undefined) fault(name, 'needs IDP_ISSUER or IDP_USER_POOL_ID beside it.');
    }
    return { mode: 'embedded' };
  }
  checkIssuer(issuer, fault);
  const clientId = needed('IDP_CLIENT_ID', 'IDP_ISSUER');
  return {
    mode: 'oidc',
    issuer,
    clientId,
    audience: needed('IDP_AUDIENCE', 'IDP_ISSUER'),
    accept: readAccept(read, fault, ['access']),
    ...(jwks && { jwks }),
  };
}

function checkIssuer(issuer: string, fault: ConfigFault): void {
  if (!URL.canParse(issuer)) {
    fault('IDP_ISSUER', 'must be a URL.');
    return;
  }
  const url = new URL(issuer);
  const local = loopbackHosts.has(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    fault('IDP_ISSUER', 'must be https, except on a loopback address.');
  }
  // Such an issuer lets any tenant of the world claim any e-mail address (nOAuth).
  if (/\/(?:common|organizations|consumers)(?:\/|$)/.test(url.pathname)) {
    fault('IDP_ISSUER', 'is a multi-tenant Entra issuer; use the one of your own tenant.');
  }
}
