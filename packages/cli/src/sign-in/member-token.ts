import { open, readFile, stat, unlink } from 'node:fs/promises';
import { writeDurably } from '../disk.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, pathsOf } from '../home.ts';
import { refreshTokens, TokenRefused, type Tokens } from './device-flow.ts';
import type { Issuer } from './issuer.ts';

/** A person's own sign-in on this machine. The recorder knows nothing of it; it only sends. */
export interface MemberToken extends Tokens, Pick<Issuer, 'issuer' | 'clientId' | 'tokenEndpoint'> {
  server: string;
  revocationEndpoint?: string;
}

export async function readMemberToken(home: Home): Promise<MemberToken | undefined> {
  const text = await readFile(pathsOf(home).member, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as MemberToken;
  } catch {
    return undefined;
  }
}

export const writeMemberToken = (home: Home, token: MemberToken): Promise<void> =>
  writeDurably(pathsOf(home).member, `${JSON.stringify(token)}\n`, 0o600);

export const removeMemberToken = (home: Home): Promise<void> => unlink(pathsOf(home).member).catch(() => {});

export const notSignedIn = (): Failure =>
  new Failure('You are not signed in. Run "debrief login" first.', exitCodes.unauthorized);

/** So much is left of a token that a call may still take. */
const spareMs = 30_000;

/** A token that is valid now, renewed when it has to be. */
export async function memberToken(home: Home, fetch: typeof globalThis.fetch): Promise<MemberToken> {
  const known = await readMemberToken(home);
  if (!known) throw notSignedIn();
  if (known.expiresAt - Date.now() > spareMs) return known;
  return alone(home, async () => {
    // Another command may have renewed it meanwhile; the older refresh token would then end the whole sign-in.
    const now = (await readMemberToken(home)) ?? known;
    if (now.expiresAt - Date.now() > spareMs) return now;
    if (now.refreshToken === undefined) throw notSignedIn();
    const tokens = await refreshTokens(now, now.refreshToken, fetch).catch(async (error: unknown) => {
      if (!(error instanceof TokenRefused) || error.code !== 'invalid_grant') throw error;
      await removeMemberToken(home);
      throw new Failure('Your sign-in has ended. Run "debrief login" again.', exitCodes.unauthorized);
    });
    const renewed = { ...now, ...tokens };
    await writeMemberToken(home, renewed);
    return renewed;
  });
}

const staleMs = 30_000;

/** One process at a time; a file that a killed one left behind does not count for long. */
async function alone<T>(home: Home, work: () => Promise<T>): Promise<T> {
  const path = `${pathsOf(home).member}.lock`;
  for (;;) {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return undefined;
    });
    if (file) {
      await file.close();
      break;
    }
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > staleMs) await unlink(path).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => {});
  }
}
