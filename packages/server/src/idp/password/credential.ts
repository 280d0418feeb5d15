import type { AccountRecord } from '../account.ts';
import type { IdpContext, Visit } from '../context.ts';
import { Refusal } from '../pages/form.ts';
import { isCommonPassword } from './common-password.ts';
import { findDevice, rememberDevice } from './device.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import { passwordFault, passwordLength } from './password-rule.ts';
import { admit } from './throttle.ts';

export const tooMany = (retryAfter: number) =>
  new Refusal(
    429,
    'Too many attempts',
    `Please wait ${retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`} and try again.`,
    retryAfter,
  );

export const disabledAccount = () =>
  new Refusal(403, 'This account is disabled', 'Ask whoever runs this server to enable it again.');

/**
 * The account these belong to, or undefined. It takes the same time and leaves the same traces outside whether
 * the address is unknown or the password wrong. Throws a `Refusal` when there were too many attempts, or when the
 * account is disabled.
 */
export async function checkCredentials(
  context: IdpContext,
  visit: Visit,
  email: string,
  password: string,
): Promise<AccountRecord | undefined> {
  const device = findDevice(context, visit, email);
  const admission = await admit(context, 'sign-in', email, visit.info.ip, device);
  if (admission.retryAfter !== undefined) {
    context.log.warn({ ip: visit.info.ip }, 'sign-in throttled');
    throw tooMany(admission.retryAfter);
  }
  const accounts = await context.store.account.findByEmail(email);
  const account = await findByPassword(accounts, password);
  if (!account) {
    const [known] = accounts;
    await context.audit(
      { action: 'sign_in_failed', outcome: 'refused', ...(known && { targetId: known.accountId }) },
      visit.info,
    );
    return undefined;
  }
  await admission.forgive();
  if (account.disabledAt !== null) {
    throw disabledAccount();
  }
  rememberDevice(context, visit, email);
  if (isOutdated(account.passwordHash)) {
    await context.store.account.changePassword(
      account.accountId,
      await hashPassword(password),
      context.clock(),
    );
  }
  return account;
}

/** Of several accounts that claim one address, the password decides which is meant (O20). */
export async function findByPassword(
  accounts: readonly AccountRecord[],
  password: string,
): Promise<AccountRecord | undefined> {
  // Longer than any password of ours can be: hash something short instead, the answer is no anyway.
  const fits = [...password].length <= passwordLength.max * 4;
  const tried = fits ? password : '';
  if (accounts.length === 0) await verifyPassword(tried, undefined);
  for (const account of accounts) {
    if (await verifyPassword(tried, account.passwordHash)) return account;
  }
  return undefined;
}

const faultText = {
  too_short: `Use at least ${passwordLength.min} characters.`,
  too_long: `Use at most ${passwordLength.max} characters.`,
  common: 'This password is among the first anybody would guess. Choose another one.',
  personal: 'Do not build your password from your address or the name Debrief.',
} as const;

export interface NewPasswordFaults {
  password?: string;
  repeat?: string;
}

/** What is wrong with a newly chosen password; undefined when it will do. */
export function newPasswordFaults(form: URLSearchParams, email: string): NewPasswordFaults | undefined {
  const password = form.get('password') ?? '';
  const fault = passwordFault(password, email, isCommonPassword);
  if (fault) return { password: faultText[fault] };
  if (form.get('repeat') !== password) return { repeat: 'The two passwords differ.' };
  return undefined;
}
