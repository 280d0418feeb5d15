import { DebriefError, limits } from '@debrief/contract';
import type { JWTPayload } from 'jose';
import type { Clock, IdentityStore } from '../domain/ports.ts';
import type { Profile } from '../domain/records.ts';
import type { Discovery } from './discovery.ts';
import { FetchRefused, fetchJson } from './fetch-json.ts';
import { isPrintable, isVerified } from './verify.ts';

const day = 86_400_000;
const forgetAfter = 60_000;
const nobody: Profile = { email: null, emailVerified: false };

/** Finds who a subject is by our own record, else by asking UserInfo. */
export function profileLookup(options: {
  issuer: string;
  discovery: Discovery;
  store: IdentityStore;
  clock: Clock;
}) {
  const { issuer, discovery, store, clock } = options;
  const asking = new Map<string, Promise<Profile>>();
  const unknown = new Map<string, number>();

  async function ask(subject: string, token: string): Promise<Profile> {
    const { userinfoEndpoint } = await discovery.metadata();
    if (!userinfoEndpoint) return nobody;
    const answer = await fetchJson(userinfoEndpoint, {
      max: 64 * 1024,
      headers: { Authorization: `Bearer ${token}` },
    });
    // OIDC Core §5.3.2: an answer about somebody else is to be thrown away.
    if (answer.sub !== subject || !isPrintable(answer.email, limits.email)) return nobody;
    return { email: answer.email, emailVerified: isVerified(answer.email_verified) };
  }

  /** Asks, and keeps the answer before anybody else may ask. */
  async function learn(subject: string, token: string): Promise<Profile> {
    const profile = await ask(subject, token).catch((error: unknown) => {
      // The provider's "no" is an answer; its silence is an outage.
      if (error instanceof FetchRefused && error.status < 500) return nobody;
      throw new DebriefError('identity_provider_unavailable', 'The identity provider cannot be reached.', {
        cause: error,
        retryAfter: 5,
      });
    });
    if (profile.email) await store.saveProfile(issuer, subject, profile, clock());
    else {
      if (unknown.size > 10_000) unknown.clear();
      unknown.set(subject, clock() + forgetAfter);
    }
    return profile;
  }

  return async (claims: JWTPayload & { sub: string }, token: string): Promise<Profile> => {
    const subject = claims.sub;
    const known = asking.has(subject) ? undefined : await store.findProfile(issuer, subject, clock() - day);
    if (known?.email) return known;
    if ((unknown.get(subject) ?? 0) > clock()) return nobody;
    let answer = asking.get(subject);
    if (!answer) {
      answer = learn(subject, token).finally(() => asking.delete(subject));
      asking.set(subject, answer);
    }
    return answer;
  };
}
