import type { IncomingMessage } from 'node:http';
import type { RateLimiter } from './rate-limit.ts';

/**
 * Counts one body against its secret: the bytes that came or what they were inflated to, whichever is more. A stated
 * length counts before the body is read, and all that comes without one counts as it comes.
 */
export class BodyBytes {
  readonly #limiter: RateLimiter;
  readonly #secretId: string;
  #counted: number;

  /** Throws `RateLimited` when the secret has used up its bytes. */
  constructor(limiter: RateLimiter, secretId: string, headers: IncomingMessage['headers']) {
    this.#limiter = limiter;
    this.#secretId = secretId;
    this.#counted = Number(headers['content-length'] ?? 0) || 1;
    limiter.take('secretBytes', secretId, this.#counted);
  }

  /** The body takes at least so many bytes. Throws `RateLimited` past the limit. */
  reach(bytes: number): void {
    if (bytes <= this.#counted) return;
    const more = bytes - this.#counted;
    this.#counted = bytes;
    this.#limiter.take('secretBytes', this.#secretId, more);
  }
}
