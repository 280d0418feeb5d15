import { exitCodes, Failure } from './failure.ts';

/** The server's address as it is stored: no path, no credentials, no trailing slash. */
export function serverAddress(given: string, insecure = false): string {
  // Pasted into the wrong field; asking for it as a name would tell it to every name server on the way.
  if (/^sk_(?:live|test)_/.test(given.trim()))
    throw new Failure('That is a secret. First comes the address of the server.', exitCodes.usage);
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `https://${given}`);
  } catch {
    throw new Failure(`"${given}" is no address. Say e.g. https://debrief.example.com.`, exitCodes.usage);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Failure(`${url.protocol}// is not spoken here. Use https://.`, exitCodes.usage);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecure) {
    throw new Failure(
      'http:// would send the secret and your sessions in the clear. Use https://, or --insecure if you must.',
      exitCodes.usage,
    );
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host === '[::1]' ||
  host === '::1' ||
  /^127(\.\d{1,3}){3}$/.test(host) ||
  host.endsWith('.localhost');

/** Of a session's page, or of one of its events. */
export const sessionAddress = (server: string, sessionId: string, sequence?: number): string =>
  `${server}/sessions/${sessionId}${sequence === undefined ? '' : `#${sequence}`}`;
