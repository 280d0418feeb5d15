import { DebriefError } from '@debrief/contract';
import { networkOf } from '../../domain/network.ts';

export interface RateLimits {
  /** Requests a minute; 0 switches a limit off (P3). */
  public: number;
  secret: number;
  user: number;
  failedAuthentication: number;
  /** Bytes of bodies a minute: by secret, by person, and by address where nobody has to be known. */
  secretBytes: number;
  userBytes: number;
  publicBytes: number;
  /** Looks at codes that are short enough to be guessed. */
  claim: number;
}

export const defaultRateLimits: RateLimits = {
  public: 600,
  secret: 6000,
  user: 1200,
  failedAuthentication: 60,
  secretBytes: 600_000_000,
  userBytes: 100_000_000,
  publicBytes: 60_000_000,
  claim: 10,
};

export type LimitName = keyof RateLimits;

const policyNames: Record<LimitName, string> = {
  public: 'public',
  secret: 'ingest',
  user: 'user',
  failedAuthentication: 'authentication',
  secretBytes: 'ingest-bytes',
  userBytes: 'user-bytes',
  publicBytes: 'public-bytes',
  claim: 'claim',
};

/** These count addresses: those of one network as one, or whoever has a /64 had a fresh limit with each address. */
const byAddress: ReadonlySet<LimitName> = new Set(['public', 'publicBytes', 'failedAuthentication']);

const whomOf = (name: LimitName, key: string): string => (byAddress.has(name) ? networkOf(key) : key);

const window = 60;
/** Addresses are many and cheap to make up; past this they are counted here only. */
const maxCounted = 50_000;
/** Past this the window begun longest ago is dropped, so that made-up addresses cannot fill the memory. */
const maxWindows = 500_000;

/** A refusal and the headers that explain it (P4). */
export class RateLimited extends DebriefError {
  readonly headers: Record<string, string>;

  constructor(policy: string, limit: number, seconds: number) {
    super('rate_limited', `Too many requests; try again in ${seconds} s.`, { retryAfter: seconds });
    this.headers = {
      'RateLimit-Policy': `"${policy}";q=${limit};w=${window}`,
      RateLimit: `"${policy}";r=0;t=${seconds}`,
    };
  }
}

interface Window {
  points: number;
  /** When it begins anew. */
  until: number;
}

/**
 * One-minute windows, counted in this process; RateSharing adds up what several count. By hand because every request
 * passes here two or three times, and the libraries answer with a promise and a timer each.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #max: number;
  readonly #windows = new Map<string, Window>();
  #tidyAt = 0;
  /** What was counted here since it was last asked for; only kept when somebody asks. */
  #counted: Map<string, { name: LimitName; key: string; points: number }> | undefined;

  constructor(limits: RateLimits, max = maxWindows) {
    this.#limits = limits;
    this.#max = max;
  }

  /** How many windows are open. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts `points` against `key`; throws `RateLimited` past the limit. */
  take(name: LimitName, key: string, points = 1): void {
    const limit = this.#limits[name];
    if (limit === 0) return;
    const whom = whomOf(name, key);
    this.#note(name, whom, points);
    const now = Date.now();
    const { points: used, until } = this.#add(name, whom, points, now);
    if (used > limit) throw this.#refusal(name, until - now);
  }

  /** Throws when the key has used up its points, without counting. */
  check(name: LimitName, key: string): void {
    const used = this.#windows.get(`${name} ${whomOf(name, key)}`);
    const now = Date.now();
    if (used && used.until > now && used.points >= this.#limits[name])
      throw this.#refusal(name, used.until - now);
  }

  count(name: LimitName, key: string): void {
    if (this.#limits[name] === 0) return;
    const whom = whomOf(name, key);
    this.#note(name, whom, 1);
    this.#add(name, whom, 1, Date.now());
  }

  /** What was counted since the last call, the keys that used most of their limit first. */
  counted(max: number): { name: LimitName; key: string; points: number }[] {
    const counted = [...(this.#counted?.values() ?? [])];
    this.#counted = new Map();
    const share = ({ name, points }: { name: LimitName; points: number }) => points / this.#limits[name];
    return counted.sort((a, b) => share(b) - share(a)).slice(0, max);
  }

  /** Counts what another process let through. */
  add(name: LimitName, key: string, points: number): void {
    if (points > 0 && this.#limits[name] > 0) this.#add(name, key, points, Date.now());
  }

  #add(name: LimitName, key: string, points: number, now: number): Window {
    this.#tidy(now);
    const id = `${name} ${key}`;
    const known = this.#windows.get(id);
    if (known && known.until > now) {
      known.points += points;
      return known;
    }
    const begun = { points, until: now + window * 1000 };
    // A window that begins anew goes to the end of the order, which is by age.
    this.#windows.delete(id);
    this.#windows.set(id, begun);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > this.#max && oldest !== undefined) this.#windows.delete(oldest);
    return begun;
  }

  #tidy(now: number): void {
    if (now < this.#tidyAt) return;
    this.#tidyAt = now + window * 1000;
    for (const [id, { until }] of this.#windows) if (until <= now) this.#windows.delete(id);
  }

  #note(name: LimitName, key: string, points: number): void {
    if (!this.#counted) return;
    const id = `${name} ${key}`;
    const known = this.#counted.get(id);
    if (known) known.points += points;
    else if (this.#counted.size < maxCounted) this.#counted.set(id, { name, key, points });
  }

  #refusal(name: LimitName, milliseconds: number): RateLimited {
    return new RateLimited(
      policyNames[name],
      this.#limits[name],
      Math.max(1, Math.ceil(milliseconds / 1000)),
    );
  }
}
