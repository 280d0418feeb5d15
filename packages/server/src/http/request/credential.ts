import type { IncomingMessage } from 'node:http';
import { DebriefError } from '@debrief/contract';

const missing = () => new DebriefError('missing_credentials', 'Credentials are required.');
const wrongKind = (wanted: string) =>
  new DebriefError('wrong_credential_type', `This route takes ${wanted}.`);

/** An organization secret, or a machine's own key. */
const isSecret = (token: string): boolean => token.startsWith('sk_') || token.startsWith('mk_');

/** How often a header came, by its name in small letters. Node drops or joins repeated ones. */
export function occurrences({ rawHeaders }: IncomingMessage, name: string): number {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length === name.length && given.toLowerCase() === name) seen++;
  }
  return seen;
}

/** A request that carries two of one is not to be guessed at (A8). */
function single(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  if (value === undefined) return undefined;
  if (occurrences(request, name) > 1)
    throw new DebriefError('conflicting_credentials', `The ${name} header came more than once.`);
  return String(value);
}

/** The token of `Authorization: Bearer <token>`, any case of the scheme, exactly one token (A9). */
function bearer(request: IncomingMessage): { token?: string; other?: boolean } {
  const header = single(request, 'authorization');
  if (header === undefined) return {};
  const match = /^Bearer +(\S+)$/i.exec(header.trim());
  return match?.[1] ? { token: match[1] } : { other: true };
}

/** The organization secret of a request to a secret route, not yet checked. */
export function presentedSecret(request: IncomingMessage): string {
  const header = single(request, 'x-service-secret');
  const { token, other } = bearer(request);
  if (header !== undefined) {
    // Another scheme beside it, such as Basic for a fronting proxy, is none of our business (A7).
    if (token !== undefined && isSecret(token) && token !== header) {
      throw new DebriefError('conflicting_credentials', 'Two different secrets were presented.');
    }
    if (header === '') throw missing();
    return header;
  }
  if (token !== undefined) {
    if (!isSecret(token) && token.split('.').length === 3) throw wrongKind('an organization secret');
    return token;
  }
  if (other) throw new DebriefError('invalid_secret', 'The organization secret is not valid.');
  throw missing();
}

/** The access token of a request to a JWT route, not yet checked. */
export function presentedToken(request: IncomingMessage): string {
  // An organization secret here is refused even beside a valid token (A5).
  if (request.headers['x-service-secret'] !== undefined) throw wrongKind('an access token');
  const { token, other } = bearer(request);
  if (token !== undefined) {
    if (isSecret(token)) throw wrongKind('an access token');
    return token;
  }
  if (other) throw new DebriefError('invalid_token', 'The access token is not valid.');
  throw missing();
}
