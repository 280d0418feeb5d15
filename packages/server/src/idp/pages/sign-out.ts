import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IdpContext } from '../context.ts';
import { cookieOptions, endSession } from '../session.ts';
import { Html, html } from './html.ts';
import { linkButton, renderPage } from './page.ts';

/** Where to after signing out. */
function destinationOf(context: IdpContext, ctx: KoaContextWithOIDC): string {
  const state = ctx.oidc.session?.state ?? {};
  if (typeof state.postLogoutRedirectUri !== 'string') return ctx.oidc.urlFor('end_session_success');
  const url = new URL(state.postLogoutRedirectUri, context.publicUrl);
  if (typeof state.state === 'string') url.searchParams.set('state', state.state);
  return url.href;
}

/** Proof that our own dashboard asks, or the person signed in: nobody needs to confirm then. */
function isOurs(ctx: KoaContextWithOIDC): boolean {
  const hint = ctx.oidc.entities.IdTokenHint as { payload?: { sub?: unknown } } | undefined;
  if (hint) return hint.payload?.sub === ctx.oidc.session?.accountId;
  return ctx.get('sec-fetch-site') === 'same-origin';
}

/** Signs out at once, or asks when a stranger's page may have sent the person here. */
export async function signOut(context: IdpContext, ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session } = ctx.oidc;
  if (!session || !isOurs(ctx)) {
    // Signing out ends refresh tokens too, whatever scope they came with.
    for (const authorization of Object.values(session?.authorizations ?? {}))
      delete authorization.persistsLogout;
    ctx.body = renderPage({
      title: 'Sign out of Debrief?',
      body: html`${new Html(form)}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
      footer: html`<a href="${context.publicUrl}/">Stay signed in</a>`,
    });
    return;
  }
  const destination = destinationOf(context, ctx);
  await endSession(context, session);
  ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null, cookieOptions(context.publicUrl));
  ctx.status = 303;
  ctx.redirect(destination);
}

export const signedOutPage = (context: IdpContext): string =>
  renderPage({
    title: 'You are signed out',
    lead: 'See you soon.',
    body: linkButton(`${context.publicUrl}/`, 'Sign in again'),
  });

/** Nobody was signed in: the library would send a form that submits itself; a redirect does the same. */
export function skipSignOutForm(context: IdpContext, ctx: KoaContextWithOIDC): void {
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200 || ctx.oidc.session?.accountId) return;
  const destination = destinationOf(context, ctx);
  ctx.status = 303;
  ctx.redirect(destination);
}
