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
/** Addresses are many and cheap to make up; past this they are counted here only. */
const mostCounted = 50_000;

/** One-minute windows, counted in this process; RateSharing adds up what several count. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #limiters: Partial<Record<LimitName, RateLimiterMemory>> = {};
  /** What was counted here since it was last asked for; only kept when somebody asks. */
  #counted: Map<string, { name: LimitName; key: string; points: number }> | undefined;

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
    this.#note(name, key, points);
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
    this.#note(name, key, 1);
    await this.#limiters[name]?.consume(key).catch(() => {});
  }

  /** What was counted since the last call, the keys that used most of their limit first. */
  counted(most: number): { name: LimitName; key: string; points: number }[] {
    const counted = [...(this.#counted?.values() ?? [])];
    this.#counted = new Map();
    const share = ({ name, points }: { name: LimitName; points: number }) => points / this.#limits[name];
    return counted.sort((a, b) => share(b) - share(a)).slice(0, most);
  }

  /** Counts what another process let through. */
  async add(name: LimitName, key: string, points: number): Promise<void> {
    if (points > 0) await this.#limiters[name]?.penalty(key, points);
  }

  #note(name: LimitName, key: string, points: number): void {
    if (!this.#counted || !this.#limiters[name]) return;
    const id = `${name} ${key}`;
    const known = this.#counted.get(id);
    if (known) known.points += points;
    else if (this.#counted.size < mostCounted) this.#counted.set(id, { name, key, points });
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
