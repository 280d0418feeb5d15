import { type ClientMetadata, errors, type KoaContextWithOIDC } from 'oidc-provider';

const mostUris = 10;
const longestUri = 2000;
const longestName = 100;

/** What a client that registers itself is, unless it says otherwise: a program on somebody's machine, without a secret. */
export const registeredClient = {
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
} as const satisfies Partial<ClientMetadata> & object;

/** What would make this server call somebody, or show what somebody chose. */
const unwanted = [
  'jwks_uri',
  'sector_identifier_uri',
  'request_uris',
  'initiate_login_uri',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
] as const;

/** Bounds on what anybody may register here. Our own client is not asked. */
export function checkRegistration(
  ctx: KoaContextWithOIDC | undefined,
  _key: string,
  _value: unknown,
  metadata: ClientMetadata,
): void {
  if (ctx?.oidc?.route !== 'registration') return;
  const refuse = (why: string) => {
    throw new errors.InvalidClientMetadata(why);
  };
  const { redirect_uris: uris = [], client_name: name = '' } = metadata;
  if (uris.length === 0 || uris.length > mostUris) refuse(`redirect_uris must have 1 to ${mostUris} members`);
  if (uris.some((uri) => uri.length > longestUri)) refuse('a redirect uri is too long');
  if (typeof name !== 'string' || name.length > longestName) refuse('client_name is too long');
  for (const field of unwanted) {
    const given = metadata[field] as unknown;
    if (given !== undefined && !(Array.isArray(given) && given.length === 0))
      refuse(`${field} is not supported`);
  }
}
