import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Clock } from '../domain/ports.ts';
import type { AccountStore, KeyRecord } from './account.ts';
import type { Sealer } from './seal.ts';

export interface KeySet {
  /** Changes whenever the keys or their order do. */
  readonly version: string;
  /** Private keys; the first one signs. */
  readonly signing: JWK[];
  readonly public: JWK[];
  /** The first one signs cookies, all of them verify. */
  readonly cookie: string[];
}

/** Every process and every verifier has seen a new key before anything is signed with it. */
const activeAfter = 15 * 60_000;
/** ID tokens come back as hints long after they expired; past this a signed-out page simply asks once more. */
const keptAfter = 30 * 24 * 60 * 60_000;

const kinds = ['signing', 'cookie'] as const;
const label = (key: { kind: string; ordinal: number }) => `${key.kind} key ${key.ordinal}`;

async function newSecret(kind: KeyRecord['kind']): Promise<string> {
  if (kind === 'cookie') return randomBytes(32).toString('base64url');
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' });
}

export function createKeys(store: AccountStore, sealer: Sealer, clock: Clock) {
  let current: KeySet | undefined;

  async function add(kind: KeyRecord['kind'], ordinal: number, activeAt: number): Promise<boolean> {
    const sealed = sealer.seal(await newSecret(kind), label({ kind, ordinal }));
    return store.key.add({ kind, ordinal, sealed, createdAt: clock(), activeAt });
  }

  /** Newest active one first: it signs. Those not yet active come last: they are only published. */
  async function ordered(kind: KeyRecord['kind']): Promise<KeyRecord[]> {
    let keys = await store.key.list(kind);
    if (keys.length === 0) {
      // Whoever loses the race for the first ordinal finds the winner's key below.
      await add(kind, 1, 0);
      keys = await store.key.list(kind);
    }
    const now = clock();
    const active = keys.filter((key) => key.activeAt <= now).reverse();
    return [...active, ...keys.filter((key) => key.activeAt > now)];
  }

  function open(key: KeyRecord): string {
    const secret = sealer.open(key.sealed, label(key));
    if (secret === undefined) {
      throw new Error('The keys of the identity provider were sealed with another encryption key.');
    }
    return secret;
  }

  async function load(): Promise<KeySet> {
    const [signing, cookie] = await Promise.all([ordered('signing'), ordered('cookie')]);
    const version = [...signing, ...cookie].map(label).join();
    if (current?.version !== version) {
      const secrets = signing.map((key) => JSON.parse(open(key)) as JWK);
      current = {
        version,
        signing: secrets,
        public: secrets.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK),
        cookie: cookie.map(open),
      };
    }
    return current;
  }

  /** Appends a key of each kind. It moves to the front by itself once everybody knows it. */
  async function rotate(): Promise<void> {
    for (const kind of kinds) {
      const keys = await store.key.list(kind);
      await add(kind, (keys.at(-1)?.ordinal ?? 0) + 1, clock() + activeAfter);
    }
  }

  /** Drops keys that a newer one replaced long ago. */
  async function retire(): Promise<void> {
    for (const kind of kinds) {
      const keys = await store.key.list(kind);
      for (const [index, key] of keys.entries()) {
        const successor = keys[index + 1];
        if (successor && successor.activeAt + keptAfter < clock()) await store.key.delete(kind, key.ordinal);
      }
    }
  }

  return { load, rotate, retire };
}

export type Keys = ReturnType<typeof createKeys>;
