import type { JWTPayload } from 'jose';

/** What tells a token meant for us from one of the same issuer meant for somebody else. */
export interface TokenRules {
  issuer: string;
  algorithms: string[];
  /** Judges type and claims of a token whose signature, issuer and times are good. */
  isOurs(claims: JWTPayload, type: string | undefined): boolean;
}

export type TokenUse = 'access' | 'id';

const includes = (audience: string | string[] | undefined, wanted: string): boolean =>
  Array.isArray(audience) ? audience.includes(wanted) : audience === wanted;

const isAccessTokenType = (type: string | undefined): boolean =>
  type !== undefined && /^(?:application\/)?at\+jwt$/i.test(type);

export const embeddedRules = (options: {
  issuer: string;
  audience: string;
  clientId: string;
}): TokenRules => ({
  issuer: options.issuer,
  algorithms: ['RS256', 'ES256'],
  isOurs: (claims, type) =>
    isAccessTokenType(type) &&
    includes(claims.aud, options.audience) &&
    claims.client_id === options.clientId,
});

/** Tokens for MCP: of clients that registered themselves, never the dashboard's own. */
export const mcpRules = (options: { issuer: string; audience: string; clientId: string }): TokenRules => ({
  issuer: options.issuer,
  algorithms: ['RS256', 'ES256'],
  isOurs: (claims, type) =>
    isAccessTokenType(type) && claims.aud === options.audience && claims.client_id !== options.clientId,
});

/** Cognito's access tokens have no audience but a client_id; its ID tokens the other way round. */
export const cognitoRules = (options: {
  region: string;
  poolId: string;
  clientId: string;
  accept: readonly TokenUse[];
}): TokenRules => ({
  issuer: `https://cognito-idp.${options.region}.amazonaws.com/${options.poolId}`,
  algorithms: ['RS256'],
  isOurs: (claims) =>
    claims.token_use === 'access'
      ? options.accept.includes('access') && claims.client_id === options.clientId
      : claims.token_use === 'id' && options.accept.includes('id') && claims.aud === options.clientId,
});

export const oidcRules = (options: {
  issuer: string;
  audience: string;
  clientId: string;
  accept: readonly TokenUse[];
}): TokenRules => ({
  issuer: options.issuer,
  algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  isOurs(claims, type) {
    const plain = type === undefined || /^jwt$/i.test(type);
    if (
      options.accept.includes('access') &&
      (plain || isAccessTokenType(type)) &&
      includes(claims.aud, options.audience)
    ) {
      return true;
    }
    return (
      options.accept.includes('id') &&
      plain &&
      includes(claims.aud, options.clientId) &&
      (claims.azp === undefined || claims.azp === options.clientId)
    );
  },
});
