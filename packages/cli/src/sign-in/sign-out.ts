import { createClient } from '@debrief/contract';
import type { Home } from '../home.ts';
import { revokeToken } from './device-flow.ts';
import { readMemberToken, removeMemberToken } from './member-token.ts';

/** `local`: the token is gone from this machine, and the identity provider could not be told. */
export type SignedOut = 'was_not_signed_in' | 'everywhere' | 'local';

/** Nobody waits longer than this for an identity provider that does not answer. */
const patienceMs = 5000;

/** Removes the token that "debrief login" got from this machine, and asks the identity provider to end it. */
export async function signOut(home: Home, fetch: typeof globalThis.fetch): Promise<SignedOut> {
  const known = await readMemberToken(home);
  await removeMemberToken(home);
  if (!known) return 'was_not_signed_in';
  const { revocationEndpoint, clientId, refreshToken, accessToken, terminalId, server } = known;
  if (terminalId !== undefined) {
    const client = createClient({ baseUrl: server, credential: () => accessToken, fetch });
    const signal = AbortSignal.timeout(patienceMs);
    return client.endTerminal({ terminalId }, { signal }).then(
      () => 'everywhere',
      () => 'local',
    );
  }
  if (revocationEndpoint === undefined) return 'local';
  try {
    const signal = AbortSignal.timeout(patienceMs);
    await revokeToken({ revocationEndpoint, clientId }, refreshToken ?? accessToken, fetch, signal);
    return 'everywhere';
  } catch {
    return 'local';
  }
}

/** What a person is told of it; undefined when there is nothing to tell. */
export const signedOutWords: Record<SignedOut, string | undefined> = {
  was_not_signed_in: undefined,
  everywhere: 'You are signed out.',
  local:
    'You are signed out here. The server could not be told; end the sign-in on your account’s page, or wait until it expires.',
};
