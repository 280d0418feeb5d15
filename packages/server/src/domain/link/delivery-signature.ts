import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How far a signed time may be from ours: longer than that ago, a delivery is a replay. */
const clockTolerance = 10 * 60_000;

const one = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value.length <= 1024 ? value : undefined;
};

/** In a time that says nothing about where two texts differ. */
function equals(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** GitHub: `X-Hub-Signature-256`, HMAC-SHA-256 of the body's bytes, in hexadecimal. */
export function isSignedByGithub(secret: string, headers: Headers, body: Uint8Array): boolean {
  const given = one(headers, 'x-hub-signature-256');
  if (given === undefined) return false;
  return equals(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

/**
 * GitLab: the signature of Standard Webhooks (`webhook-signature` over id, time and body, with the key behind `whsec_`)
 * where there is one, else the secret itself in `X-Gitlab-Token`. A signature that is wrong is not made good by a token.
 */
export function isSignedByGitlab(secret: string, headers: Headers, body: Uint8Array, now: number): boolean {
  const given = one(headers, 'webhook-signature');
  if (given === undefined) {
    const token = one(headers, 'x-gitlab-token');
    return token !== undefined && equals(token, secret);
  }
  const id = one(headers, 'webhook-id');
  const time = one(headers, 'webhook-timestamp');
  if (id === undefined || time === undefined || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now - Number(time) * 1000) > clockTolerance) return false;
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
  // Several may stand there while a key is replaced; all are looked at.
  return given
    .split(' ')
    .slice(0, 10)
    .map((signature) => equals(signature, `v1,${wanted}`))
    .includes(true);
}
