import type { IncomingHttpHeaders } from 'node:http';
import { DebriefError, limits } from '@debrief/contract';

/** The header wins over the body field; the quoted form of the IETF draft means the same key (V11). */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const quoted = /^"(.*)"$/.exec(String(header));
  const key = quoted ? (quoted[1] as string) : String(header);
  if (key.length < 1 || key.length > limits.idempotencyKey || !/^[\x21-\x7e]+$/.test(key)) {
    throw new DebriefError(
      'validation_error',
      `Idempotency-Key must be 1 to ${limits.idempotencyKey} visible ASCII characters.`,
    );
  }
  return key;
}
