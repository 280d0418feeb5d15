import { Failure } from '../failure.ts';
import { oneLine } from '../text.ts';
import type { Issuer } from './issuer.ts';

type Fetch = typeof globalThis.fetch;

/** What a token endpoint gives out. */
export interface Tokens {
  accessToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  refreshToken?: string;
}

/** The identity provider said no, in the words of RFC 6749. */
export class TokenRefused extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description === '' ? code : description);
    this.name = 'TokenRefused';
    this.code = code;
  }
}

async function post(
  fetch: Fetch,
  url: string,
  fields: Record<string, string>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const timeout = AbortSignal.timeout(15_000);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (response.ok) return answer;
  const code =
    typeof answer.error === 'string' ? answer.error : `the identity provider answered ${response.status}`;
  throw new TokenRefused(oneLine(code, 100), oneLine(String(answer.error_description ?? ''), 300));
}

export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  /** Where a person enters the code; with the code in it where the provider offers that. */
  url: string;
  expiresAt: number;
  intervalMs: number;
}

export async function requestDeviceCode(
  { deviceEndpoint, clientId }: Issuer,
  fetch: Fetch,
): Promise<DeviceCode> {
  if (deviceEndpoint === undefined) {
    throw new Failure(
      'The identity provider of this server offers no sign-in for terminals (device flow, RFC 8628). Use the dashboard instead.',
    );
  }
  const answer = await post(fetch, deviceEndpoint, {
    client_id: clientId,
    scope: 'openid email offline_access',
  }).catch((error: unknown) => {
    if (error instanceof TokenRefused) throw new Failure(`The identity provider refused: ${error.message}.`);
    throw error;
  });
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } =
    answer;
  const url = [verification_uri_complete, verification_uri].find(
    (one) => /^https?:\/\//.test(String(one)) && URL.canParse(String(one)),
  );
  if (typeof device_code !== 'string' || typeof user_code !== 'string' || url === undefined) {
    throw new Failure('The identity provider gave out no code.');
  }
  return {
    deviceCode: device_code,
    userCode: oneLine(user_code, 40),
    url: oneLine(new URL(String(url)).href, 1000),
    expiresAt: Date.now() + seconds(expires_in, 600),
    intervalMs: seconds(interval, 5),
  };
}

const seconds = (value: unknown, otherwise: number): number =>
  Math.min(Math.max(typeof value === 'number' && Number.isFinite(value) ? value : otherwise, 0), 3600) * 1000;

/** Asks until a person has answered. */
export async function waitForTokens(
  { tokenEndpoint, clientId }: Issuer,
  code: DeviceCode,
  fetch: Fetch,
  sleep: (ms: number) => Promise<void>,
): Promise<Tokens> {
  let interval = Math.max(code.intervalMs, 1000);
  while (Date.now() < code.expiresAt) {
    await sleep(interval);
    try {
      return tokensIn(
        await post(fetch, tokenEndpoint, {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          client_id: clientId,
          device_code: code.deviceCode,
        }),
      );
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      if (error.code === 'slow_down') interval += 5000;
      else if (error.code === 'access_denied') throw new Failure('The sign-in was refused.');
      else if (error.code !== 'authorization_pending' && error.code !== 'temporarily_unavailable') {
        throw new Failure(`The sign-in did not work: ${error.message}. Run "debrief login" again.`);
      }
    }
  }
  throw new Failure('The code has expired. Run "debrief login" again.');
}

export async function refreshTokens(
  { tokenEndpoint, clientId }: Pick<Issuer, 'tokenEndpoint' | 'clientId'>,
  refreshToken: string,
  fetch: Fetch,
): Promise<Tokens> {
  const answer = await post(fetch, tokenEndpoint, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  });
  // A provider that does not rotate leaves the old one valid.
  return { refreshToken, ...tokensIn(answer) };
}

export async function revokeToken(
  { revocationEndpoint, clientId }: { revocationEndpoint: string; clientId: string },
  token: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<void> {
  await post(fetch, revocationEndpoint, { client_id: clientId, token }, signal);
}

function tokensIn({ access_token, refresh_token, expires_in }: Record<string, unknown>): Tokens {
  if (typeof access_token !== 'string' || access_token.length > 20_000) {
    throw new Failure('The identity provider gave out no token.');
  }
  return {
    accessToken: access_token,
    expiresAt: Date.now() + seconds(expires_in, 300),
    ...(typeof refresh_token === 'string' && { refreshToken: refresh_token }),
  };
}
