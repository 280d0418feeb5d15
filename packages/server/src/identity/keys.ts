import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

type Load = () => Promise<JSONWebKeySet>;

const freshFor = 600_000;
/** A token with an unknown key id makes us look again, but a flood of them does not. */
const askAgainAfter = 30_000;
const maxKeys = 100;

/** No keys could be had: an outage of the provider, not a fault of the token (A12). */
export class KeysUnavailable extends Error {}

/** The issuer's public keys. They stay in use while the issuer is down. */
export class IssuerKeys {
  readonly #load: Load;
  readonly #clock: () => number;
  #keys: JWTVerifyGetKey | undefined;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<boolean> | undefined;

  constructor(load: Load, clock: () => number = Date.now) {
    this.#load = load;
    this.#clock = clock;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const now = this.#clock();
    if (!this.#keys) {
      if (!(await this.#refresh()) || !this.#keys) throw new KeysUnavailable('no keys of the issuer yet');
    } else if (now - this.#loadedAt > freshFor && now - this.#triedAt > askAgainAfter) {
      await this.#refresh();
    }
    try {
      return await (this.#keys as JWTVerifyGetKey)(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (now - this.#loadedAt < askAgainAfter) throw error;
      if (now - this.#triedAt > askAgainAfter) await this.#refresh();
      // Also while a failed look is not repeated yet: the key may be one we could not be told about.
      if (this.#triedAt > this.#loadedAt) {
        throw new KeysUnavailable('an unknown key id, and the issuer does not answer');
      }
      return (this.#keys as JWTVerifyGetKey)(header, token);
    }
  };

  /** Fetches ahead of the first token, so that the first user does not wait for it. */
  async warm(): Promise<boolean> {
    return this.#refresh();
  }

  #refresh(): Promise<boolean> {
    this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #fetch(): Promise<boolean> {
    this.#triedAt = this.#clock();
    try {
      const set = await this.#load();
      if (!Array.isArray(set.keys) || set.keys.length > maxKeys) throw new Error('not a usable key set');
      this.#keys = createLocalJWKSet(set);
      this.#loadedAt = this.#clock();
      return true;
    } catch {
      return false;
    }
  }
}
