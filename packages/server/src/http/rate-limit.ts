import { DebriefError } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimits {
  /** Requests a minute; 0 switches a limit off (P3). */
  public: number;
  secret: number;
  user: number;
  failedAuthentication: number;
  /** Bytes of events a minute and secret. */
  secretBytes: number;
}

export const usualRateLimits: RateLimits = {
  public: 600,
  secret: 6000,
  user: 1200,
  failedAuthentication: 60,
  secretBytes: 600_000_000,
};

export type LimitName = keyof RateLimits;

const policyNames: Record<LimitName, string> = {
  public: 'public',
  secret: 'ingest',
  user: 'user',
  failedAuthentication: 'authentication',
  secretBytes: 'ingest-bytes',
};

const window = 60;

/** One-minute windows, counted in this process. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #limiters: Partial<Record<LimitName, RateLimiterMemory>> = {};

  constructor(limits: RateLimits) {
    this.#limits = limits;
    for (const name of Object.keys(limits) as LimitName[]) {
      if (limits[name] > 0) {
        this.#limiters[name] = new RateLimiterMemory({ points: limits[name], duration: window });
      }
    }
  }

  /** Counts `points` against `key`; past the limit it sets the headers of P4 and throws `rate_limited`. */
  async take(name: LimitName, key: string, reply: FastifyReply, points = 1): Promise<void> {
    const limiter = this.#limiters[name];
    if (!limiter) return;
    try {
      await limiter.consume(key, points);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) this.#refuse(name, refusal, reply);
      throw refusal;
    }
  }

  /** Throws when the key has used up its points, without counting. */
  async check(name: LimitName, key: string, reply: FastifyReply): Promise<void> {
    const limiter = this.#limiters[name];
    const state = await limiter?.get(key);
    if (state && state.consumedPoints >= this.#limits[name]) this.#refuse(name, state, reply);
  }

  async count(name: LimitName, key: string): Promise<void> {
    await this.#limiters[name]?.consume(key).catch(() => {});
  }

  #refuse(name: LimitName, state: RateLimiterRes, reply: FastifyReply): never {
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    const policy = policyNames[name];
    reply.header('RateLimit-Policy', `"${policy}";q=${this.#limits[name]};w=${window}`);
    reply.header('RateLimit', `"${policy}";r=0;t=${seconds}`);
    throw new DebriefError('rate_limited', `Too many requests; try again in ${seconds} s.`, {
      retryAfter: seconds,
    });
  }
}
