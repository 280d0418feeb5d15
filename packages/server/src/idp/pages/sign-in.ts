import { errors, type Provider } from 'oidc-provider';
import { readEmail } from '../account.ts';
import { type IdpContext, mount, type Visit } from '../context.ts';
import { checkCredentials } from '../password/credential.ts';
import { endSession } from '../session.ts';
import { formToken, Refusal, readForm } from './form.ts';
import { html } from './html.ts';
import { field, form, redirect, sendPage } from './page.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The authorization request this page stands for: the one in the address and in the cookie, both. */
async function interactionOf(context: IdpContext, { request, response, path }: Visit) {
  try {
    const interaction = await context.provider().interactionDetails(request, response);
    if (path === `/interaction/${interaction.uid}` && interaction.prompt.name === 'login') return interaction;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw new Refusal(400, 'This sign-in has expired', 'Go back to Debrief and sign in again.');
}

/**
 * Somebody else was signed in here. Left to itself the library would end that session through a page that
 * submits itself by script.
 */
async function leaveOther(context: IdpContext, interaction: Interaction, accountId: string): Promise<void> {
  const { session } = interaction;
  if (!session?.uid || session.accountId === accountId) return;
  const other = await context.provider().Session.findByUid(session.uid);
  if (other) await endSession(context, other);
  interaction.session = undefined;
  await interaction.persist();
}

function show(
  context: IdpContext,
  visit: Visit,
  given: { email?: string; fault?: string; status?: number },
): void {
  const known = given.email !== undefined && given.email !== '';
  sendPage(visit.response, given.status ?? 200, {
    title: 'Sign in',
    fault: given.fault,
    body: form(
      formToken(context, visit),
      [
        field({
          name: 'email',
          label: 'E-mail',
          type: 'email',
          autocomplete: 'username',
          value: given.email ?? '',
          autofocus: !known,
        }),
        field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          autofocus: known,
        }),
      ],
      'Sign in',
    ),
    footer: context.mailer
      ? html`<a href="${mount}/forgot-password">Forgot your password?</a>`
      : html`Forgot your password? Whoever runs this server can give you a link for a new one.`,
  });
}

export async function showSignIn(context: IdpContext, visit: Visit): Promise<void> {
  const { params } = await interactionOf(context, visit);
  if (!(await context.store.account.any())) {
    sendPage(visit.response, 200, {
      title: 'Almost there',
      lead: 'Nobody has an account here yet. Open the set-up link that the server printed when it started.',
    });
    return;
  }
  const hint = readEmail(String(params.login_hint ?? ''));
  show(context, visit, { ...(hint !== undefined && { email: hint }) });
}

export async function signIn(context: IdpContext, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const interaction = await interactionOf(context, visit);
  const given = await readForm(context, visit);
  const email = readEmail(given.get('email') ?? '');
  const password = given.get('password') ?? '';
  let fault = 'The e-mail or the password is wrong.';
  let status = 400;
  if (email !== undefined && password !== '') {
    try {
      const account = await checkCredentials(context, visit, email, password);
      if (account) {
        await leaveOther(context, interaction, account.accountId);
        const result = { login: { accountId: account.accountId, amr: ['pwd'] } };
        const next = await context
          .provider()
          .interactionResult(request, response, result, { mergeWithLastSubmission: false });
        await context.audit({ action: 'sign_in', actorId: account.accountId }, visit.info);
        redirect(response, next);
        return;
      }
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
      response.setHeader('Retry-After', error.retryAfter);
      fault = `${error.title}. ${error.message}`;
      status = error.status;
    }
  }
  show(context, visit, { email: given.get('email') ?? '', fault, status });
}
