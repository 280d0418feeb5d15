import type { AuditAction } from '@debrief/contract';
import { pino } from 'pino';
import { operatorCommands } from '../../src/operator.ts';
import { FakeBrowser } from '../browser.ts';
import type { TestServer } from '../server.ts';

const log = pino({ level: 'silent' });
const email = 'ada@example.com';
const password = 'seven quiet llamas hum';

/** What people do on the pages of the embedded identity provider, and the operator does to their accounts. */
export const signInDeeds: Partial<
  Record<AuditAction, (server: TestServer, browser: FakeBrowser) => Promise<unknown>>
> = {
  sign_in: async ({ running, url }) => {
    const browser = new FakeBrowser(url);
    const setUp = await browser.open((await running.idp?.setupLink()) ?? '');
    await browser.submit(setUp, { email, password, repeat: password });
    const other = new FakeBrowser(url);
    await other.submit(await other.open(authorizeUrl(url)), { email, password });
  },
  sign_in_failed: async ({ url }, browser) =>
    browser.submit(await browser.open(authorizeUrl(url)), { email, password: 'not the right one' }),
  password_changed: async ({ running }, browser) => {
    const next = 'nine loud zebras whisper';
    const [account] = (await running.idp?.accounts.find(email)) ?? [];
    const link = account && (await running.idp?.accounts.passwordLink(account));
    await browser.submit(await browser.open(link ?? ''), { password: next, repeat: next });
  },
  account_disabled: async ({ config }) =>
    operatorCommands['disable-account']?.run({ config, args: [email], log }),
  account_enabled: async ({ config }) =>
    operatorCommands['enable-account']?.run({ config, args: [email], log }),
};

const authorizeUrl = (url: string) =>
  `${url}/idp/auth?${new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${url}/`,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;

/** Settings of a server whose people sign in with the embedded provider. */
export const embedded = { IDP_ISSUER: '', IDP_CLIENT_ID: '', IDP_AUDIENCE: '', IDP_JWKS: '' };
