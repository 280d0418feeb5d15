import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { newId } from '../src/domain/id.ts';

export const audience = 'https://api.debrief.test';
export const clientId = 'test-dashboard';

/** `npm test` makes one for all files, because finding the primes can take a second. */
const { TEST_ISSUER_KEY } = process.env;
const privateKey = TEST_ISSUER_KEY
  ? createPrivateKey(TEST_ISSUER_KEY)
  : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const publicKey = createPublicKey(privateKey);
const kid = 'test-key';

export interface TokenOptions {
  subject: string;
  email?: string;
  emailVerified?: boolean;
  issuer?: string;
  audience?: string;
  expiresIn?: number;
  header?: Partial<JWTHeaderParameters>;
}

/** An OIDC issuer that exists only in the tests: its keys go to the server by IDP_JWKS. */
export class TestIssuer {
  readonly issuer = `https://idp.test/${newId('org').slice(4)}`;

  async jwks(): Promise<string> {
    const jwk = await exportJWK(publicKey);
    return JSON.stringify({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] });
  }

  async env(): Promise<Record<string, string>> {
    return {
      IDP_ISSUER: this.issuer,
      IDP_CLIENT_ID: clientId,
      IDP_AUDIENCE: audience,
      IDP_JWKS: await this.jwks(),
    };
  }

  token(options: TokenOptions): Promise<string> {
    return this.sign(this.claims(options), options.header);
  }

  claims(options: TokenOptions): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: options.issuer ?? this.issuer,
      sub: options.subject,
      aud: options.audience ?? audience,
      iat: now - 5,
      exp: now + (options.expiresIn ?? 900),
      ...(options.email !== undefined && {
        email: options.email,
        email_verified: options.emailVerified ?? true,
      }),
    };
  }

  sign(
    claims: Record<string, unknown>,
    header: Partial<JWTHeaderParameters> = {},
    key = privateKey,
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt', ...header }).sign(key);
  }

  /** Signed with a key the server has never seen. */
  strangerToken(options: TokenOptions): Promise<string> {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return this.sign(this.claims(options), { kid: 'stranger' }, stranger);
  }

  /** The classic confusion: the public key used as a shared secret. */
  async symmetricToken(options: TokenOptions): Promise<string> {
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    return new SignJWT(this.claims(options))
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(secret.toString()));
  }

  unsignedToken(options: TokenOptions): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'none', typ: 'JWT' })}.${part(this.claims(options))}.`;
  }
}
