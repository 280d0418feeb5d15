import assert from 'node:assert/strict';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { FakeBrowser, type Shown } from '../browser.ts';
import { type FakeServer, startFakeServer } from '../idp.ts';

export const password = 'seven quiet llamas hum';
export const email = 'Ada@Example.com';

export interface Started {
  shown: Shown;
  finish(): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}

/** Debrief as Ada has just set it up, and a client of any maker that knows only the standard. */
export class StandardClient {
  readonly server: FakeServer;
  readonly config: oidc.Configuration;
  /** Ada's browser, which is signed in. */
  readonly browser: FakeBrowser;

  constructor(server: FakeServer, config: oidc.Configuration, browser: FakeBrowser) {
    this.server = server;
    this.config = config;
    this.browser = browser;
  }

  static async start(): Promise<StandardClient> {
    const server = await startFakeServer();
    const browser = new FakeBrowser(server.url);
    const link = await server.idp.setupLink();
    assert.ok(link);
    assert.equal(await server.idp.setupLink(), link, 'the same link until it is used');
    const page = await browser.open(link);
    assert.equal(page.title, 'Set up Debrief');
    const done = await browser.submit(page, { email, password, repeat: password });
    assert.equal(done.url, `${server.url}/`);
    const { issuer, clientId } = server.idp;
    const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    return new StandardClient(server, config, browser);
  }

  async authorize(browser: FakeBrowser, params: Record<string, string> = {}): Promise<Started> {
    const { config } = this;
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const expectedState = oidc.randomState();
    const expectedNonce = oidc.randomNonce();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${this.server.url}/signed-in`,
      scope: 'openid email',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...params,
    });
    const shown = await browser.open(url.href);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    return { shown, finish: () => oidc.authorizationCodeGrant(config, new URL(shown.url), checks) };
  }

  async verify(token: string) {
    const { idp, url } = this.server;
    return jwtVerify(token, createLocalJWKSet(await idp.jwks()), {
      issuer: idp.issuer,
      audience: `${url}/v1`,
      typ: 'at+jwt',
      algorithms: ['RS256'],
    });
  }

  async signInAgain(browser: FakeBrowser): Promise<Shown> {
    const { shown } = await this.authorize(browser);
    assert.equal(shown.title, 'Sign in');
    return browser.submit(shown, { email, password });
  }
}
