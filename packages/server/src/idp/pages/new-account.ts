import { newId } from '../../domain/id.ts';
import { type LinkRecord, readEmail } from '../account.ts';
import type { IdpContext, Visit } from '../context.ts';
import { linkOf, spent } from '../link.ts';
import { type NewPasswordFaults, newPasswordFaults } from '../password/credential.ts';
import { hashPassword } from '../password/password.ts';
import { findSignedIn, startSession } from '../session.ts';
import { formToken, readForm } from './form.ts';
import type { Html } from './html.ts';
import { field, form, linkButton, redirect, sendPage } from './page.ts';

export interface NewAccountFaults extends NewPasswordFaults {
  email?: string;
}

/** The two fields for choosing a password, wherever one is chosen. */
export const newPasswordFields = (faults: NewPasswordFaults = {}, autofocus = true): Html[] => [
  field({
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 12 characters. A few unrelated words make a good one.',
    fault: faults.password,
    autofocus,
  }),
  field({
    name: 'repeat',
    label: 'Repeat the password',
    type: 'password',
    autocomplete: 'new-password',
    fault: faults.repeat,
  }),
];

interface Given {
  email?: string;
  faults?: NewAccountFaults;
}

function show(context: IdpContext, visit: Visit, link: LinkRecord, given: Given = {}): void {
  const { email = '', faults } = given;
  const setup = link.purpose === 'setup';
  const address = field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    ...(setup
      ? { value: email, fault: faults?.email, autofocus: email === '' }
      : { value: link.email ?? '', fixed: true }),
  });
  sendPage(visit.response, faults ? 400 : 200, {
    title: setup ? 'Set up Debrief' : 'Join your team on Debrief',
    lead: setup
      ? 'Create the first account. You can invite everybody else afterwards.'
      : 'Choose a password to accept your invitation.',
    fault: faults && 'Please check what is marked below.',
    body: form(
      formToken(context, visit),
      [address, ...newPasswordFields(faults, !setup || email !== '')],
      setup ? 'Create account' : 'Accept invitation',
    ),
  });
}

/** Spends the link and signs the new person in. */
async function create(
  context: IdpContext,
  visit: Visit,
  link: LinkRecord,
  email: string,
  password: string,
): Promise<'created' | 'email_taken'> {
  const now = context.clock();
  const account = {
    accountId: newId('acc'),
    email,
    passwordHash: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
  };
  const outcome = await context.store.account.create(account, link.tokenHash);
  if (outcome === 'link_spent') throw spent();
  if (outcome === 'created') {
    await startSession(context, visit, account.accountId);
    await context.audit({ action: 'sign_in', actorId: account.accountId }, visit.info);
    redirect(visit.response, `${context.publicUrl}/`);
  }
  return outcome;
}

export async function showSetup(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'setup');
  if (await context.store.account.any()) throw spent();
  show(context, visit, link);
}

export async function setUp(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'setup');
  const given = await readForm(context, visit);
  const typed = given.get('email') ?? '';
  const email = readEmail(typed);
  const faults: NewAccountFaults = {
    ...(email === undefined && { email: 'This is not an e-mail address.' }),
    ...newPasswordFaults(given, email ?? ''),
  };
  if (email === undefined || Object.keys(faults).length > 0) {
    show(context, visit, link, { email: typed, faults });
    return;
  }
  await create(context, visit, link, email, given.get('password') ?? '');
}

/** True when the invited person has an account already and only needs to sign in: that is what accepts (O14). */
async function leadToSignIn(context: IdpContext, visit: Visit, email: string): Promise<boolean> {
  const account = await context.store.account.findByEmail(email);
  if (!account) return false;
  const signedIn = await findSignedIn(context, visit);
  if (signedIn?.account.accountId === account.accountId) {
    redirect(visit.response, `${context.publicUrl}/`);
    return true;
  }
  sendPage(visit.response, 200, {
    title: 'Join your team on Debrief',
    lead: `You already have an account. Sign in as ${email} to accept your invitation.`,
    body: linkButton(`${context.publicUrl}/`, 'Sign in'),
  });
  return true;
}

export async function showInvitation(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'invitation');
  if (await leadToSignIn(context, visit, link.email ?? '')) return;
  show(context, visit, link);
}

export async function acceptInvitation(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'invitation');
  const given = await readForm(context, visit);
  // Whatever the form says: the address is the one that was invited.
  const email = link.email ?? '';
  const faults = newPasswordFaults(given, email);
  if (faults) {
    show(context, visit, link, { faults });
    return;
  }
  const outcome = await create(context, visit, link, email, given.get('password') ?? '');
  if (outcome === 'email_taken') await leadToSignIn(context, visit, email);
}
