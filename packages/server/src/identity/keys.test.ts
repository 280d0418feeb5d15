import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JSONWebKeySet } from 'jose';
import { type HttpIssuer, httpIssuer } from '../../testing/http-issuer.ts';
import { refusedWith } from '../../testing/request.ts';
import { Discovery } from './discovery.ts';
import { fetchJson } from './fetch-json.ts';
import { IssuerKeys } from './keys.ts';
import { oidcRules } from './rules.ts';
import { createVerifier } from './verify.ts';

/** Keys of a real issuer under a clock of the test's own, which starts now because tokens do too. */
function setting(provider: HttpIssuer) {
  const time = { now: Date.now() };
  const discovery = new Discovery(provider.issuer);
  const keys = new IssuerKeys(
    async () => {
      const { jwksUri } = await discovery.metadata();
      return (await fetchJson(jwksUri, { max: 512 * 1024 })) as unknown as JSONWebKeySet;
    },
    () => time.now,
  );
  const rules = oidcRules({ issuer: provider.issuer, audience: 'api', clientId: 'app', accept: ['access'] });
  const verify = createVerifier({ rules, keys: keys.find, clock: () => time.now });
  const token = (kid?: string) => {
    const seconds = Math.floor(time.now / 1000);
    return provider.sign(
      { iss: provider.issuer, sub: 's', aud: 'api', iat: seconds, exp: seconds + 900 },
      kid,
    );
  };
  const asked = () => provider.asked.get('/jwks') ?? 0;
  return { time, keys, verify, token, asked };
}

const seconds = (count: number) => count * 1000;

describe('keys of the issuer', () => {
  it('are fetched once for many, and kept for ten minutes', async () => {
    await using provider = await httpIssuer();
    const { time, verify, token, asked } = setting(provider);
    await Promise.all(Array.from({ length: 20 }, async () => verify(await token())));
    assert.equal(asked(), 1);
    time.now += seconds(599);
    await verify(await token());
    assert.equal(asked(), 1);
    time.now += seconds(2);
    await verify(await token());
    assert.equal(asked(), 2);
    assert.equal(provider.asked.get('/.well-known/openid-configuration'), 1);
  });

  it('are looked at again for an unknown key id, at most every 30 s', async () => {
    await using provider = await httpIssuer();
    const { time, verify, token, asked } = setting(provider);
    await verify(await token());
    provider.rotate('second');
    await assert.rejects(verify(await token()), refusedWith('invalid_token'));
    assert.equal(asked(), 1);
    time.now += seconds(31);
    assert.equal((await verify(await token())).subject, 's');
    assert.equal(asked(), 2);
    provider.rotate('third');
    provider.forgetOldKeys();
    await Promise.allSettled(Array.from({ length: 20 }, async () => verify(await token())));
    assert.equal(asked(), 2);
    time.now += seconds(31);
    await verify(await token());
    await assert.rejects(verify(await token('first')), refusedWith('invalid_token'));
    assert.equal(asked(), 3);
  });

  it('a verified token is remembered for 30 s, and never past its expiry', async () => {
    await using provider = await httpIssuer();
    const { time, verify, token } = setting(provider);
    const signed = await token();
    await verify(signed);
    provider.rotate('second');
    provider.forgetOldKeys();
    time.now += seconds(29);
    assert.equal((await verify(signed)).subject, 's');
    time.now += seconds(600);
    await assert.rejects(verify(signed), refusedWith('invalid_token'));
    const late = await token();
    time.now += seconds(899);
    await verify(late);
    // Past the expiry and the 30 s that clocks may differ.
    time.now += seconds(32);
    await assert.rejects(verify(late), refusedWith('token_expired'));
  });

  it('A12 stay in use through an outage; an unknown key id is then no fault of the token', async () => {
    await using provider = await httpIssuer();
    const { time, verify, token, asked } = setting(provider);
    await verify(await token());
    provider.down = true;
    for (const wait of [31, 601, 3600]) {
      time.now += seconds(wait);
      await verify(await token());
    }
    provider.rotate('second');
    const unknown = await token();
    time.now += seconds(31);
    const before = asked();
    for (let turn = 0; turn < 3; turn++) {
      await assert.rejects(verify(unknown), refusedWith('identity_provider_unavailable'));
      time.now += seconds(5);
    }
    assert.equal(asked() - before, 1);
    provider.down = false;
    time.now += seconds(31);
    await verify(unknown);
  });

  it('A12 none yet and the issuer down: unavailable, then fine as soon as it is back', async () => {
    await using provider = await httpIssuer();
    const { verify, token, keys } = setting(provider);
    provider.down = true;
    assert.equal(await keys.warm(), false);
    const first = await token();
    await assert.rejects(verify(first), refusedWith('identity_provider_unavailable'));
    provider.down = false;
    await verify(first);
  });

  it('are refused when they are too many, too large, redirected or not a set', async () => {
    await using provider = await httpIssuer();
    const refuse = async (answer: Parameters<HttpIssuer['answers']['set']>[1]) => {
      provider.answers.set('/jwks', answer);
      const { verify, token } = setting(provider);
      await assert.rejects(verify(await token()), refusedWith('identity_provider_unavailable'));
    };
    await refuse({ keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) });
    await refuse({ keys: 'none' });
    await refuse([]);
    await refuse({ keys: [], fill: 'x'.repeat(600 * 1024) });
    await refuse((response) => void response.writeHead(302, { Location: `${provider.issuer}/other` }).end());
    await refuse((response) => void response.end('not json'));
    await refuse((response) => void response.writeHead(500).end('{}'));
  });
});

describe('discovery', () => {
  it('ASVS 10.5.3 trusts only a document that speaks for this very issuer, over https or this machine', async () => {
    await using provider = await httpIssuer();
    const path = '/.well-known/openid-configuration';
    const { issuer } = provider;
    for (const document of [
      { issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks` },
      { issuer: 'https://other.test', jwks_uri: `${issuer}/jwks` },
      { jwks_uri: `${issuer}/jwks` },
      { issuer },
      { issuer, jwks_uri: 'http://keys.example.com/jwks' },
      { issuer, jwks_uri: 'file:///etc/passwd' },
      { issuer, jwks_uri: `${issuer}/jwks`, userinfo_endpoint: 'http://people.example.com' },
    ]) {
      provider.answers.set(path, document);
      await assert.rejects(new Discovery(issuer).metadata(), JSON.stringify(document));
    }
    provider.answers.delete(path);
    const discovery = new Discovery(issuer);
    const expected = { jwksUri: `${issuer}/jwks`, userinfoEndpoint: `${issuer}/userinfo` };
    const all = await Promise.all(Array.from({ length: 5 }, () => discovery.metadata()));
    for (const metadata of all) assert.deepEqual(metadata, expected);
    provider.down = true;
    assert.deepEqual(await discovery.metadata(), expected);
  });
});
