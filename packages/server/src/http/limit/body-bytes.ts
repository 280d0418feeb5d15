import type { IncomingMessage } from 'node:http';
import type { LimitName, RateLimiter } from './rate-limit.ts';

type ByteLimit = Extract<LimitName, `${string}Bytes`>;

/**
 * Counts one body against its sender: the bytes that came or what they were inflated to, whichever is more. A stated
 * length counts before the body is read, and all that comes without one counts as it comes.
 */
export class BodyBytes {
  readonly #limiter: RateLimiter;
  readonly #name: ByteLimit;
  readonly #key: string;
  #counted: number;

  /** Throws `RateLimited` when the sender has used up its bytes. */
  constructor(limiter: RateLimiter, name: ByteLimit, key: string, headers: IncomingMessage['headers']) {
    this.#limiter = limiter;
    this.#name = name;
    this.#key = key;
    this.#counted = Number(headers['content-length'] ?? 0) || 1;
    limiter.take(name, key, this.#counted);
  }

  /** The body takes at least so many bytes. Throws `RateLimited` past the limit. */
  reach(bytes: number): void {
    if (bytes <= this.#counted) return;
    const more = bytes - this.#counted;
    this.#counted = bytes;
    this.#limiter.take(this.#name, this.#key, more);
  }
}
