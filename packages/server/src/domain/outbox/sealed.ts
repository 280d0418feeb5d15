import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { EndpointRecord } from './ports.ts';

/** Who knows the address of a channel or the token of a forge may write there, so no file and no backup holds them. */

const keyOf = (pepper: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper.export(), Buffer.alloc(0), 'debrief outbox', 32));

export const sealUrl = (pepper: KeyObject, endpointId: string, url: string): string =>
  seal(pepper, endpointId, url);

export const sealCredential = (pepper: KeyObject, endpointId: string, credential: string): string =>
  seal(pepper, `${endpointId}/credential`, credential);

/** `owner` is sealed along: what was sealed for one cannot be put in the place of another. */
function seal(pepper: KeyObject, owner: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(pepper), iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

export const urlOf = (pepper: KeyObject, { endpointId, sealedUrl }: EndpointRecord): string =>
  unseal(pepper, endpointId, sealedUrl);

export const credentialOf = (
  pepper: KeyObject,
  { endpointId, sealedCredential }: EndpointRecord,
): string | undefined =>
  sealedCredential === null ? undefined : unseal(pepper, `${endpointId}/credential`, sealedCredential);

/** Throws when it was sealed with another key, for another endpoint, or altered. */
function unseal(pepper: KeyObject, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(pepper), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Derived from the server key instead of stored, as those of integrations are (L14); each rotation gives another. */
const keyOfGeneration = (pepper: KeyObject, endpointId: string, generation: number): Buffer =>
  createHmac('sha256', pepper).update(`endpoint/v1/${endpointId}/${generation}`).digest();

export const endpointSecret = (pepper: KeyObject, { endpointId, generation }: EndpointRecord): string =>
  `whsec_${keyOfGeneration(pepper, endpointId, generation).toString('base64')}`;

/** The headers of Standard Webhooks 1.0; for a day after a rotation both secrets sign. */
export function signed(
  pepper: KeyObject,
  { endpointId, generation, previousUntil }: EndpointRecord,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const generations = previousUntil > now ? [generation, generation - 1] : [generation];
  const signatures = generations.map((one) => {
    const mac = createHmac('sha256', keyOfGeneration(pepper, endpointId, one));
    return `v1,${mac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
