import { errors, type Provider } from 'oidc-provider';
import { mcpOf, mcpScopes } from '../configuration.ts';
import type { IdpContext, Visit } from '../context.ts';
import { formToken, Refusal, readForm } from './form.ts';
import { html } from './html.ts';
import { redirect, sendPage } from './page.ts';
import { showSignIn, signIn } from './sign-in.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Whether a person is asked to let a program in, rather than to sign in. */
async function consentOf(
  context: IdpContext,
  { request, response, path }: Visit,
): Promise<Interaction | undefined> {
  try {
    const interaction = await context.provider().interactionDetails(request, response);
    const isHere = path === `/interaction/${interaction.uid}`;
    return isHere && interaction.prompt.name === 'consent' ? interaction : undefined;
  } catch (error) {
    // Whoever signs in finds out what is wrong.
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

export async function showInteraction(context: IdpContext, visit: Visit): Promise<void> {
  const interaction = await consentOf(context, visit);
  if (interaction) await askForConsent(context, visit, interaction);
  else await showSignIn(context, visit);
}

export async function answerInteraction(context: IdpContext, visit: Visit): Promise<void> {
  const interaction = await consentOf(context, visit);
  if (interaction) await answerConsent(context, visit, interaction);
  else await signIn(context, visit);
}

/** What is asked for, of what there is. */
const scopesOf = ({ params }: Interaction): string[] => {
  const asked = String(params.scope ?? '').split(' ');
  const known = mcpScopes.split(' ');
  const named = known.filter((scope) => asked.includes(scope));
  return named.length === 0 ? known.slice(0, 1) : named;
};

async function subjectOf(context: IdpContext, interaction: Interaction) {
  const client = await context.provider().Client.find(String(interaction.params.client_id));
  const accountId = interaction.session?.accountId;
  const account = accountId === undefined ? undefined : await context.store.account.find(accountId);
  if (!client || !account)
    throw new Refusal(400, 'This sign-in has expired', 'Begin again where you came from.');
  return { client, account };
}

/** Where the answer leads: the browser follows only to where the page says. */
function targetOf(interaction: Interaction): string {
  const { protocol, host } = new URL(String(interaction.params.redirect_uri));
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${host}` : protocol;
}

async function askForConsent(context: IdpContext, visit: Visit, interaction: Interaction): Promise<void> {
  const { client, account } = await subjectOf(context, interaction);
  const { response } = visit;
  const policy = String(response.getHeader('Content-Security-Policy') ?? '');
  response.setHeader(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${targetOf(interaction)}`),
  );
  const mayReply = scopesOf(interaction).includes('reviews:write');
  sendPage(response, 200, {
    title: 'Let this program in?',
    lead: html`It calls itself <strong>${client.clientName || 'nothing'}</strong> and will read what <strong>${account.email}</strong> may read in Debrief${mayReply ? ', and reply in threads as an agent for you' : ''}.`,
    body: html`<p class="hint">The answer goes to ${targetOf(interaction)}. Anybody can call a program anything: refuse if you did not begin this just now. What it reads is in the access list of each session.</p>
<form method="post"><input type="hidden" name="csrf" value="${formToken(context, visit)}"><button type="submit" name="answer" value="allow">Allow</button><button class="quiet" type="submit" name="answer" value="refuse">Refuse</button></form>`,
  });
}

async function answerConsent(context: IdpContext, visit: Visit, interaction: Interaction): Promise<void> {
  const { request, response } = visit;
  const given = await readForm(context, visit);
  const { client, account } = await subjectOf(context, interaction);
  const isAllowed = given.get('answer') === 'allow';
  const result = isAllowed
    ? { consent: { grantId: await grantFor(context, client.clientId, account.accountId, interaction) } }
    : { error: 'access_denied', error_description: 'the person refused' };
  const next = await context
    .provider()
    .interactionResult(request, response, result, { mergeWithLastSubmission: isAllowed });
  if (isAllowed) await context.audit({ action: 'sign_in', actorId: account.accountId }, visit.info);
  redirect(response, next);
}

/** Every time a grant of its own: one program is signed out without the others. */
async function grantFor(
  context: IdpContext,
  clientId: string,
  accountId: string,
  interaction: Interaction,
): Promise<string> {
  const grant = new (context.provider().Grant)({ clientId, accountId });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope(mcpOf(context.publicUrl), scopesOf(interaction).join(' '));
  return grant.save();
}
