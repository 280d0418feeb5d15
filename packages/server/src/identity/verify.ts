import { DebriefError, limits } from '@debrief/contract';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Identity } from '../domain/actor.ts';
import type { Clock } from '../domain/ports.ts';
import type { Profile } from '../domain/records.ts';
import { KeysUnavailable } from './keys.ts';
import type { TokenRules } from './rules.ts';

const maxBytes = 8192;
const toleranceSeconds = 30;
/** A signature that was good a moment ago still is; a key the issuer takes back counts for no longer than this. */
const rememberedFor = 30_000;
const maxRemembered = 1000;

const invalid = (cause?: unknown) =>
  new DebriefError('invalid_token', 'The access token is not valid.', { cause });

export interface VerifierOptions {
  rules: TokenRules;
  keys: JWTVerifyGetKey;
  clock: Clock;
  /** Finds the e-mail address of a token that does not carry it. */
  lookUpProfile?: (claims: JWTPayload & { sub: string }, token: string) => Promise<Profile>;
}

/** `true`, or the text Cognito's UserInfo says it with. */
export const isVerified = (claim: unknown): boolean => claim === true || claim === 'true';

/** Text that can be stored and shown: a claim is whatever the issuer lets people put there. */
export const isPrintable = (claim: unknown, max: number): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= max && !/[\p{Cc}\p{Cs}]/u.test(claim);

/**
 * Turns an access token into the identity it proves. Throws `invalid_token`, `token_expired`, or
 * `identity_provider_unavailable` when the keys to judge it cannot be had.
 */
export function createVerifier({ rules, keys, clock, lookUpProfile }: VerifierOptions) {
  const verified = new Map<string, { identity: Identity; until: number }>();

  return async (token: string): Promise<Identity> => {
    const known = verified.get(token);
    if (known && clock() < known.until) return known.identity;
    const { identity, expiresAt } = await verify(token);
    if (verified.size >= maxRemembered) verified.clear();
    verified.set(token, { identity, until: Math.min(expiresAt, clock() + rememberedFor) });
    return identity;
  };

  async function verify(token: string): Promise<{ identity: Identity; expiresAt: number }> {
    if (token.length > maxBytes || token.split('.').length !== 3) throw invalid();
    const now = clock();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      algorithms: rules.algorithms,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    }).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) {
        throw new DebriefError('token_expired', 'The access token has expired.', { cause: error });
      }
      if (error instanceof KeysUnavailable) {
        throw new DebriefError(
          'identity_provider_unavailable',
          'The identity provider cannot be reached; try again shortly.',
          { cause: error, retryAfter: 5 },
        );
      }
      throw invalid(error);
    });
    const subject = payload.sub;
    if (!isPrintable(subject, 255)) throw invalid();
    if (payload.iat !== undefined && payload.iat * 1000 > now + toleranceSeconds * 1000) throw invalid();
    if (!rules.isOurs(payload, protectedHeader.typ)) throw invalid();
    const identity: Identity = {
      issuer: rules.issuer,
      subject,
      async profile() {
        if (isPrintable(payload.email, limits.email)) {
          return { email: payload.email, emailVerified: isVerified(payload.email_verified) };
        }
        if (!lookUpProfile) return { email: null, emailVerified: false };
        return lookUpProfile({ ...payload, sub: subject }, token);
      },
    };
    return { identity, expiresAt: (payload.exp as number) * 1000 };
  }
}
