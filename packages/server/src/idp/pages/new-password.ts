import { type AccountRecord, readEmail } from '../account.ts';
import { type IdpContext, mount, type Visit } from '../context.ts';
import { linkOf, passwordLink, spent } from '../link.ts';
import { forgottenPasswordMail, passwordChangedMail } from '../mail.ts';
import {
  checkCredentials,
  type NewPasswordFaults,
  newPasswordFaults,
  tooMany,
} from '../password/credential.ts';
import { rememberDevice } from '../password/device.ts';
import { hashPassword } from '../password/password.ts';
import { admit } from '../password/throttle.ts';
import { findSignedIn } from '../session.ts';
import { formToken, Refusal, readForm } from './form.ts';
import { html } from './html.ts';
import { newPasswordFields } from './new-account.ts';
import { field, form, linkButton, redirect, sendPage } from './page.ts';

const addressOf = (email: string) =>
  field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: email,
    fixed: true,
  });

/** Whoever knew the old password is signed out; the owner of the account is told. */
async function afterChange(
  context: IdpContext,
  visit: Visit,
  account: Pick<AccountRecord, 'accountId' | 'email'>,
  keptSessionId?: string,
): Promise<void> {
  const kept = keptSessionId === undefined ? undefined : context.sealer.hash(keptSessionId);
  await context.store.payload.deleteAccount(account.accountId, kept);
  await context.audit({ action: 'password_changed', actorId: account.accountId }, visit.info);
  context.mailer
    ?.send(passwordChangedMail(account.email, context.publicUrl))
    .catch((error: unknown) =>
      context.log.warn({ err: error }, 'the notice of a new password could not be sent'),
    );
}

function showChange(
  context: IdpContext,
  visit: Visit,
  email: string,
  given: { fault?: string; current?: string; faults?: NewPasswordFaults; status?: number } = {},
): void {
  sendPage(visit.response, given.status ?? (given.current || given.faults ? 400 : 200), {
    title: 'Change your password',
    fault: given.fault,
    body: form(
      formToken(context, visit),
      [
        addressOf(email),
        field({
          name: 'current',
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
          fault: given.current,
          autofocus: true,
        }),
        ...newPasswordFields(given.faults, false),
      ],
      'Change password',
    ),
    footer: html`You stay signed in here and are signed out everywhere else. <a href="${context.publicUrl}/">Back to Debrief</a>`,
  });
}

export async function showChangePassword(context: IdpContext, visit: Visit): Promise<void> {
  const signedIn = await findSignedIn(context, visit);
  if (signedIn) showChange(context, visit, signedIn.account.email);
  else redirect(visit.response, `${context.publicUrl}/`);
}

export async function changePassword(context: IdpContext, visit: Visit): Promise<void> {
  const given = await readForm(context, visit);
  const signedIn = await findSignedIn(context, visit);
  if (!signedIn) throw new Refusal(403, 'You are signed out', 'Sign in again to change your password.');
  const { account, sessionId } = signedIn;
  const faults = newPasswordFaults(given, account.email);
  if (faults) {
    showChange(context, visit, account.email, { faults });
    return;
  }
  try {
    // Another account of the same address may have the password typed.
    const known = await checkCredentials(context, visit, account.email, given.get('current') ?? '');
    if (known?.accountId !== account.accountId) {
      showChange(context, visit, account.email, { current: 'This is not your current password.' });
      return;
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
    visit.response.setHeader('Retry-After', error.retryAfter);
    const fault = `${error.title}. ${error.message}`;
    showChange(context, visit, account.email, { fault, status: error.status });
    return;
  }
  const hash = await hashPassword(given.get('password') ?? '');
  await context.store.account.changePassword(account.accountId, hash, context.clock());
  await afterChange(context, visit, account, sessionId);
  sendPage(visit.response, 200, {
    title: 'Your password is changed',
    lead: 'You are still signed in here, and signed out everywhere else.',
    body: linkButton(`${context.publicUrl}/`, 'Back to Debrief'),
  });
}

function showNew(context: IdpContext, visit: Visit, email: string, faults?: NewPasswordFaults): void {
  sendPage(visit.response, faults ? 400 : 200, {
    title: 'Choose a new password',
    body: form(formToken(context, visit), [addressOf(email), ...newPasswordFields(faults)], 'Set password'),
  });
}

export async function showNewPassword(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'password');
  showNew(context, visit, link.email ?? '');
}

export async function setNewPassword(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'password');
  const email = link.email ?? '';
  const given = await readForm(context, visit);
  const faults = newPasswordFaults(given, email);
  if (faults) {
    showNew(context, visit, email, faults);
    return;
  }
  const hash = await hashPassword(given.get('password') ?? '');
  if (!(await context.store.account.resetPassword(link.tokenHash, hash, context.clock()))) throw spent();
  await afterChange(context, visit, { accountId: link.subject, email });
  // The link proves as much as a sign-in: guesses of others do not keep this browser out (P8).
  rememberDevice(context, visit, email);
  sendPage(visit.response, 200, {
    title: 'Your password is set',
    lead: 'Sign in with your new password.',
    body: linkButton(`${context.publicUrl}/`, 'Sign in'),
  });
}

export async function showForgotPassword(context: IdpContext, visit: Visit): Promise<void> {
  if (!context.mailer) throw new Refusal(404, 'Page not found', 'There is nothing here.');
  sendPage(visit.response, 200, {
    title: 'Forgot your password?',
    lead: 'We send you a link for a new one.',
    body: form(
      formToken(context, visit),
      [field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', autofocus: true })],
      'Send link',
    ),
    footer: html`<a href="${context.publicUrl}/">Back to Debrief</a>`,
  });
}

/** Says the same, as fast, whether there is such an account or not. */
export async function sendForgottenPassword(context: IdpContext, visit: Visit): Promise<void> {
  const { mailer } = context;
  if (!mailer) throw new Refusal(404, 'Page not found', 'There is nothing here.');
  const given = await readForm(context, visit);
  const email = readEmail(given.get('email') ?? '');
  if (email !== undefined) {
    const admission = await admit(context, 'mail', email, visit.info.ip);
    if (admission.retryAfter !== undefined) throw tooMany(admission.retryAfter);
    const send = async () => {
      const [first, ...others] = await context.store.account.findByEmail(email);
      if (!first) return;
      const linkTo = async (account: AccountRecord) => ({
        ...(await passwordLink(context, account, 'mail')),
        createdAt: account.createdAt,
      });
      const links = [await linkTo(first), ...(await Promise.all(others.map(linkTo)))] as const;
      await mailer.send(forgottenPasswordMail(first.email, links));
    };
    send().catch((error: unknown) =>
      context.log.warn({ err: error }, 'the link for a new password could not be sent'),
    );
  }
  sendPage(visit.response, 200, {
    title: 'Check your e-mail',
    lead: 'If there is an account with this address, a link for a new password is on its way. It works for an hour.',
    body: linkButton(`${context.publicUrl}${mount}/forgot-password`, 'Try another address'),
  });
}
