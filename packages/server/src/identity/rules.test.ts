import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JWTPayload } from 'jose';
import { cognitoRules, embeddedRules, oidcRules, type TokenRules } from './rules.ts';

type Case = [ours: boolean, claims: JWTPayload, type?: string];

function judge(rules: TokenRules, cases: Case[]): void {
  for (const [ours, claims, type] of cases) {
    assert.equal(rules.isOurs(claims, type), ours, JSON.stringify([claims, type]));
  }
}

describe('rules for tokens', () => {
  it('never allow none or a shared secret', () => {
    const options = {
      issuer: 'i',
      audience: 'a',
      clientId: 'c',
      accept: ['access' as const],
      region: 'r',
      poolId: 'p',
    };
    for (const rules of [cognitoRules(options), oidcRules(options), embeddedRules(options)]) {
      for (const algorithm of rules.algorithms) assert.match(algorithm, /^(?:RS|PS|ES)\d{3}$|^EdDSA$/);
    }
    assert.deepEqual(cognitoRules(options).algorithms, ['RS256']);
  });

  it('Cognito: access by client_id, ID by aud, each only where it is accepted', () => {
    const pool = { region: 'eu-west-1', poolId: 'eu-west-1_AbC', clientId: 'mine' };
    const both = cognitoRules({ ...pool, accept: ['access', 'id'] });
    assert.equal(both.issuer, 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC');
    judge(both, [
      [true, { token_use: 'access', client_id: 'mine' }],
      [false, { token_use: 'access', client_id: 'other' }],
      [false, { token_use: 'access', aud: 'mine' }],
      [true, { token_use: 'id', aud: 'mine' }],
      [false, { token_use: 'id', aud: 'other' }],
      [false, { token_use: 'id', client_id: 'mine' }],
      [false, { client_id: 'mine', aud: 'mine' }],
      [false, { token_use: 'refresh', client_id: 'mine', aud: 'mine' }],
    ]);
    judge(cognitoRules({ ...pool, accept: ['access'] }), [
      [true, { token_use: 'access', client_id: 'mine' }],
      [false, { token_use: 'id', aud: 'mine' }],
    ]);
    judge(cognitoRules({ ...pool, accept: ['id'] }), [
      [false, { token_use: 'access', client_id: 'mine' }],
      [true, { token_use: 'id', aud: 'mine' }],
    ]);
  });

  it('any other provider: the audience of an access token; ID tokens only where accepted', () => {
    const options = { issuer: 'i', audience: 'api', clientId: 'app' };
    judge(oidcRules({ ...options, accept: ['access'] }), [
      [true, { aud: 'api' }],
      [true, { aud: ['x', 'api'] }, 'at+jwt'],
      [true, { aud: 'api' }, 'application/AT+JWT'],
      [true, { aud: 'api' }, 'JWT'],
      [false, { aud: 'api' }, 'logout+jwt'],
      [false, { aud: 'app' }],
      [false, {}],
    ]);
    judge(oidcRules({ ...options, accept: ['id'] }), [
      [true, { aud: 'app' }],
      [true, { aud: ['app', 'x'], azp: 'app' }],
      [false, { aud: ['app', 'x'], azp: 'x' }],
      [false, { aud: 'app' }, 'at+jwt'],
      [false, { aud: 'api' }],
    ]);
  });

  it('the embedded provider: typed access tokens of our own client', () => {
    judge(embeddedRules({ issuer: 'i', audience: 'api', clientId: 'app' }), [
      [true, { aud: 'api', client_id: 'app' }, 'at+jwt'],
      [false, { aud: 'api', client_id: 'app' }, 'JWT'],
      [false, { aud: 'api', client_id: 'app' }],
      [false, { aud: 'api', client_id: 'other' }, 'at+jwt'],
      [false, { aud: 'app', client_id: 'app' }, 'at+jwt'],
    ]);
  });
});
