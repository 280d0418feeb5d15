import type { ClientConfig } from '@debrief/contract';

const isPool = (id: string): boolean => /^[a-z]{2}-[a-z-]+-\d_/.test(id);

/** Which issuer `/config` means (P2). */
export function issuerOf(config: ClientConfig): string {
  return isPool(config.idpUserPoolId)
    ? `https://cognito-idp.${config.idpRegion}.amazonaws.com/${config.idpUserPoolId}`
    : config.idpDomain;
}

/** Cognito's own way out; everybody else says theirs by discovery. */
export function cognitoSignOut(config: ClientConfig, back: string): string | undefined {
  if (!isPool(config.idpUserPoolId)) return undefined;
  const domain = /^https?:/.test(config.idpDomain) ? config.idpDomain : `https://${config.idpDomain}`;
  const url = new URL('/logout', domain);
  url.searchParams.set('client_id', config.idpClientId);
  url.searchParams.set('logout_uri', back);
  return url.href;
}

/**
 * Where to go after signing in: a path of our own, whatever stood in the stored state.
 * Anything that a browser could read as another host is refused.
 */
export function safeReturn(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return /^\/signed-(?:in|out)\b/.test(path) ? '/' : path;
}
