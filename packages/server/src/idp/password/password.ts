import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { DebriefError } from '@debrief/contract';
import { normalPassword } from './password-rule.ts';

/** OWASP's level: 128 MiB and half a second each. */
const now = { logN: 17, r: 8, p: 1 };
const atOnce = 2;
const maxWaiting = 40;
const hashBytes = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** At most two at once: memory for more would be what an attacker is after. */
async function gated<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) {
      throw new DebriefError('service_unavailable', 'Too many people are signing in.', { retryAfter: 10 });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The turn is handed on, not given back: nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Half a second for each password would make up most of a test. No setting leads here: only tests call it. */
export function makeHashesCheapForTests(): void {
  now.logN = 10;
}

interface Cost {
  logN: number;
  r: number;
  p: number;
}

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r * p + 64 * 1024 * 1024 };
  return gated(
    () =>
      new Promise((resolve, reject) =>
        scrypt(normalPassword(password), salt, hashBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );
}

/** `scrypt$logN$r$p$salt$hash`: the parameters stay with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, now);
  return ['scrypt', now.logN, now.r, now.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const nobody = () => ['scrypt', now.logN, now.r, now.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

/** Without a hash it does the same work and says no: how long it takes tells nothing. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, logN, r, p, salt, expected] = (hash ?? nobody()).split('$');
  if (scheme !== 'scrypt' || !salt || !expected) throw new Error('A password hash of an unknown kind.');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(key, Buffer.from(expected, 'base64url')) && hash !== undefined;
}

export const isOutdated = (hash: string): boolean =>
  !hash.startsWith(`scrypt$${now.logN}$${now.r}$${now.p}$`);
