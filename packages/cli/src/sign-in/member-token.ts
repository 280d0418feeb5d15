import { open, readFile, stat, unlink } from 'node:fs/promises';
import { createClient, DebriefError } from '@debrief/contract';
import { writeDurably } from '../disk.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, pathsOf } from '../home.ts';
import { defaultName } from '../settings.ts';
import { refreshTokens, revokeToken, TokenRefused, type Tokens } from './device-flow.ts';
import type { Issuer } from './issuer.ts';

type Fetch = typeof globalThis.fetch;

/** A person's own sign-in on this machine. The recorder knows nothing of it; it only sends. */
export interface MemberToken extends Tokens, Pick<Issuer, 'issuer' | 'clientId' | 'tokenEndpoint'> {
  server: string;
  revocationEndpoint?: string;
  /** With a terminal's own token, which only reads; absent where an older server knows none. */
  terminalId?: string;
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
export async function memberToken(home: Home, fetch: Fetch): Promise<MemberToken> {
  const known = await readMemberToken(home);
  if (!known) throw notSignedIn();
  if (isFresh(known) && known.terminalId !== undefined) return known;
  return alone(home, async () => {
    // Another command may have renewed it meanwhile; the older refresh token would then end the whole sign-in.
    const now = (await readMemberToken(home)) ?? known;
    if (now.terminalId !== undefined && !isFresh(now)) {
      await removeMemberToken(home);
      throw ended();
    }
    return now.terminalId === undefined ? keepTerminal(home, await renewed(home, now, fetch), fetch) : now;
  });
}

const isFresh = ({ expiresAt }: MemberToken): boolean => expiresAt - Date.now() > spareMs;
const ended = () => new Failure('Your sign-in has ended. Run "debrief login" again.', exitCodes.unauthorized);

/** The token as it is, or the next one where the identity provider renews it. */
async function renewed(home: Home, now: MemberToken, fetch: Fetch): Promise<MemberToken> {
  if (isFresh(now)) return now;
  if (now.refreshToken === undefined) throw notSignedIn();
  const tokens = await refreshTokens(now, now.refreshToken, fetch).catch(async (error: unknown) => {
    if (!(error instanceof TokenRefused) || error.code !== 'invalid_grant') throw error;
    await removeMemberToken(home);
    throw ended();
  });
  const next = { ...now, ...tokens };
  await writeMemberToken(home, next);
  return next;
}

/**
 * Exchanges what the identity provider gave, with which a person may do everything, for a token that only reads, and
 * keeps that alone. An older server has none: there the sign-in stays as it is.
 */
export async function keepTerminal(home: Home, token: MemberToken, fetch: Fetch): Promise<MemberToken> {
  const client = createClient({ baseUrl: token.server, credential: () => token.accessToken, fetch });
  const issued = await client.signInTerminal({ machine: defaultName() }).catch((error: unknown) => {
    // A refusal is told; a server that is older or does not answer is asked again with the next command.
    if (error instanceof DebriefError && error.status < 500 && error.status !== 404) throw error;
    return undefined;
  });
  const expiresAt = Date.parse(issued?.expiresAt ?? '');
  if (!issued || !/^dt_[0-9A-Za-z]{38}$/.test(issued.token) || !Number.isFinite(expiresAt)) {
    await writeMemberToken(home, token);
    return token;
  }
  const { refreshToken, ...rest } = token;
  const kept = { ...rest, accessToken: issued.token, expiresAt, terminalId: String(issued.terminalId) };
  await writeMemberToken(home, kept);
  const { revocationEndpoint, clientId } = token;
  if (revocationEndpoint !== undefined && refreshToken !== undefined) {
    const signal = AbortSignal.timeout(5000);
    await revokeToken({ revocationEndpoint, clientId }, refreshToken, fetch, signal).catch(() => {});
  }
  return kept;
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
