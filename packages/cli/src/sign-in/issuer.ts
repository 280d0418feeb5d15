import type { ClientConfig } from '@debrief/contract';
import { isLoopback } from '../address.ts';
import { Failure } from '../failure.ts';

/** Where an identity provider answers, by its own discovery document. */
export interface Issuer {
  issuer: string;
  clientId: string;
  deviceEndpoint: string | undefined;
  tokenEndpoint: string;
  revocationEndpoint: string | undefined;
}

type Fetch = typeof globalThis.fetch;

const isPool = (id: string): boolean => /^[a-z]{2}-[a-z-]{1,40}-\d_/.test(id);

/** Which issuer `/config` means (P2). */
const issuerOf = ({ idpUserPoolId, idpRegion, idpDomain }: ClientConfig): string =>
  isPool(idpUserPoolId) ? `https://cognito-idp.${idpRegion}.amazonaws.com/${idpUserPoolId}` : idpDomain;

/** Tokens travel to these addresses, so they are encrypted or on this machine, unless the server itself is neither. */
function endpoint(value: unknown, server: string): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const isOpen = url.protocol === 'http:' && !isLoopback(url.hostname);
  return isOpen && url.origin !== new URL(server).origin ? undefined : url.href;
}

async function fieldsAt(fetch: Fetch, url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'GET', signal: AbortSignal.timeout(15_000) });
  const fields: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof fields !== 'object' || fields === null) {
    throw new Failure(`${url} does not answer as an identity provider does.`);
  }
  return fields as Record<string, unknown>;
}

export async function discoverIssuer(server: string, fetch: Fetch): Promise<Issuer> {
  const config = (await fieldsAt(fetch, `${server}/config`)) as unknown as ClientConfig;
  const issuer = issuerOf(config);
  if (endpoint(issuer, server) === undefined || typeof config.idpClientId !== 'string') {
    throw new Failure('The server names no identity provider that can be used.');
  }
  const found = await fieldsAt(fetch, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const tokenEndpoint = endpoint(found.token_endpoint, server);
  if (found.issuer !== issuer || tokenEndpoint === undefined) {
    throw new Failure('The identity provider does not describe itself as it should.');
  }
  return {
    issuer,
    clientId: config.idpClientId,
    tokenEndpoint,
    deviceEndpoint: endpoint(found.device_authorization_endpoint, server),
    revocationEndpoint: endpoint(found.revocation_endpoint, server),
  };
}
