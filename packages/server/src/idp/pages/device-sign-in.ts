import type { Provider } from 'oidc-provider';
import { type AccountRecord, readEmail } from '../account.ts';
import { apiOf, clientId, scopes } from '../configuration.ts';
import type { IdpContext, Visit } from '../context.ts';
import { checkCredentials } from '../password/credential.ts';
import { findSignedIn, startSession } from '../session.ts';
import { formToken, Refusal, readForm } from './form.ts';
import { type Html, html } from './html.ts';
import { field, form, sendPage } from './page.ts';

/**
 * Where a person lets a terminal sign in as them (RFC 8628): they type the code that the terminal shows, sign in if they
 * are not, and confirm. The library's own page keeps its state in sessions of nobody, which are not kept here (P9).
 */

type DeviceCode = NonNullable<Awaited<ReturnType<Provider['DeviceCode']['findByUserCode']>>>;

const longestCode = 40;

/** As people type it: `bcdf-ghjk`, with or without the hyphen. */
const normalized = (typed: string): string =>
  typed
    .slice(0, longestCode)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

/** As the terminal shows it. */
const shown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Undefined for a code that never was, has expired or has been used: nobody learns which. */
async function findCode(context: IdpContext, typed: string): Promise<DeviceCode | undefined> {
  const code = await context.provider().DeviceCode.findByUserCode(normalized(typed));
  const isFresh = code?.isValid && (code.exp ?? 0) * 1000 > context.clock();
  return isFresh && !code.accountId && !code.error && code.clientId === clientId ? code : undefined;
}

interface Asked {
  code?: string;
  email?: string;
  fault?: string | undefined;
  status?: number;
}

function askForCode(context: IdpContext, visit: Visit, isSignedIn: boolean, asked: Asked): void {
  const credentials = [
    field({
      name: 'email',
      label: 'E-mail',
      type: 'email',
      autocomplete: 'username',
      value: asked.email ?? '',
    }),
    field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
  ];
  sendPage(visit.response, asked.status ?? 200, {
    title: 'Sign in a terminal',
    lead: 'Enter the code that “debrief login” shows in your terminal.',
    fault: asked.fault,
    body: form(
      formToken(context, visit),
      [
        field({
          name: 'user_code',
          label: 'Code',
          type: 'text',
          autocomplete: 'off',
          value: asked.code ?? '',
          autofocus: true,
        }),
        ...(isSignedIn ? [] : credentials),
      ],
      'Continue',
    ),
  });
}

function askToConfirm(context: IdpContext, visit: Visit, account: AccountRecord, code: DeviceCode): void {
  const { ip } = code.deviceInfo ?? {};
  const hidden: Html = html`<input type="hidden" name="user_code" value="${code.userCode}">`;
  const refuse: Html = html`<button class="quiet" type="submit" name="answer" value="refuse">Refuse</button>`;
  sendPage(visit.response, 200, {
    title: 'Let this terminal in?',
    lead: html`It will act as <strong>${account.email}</strong> in Debrief, until “debrief logout”.`,
    body: html`<p class="code">${shown(code.userCode)}</p>
<p class="hint">Compare the code with the one in your terminal. The request came from ${typeof ip === 'string' ? ip : 'an unknown address'}. Refuse if you did not run “debrief login” just now.</p>
<form method="post"><input type="hidden" name="csrf" value="${formToken(context, visit)}">${hidden}<button type="submit" name="answer" value="allow">Allow</button>${refuse}</form>`,
  });
}

export async function showDeviceSignIn(context: IdpContext, visit: Visit): Promise<void> {
  const typed = new URL(visit.request.url ?? '', context.publicUrl).searchParams.get('user_code') ?? '';
  const signedIn = await findSignedIn(context, visit);
  const code = signedIn && typed !== '' ? await findCode(context, typed) : undefined;
  if (signedIn && code) askToConfirm(context, visit, signedIn.account, code);
  else {
    const given = normalized(typed);
    askForCode(context, visit, signedIn !== undefined, { code: given === '' ? '' : shown(given) });
  }
}

export async function answerDeviceSignIn(context: IdpContext, visit: Visit): Promise<void> {
  const given = await readForm(context, visit);
  const typed = given.get('user_code') ?? '';
  const asked: Asked = { code: typed.slice(0, longestCode), email: given.get('email') ?? '', status: 400 };
  const signedIn = await findSignedIn(context, visit);
  let account = signedIn?.account;
  if (!account) {
    try {
      account = await signInHere(context, visit, given);
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
      visit.response.setHeader('Retry-After', error.retryAfter);
      const fault = `${error.title}. ${error.message}`;
      return askForCode(context, visit, false, { ...asked, fault, status: error.status });
    }
    if (!account)
      return askForCode(context, visit, false, { ...asked, fault: 'The e-mail or the password is wrong.' });
  }
  const code = await findCode(context, typed);
  if (!code) {
    const fault = 'This code is not valid. It may have expired: run “debrief login” again.';
    return askForCode(context, visit, true, { ...asked, fault });
  }
  const answer = given.get('answer');
  if (answer === 'allow') await allow(context, visit, account, code);
  else if (answer === 'refuse') await refuse(visit, code);
  else askToConfirm(context, visit, account, code);
}

async function signInHere(
  context: IdpContext,
  visit: Visit,
  given: URLSearchParams,
): Promise<AccountRecord | undefined> {
  const email = readEmail(given.get('email') ?? '');
  const password = given.get('password') ?? '';
  const account =
    email === undefined || password === ''
      ? undefined
      : await checkCredentials(context, visit, email, password);
  if (!account) return undefined;
  await startSession(context, visit, account.accountId);
  await context.audit({ action: 'sign_in', actorId: account.accountId }, visit.info);
  return account;
}

/** A grant of its own: signing out in the browser leaves the terminal signed in, and the other way round. */
async function allow(
  context: IdpContext,
  visit: Visit,
  { accountId, email }: AccountRecord,
  code: DeviceCode,
): Promise<void> {
  const grant = new (context.provider().Grant)({ clientId, accountId });
  grant.addOIDCScope(scopes);
  code.accountId = accountId;
  code.grantId = await grant.save();
  code.scope = scopes;
  code.resource = apiOf(context.publicUrl);
  code.authTime = Math.floor(context.clock() / 1000);
  await code.save();
  await context.audit({ action: 'sign_in', actorId: accountId }, visit.info);
  sendPage(visit.response, 200, {
    title: 'Your terminal is signed in',
    lead: html`It goes on by itself, as <strong>${email}</strong>. You can close this page.`,
  });
}

async function refuse(visit: Visit, code: DeviceCode): Promise<void> {
  code.error = 'access_denied';
  code.errorDescription = 'the person refused';
  await code.save();
  sendPage(visit.response, 200, {
    title: 'Refused',
    lead: 'The terminal was not let in. You can close this page.',
  });
}
