import { newId } from '../../domain/id.ts';
import type { MemberRecord } from '../../domain/records.ts';
import { type AccountRecord, type LinkRecord, readEmail } from '../account.ts';
import type { IdpContext, Visit } from '../context.ts';
import { linkOf, spent } from '../link.ts';
import {
  disabledAccount,
  findByPassword,
  type NewPasswordFaults,
  newPasswordFaults,
} from '../password/credential.ts';
import { rememberDevice } from '../password/device.ts';
import { hashPassword } from '../password/password.ts';
import { findSignedIn, startSession } from '../session.ts';
import { formToken, readForm } from './form.ts';
import { type Html, html } from './html.ts';
import { field, form, redirect, sendPage } from './page.ts';

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
  /** Instead of pointing at the faults below. */
  fault?: string;
}

function show(context: IdpContext, visit: Visit, link: LinkRecord, given: Given = {}): void {
  const { email = '', faults, fault = faults && 'Please check what is marked below.' } = given;
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
  sendPage(visit.response, fault ? 400 : 200, {
    title: setup ? 'Set up Debrief' : 'Join your team on Debrief',
    lead: setup
      ? 'Create the first account. You can invite everybody else afterwards.'
      : 'Choose a password to accept your invitation.',
    fault,
    body: form(
      formToken(context, visit),
      [address, ...newPasswordFields(faults, !setup || email !== '')],
      setup ? 'Create account' : 'Accept invitation',
    ),
    ...(!setup && {
      footer: html`Do you have an account with this address already? Accept with its password, or <a href="${context.publicUrl}/">sign in</a> and open this link again.`,
    }),
  });
}

/** Spends the link and signs the new person in. */
async function create(
  context: IdpContext,
  visit: Visit,
  link: LinkRecord,
  email: string,
  password: string,
): Promise<void> {
  const now = context.clock();
  const account = {
    accountId: newId('acc'),
    email,
    passwordHash: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
  };
  const created = await context.store.account.create(account, link.tokenHash, context.issuer);
  if (created === 'link_spent') throw spent();
  await enter(context, visit, created.account, created.member);
}

/** Signs in whoever has just come through a link. */
async function enter(
  context: IdpContext,
  visit: Visit,
  account: AccountRecord,
  member: MemberRecord | undefined,
): Promise<void> {
  await startSession(context, visit, account.accountId);
  rememberDevice(context, visit, account.email);
  if (member) {
    const { organizationId, userId } = member;
    await context.audit(
      { action: 'member_activated', organizationId, actorId: userId, targetId: userId },
      visit.info,
    );
  }
  await context.audit({ action: 'sign_in', actorId: account.accountId }, visit.info);
  redirect(visit.response, `${context.publicUrl}/`);
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

/** The account this browser is signed in with, if it claims the invited address. */
async function signedInAs(context: IdpContext, visit: Visit, email: string) {
  const signedIn = await findSignedIn(context, visit);
  return signedIn?.account.email.toLowerCase() === email.toLowerCase() ? signedIn.account : undefined;
}

export async function showInvitation(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'invitation');
  const account = await signedInAs(context, visit, link.email ?? '');
  if (!account) return show(context, visit, link);
  sendPage(visit.response, 200, {
    title: 'Join your team on Debrief',
    lead: `You are signed in as ${account.email}.`,
    body: form(formToken(context, visit), [], 'Accept invitation'),
  });
}

/**
 * Whoever holds the link gets in (O19): as the account this browser is signed in with, as an account of theirs whose
 * password they type, or with a new account.
 */
export async function acceptInvitation(context: IdpContext, visit: Visit): Promise<void> {
  const link = await linkOf(context, visit, 'invitation');
  const given = await readForm(context, visit);
  // Whatever the form says: the address is the one that was invited.
  const email = link.email ?? '';
  if (!given.has('password')) return acceptSignedIn(context, visit, link);
  const faults = newPasswordFaults(given, email);
  if (faults) return show(context, visit, link, { faults });
  const password = given.get('password') ?? '';
  const accounts = await context.store.account.findByEmail(email);
  // A wrong guess makes an account and spends the link, so a link is worth one guess.
  const own = accounts.length > 0 ? await findByPassword(accounts, password) : undefined;
  if (!own) return create(context, visit, link, email, password);
  if (!(await accept(context, visit, link, own))) {
    show(context, visit, link, {
      faults: { password: 'You use this password for another account already. Choose a different one.' },
    });
  }
}

async function acceptSignedIn(context: IdpContext, visit: Visit, link: LinkRecord): Promise<void> {
  const account = await signedInAs(context, visit, link.email ?? '');
  if (account && (await accept(context, visit, link, account))) return;
  show(context, visit, link, {
    fault: account
      ? 'The account you are signed in with belongs to another organization. Choose a password for a separate account.'
      : 'You are signed out. Choose a password.',
  });
}

/** False when the account belongs to an organization already. */
async function accept(
  context: IdpContext,
  visit: Visit,
  link: LinkRecord,
  account: AccountRecord,
): Promise<boolean> {
  if (account.disabledAt !== null) throw disabledAccount();
  const outcome = await context.store.account.accept(
    link.tokenHash,
    account,
    context.issuer,
    context.clock(),
  );
  if (outcome === 'link_spent') throw spent();
  if (outcome === 'has_membership') return false;
  await enter(context, visit, account, outcome);
  return true;
}
