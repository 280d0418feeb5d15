import {
  type AccountClaims,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { AccountRecord } from './account.ts';
import { adapterFactory } from './adapter.ts';
import { type IdpContext, mount, visits } from './context.ts';
import type { KeySet } from './key.ts';
import { checkRegistration, registeredClient } from './oauth/client.ts';
import { errorPage, renderPage } from './pages/page.ts';
import { signedOutPage, signOut } from './pages/sign-out.ts';
import { cookieOptions, sessionSeconds } from './session.ts';

export const clientId = 'debrief-dashboard';

const minutes = 60;
const days = 24 * 60 * minutes;
export const scopes = 'openid email offline_access';

/** The audience of tokens for the API. */
export const apiOf = (publicUrl: string): string => `${publicUrl}/v1`;

/** The audience of tokens for MCP, and what they may be for. */
export const mcpOf = (publicUrl: string): string => `${publicUrl}/mcp`;
export const mcpScopes = 'sessions:read reviews:write';

const seconds = (context: IdpContext) => Math.floor(context.clock() / 1000);

/** The dashboard is our own, nobody has to consent to it; of anything else a person is asked, every time. */
function policy() {
  const prompts = interactionPolicy.base();
  const consent = prompts.get('consent');
  // Kept without those of the library, so that `prompt=consent` is understood and needs nothing.
  consent?.checks.clear();
  consent?.checks.add(
    new interactionPolicy.Check('client_foreign', 'a person has to allow it', 'consent_required', (ctx) =>
      Boolean(ctx.oidc.client?.clientId !== clientId && !ctx.oidc.result?.consent),
    ),
  );
  prompts
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('account_gone', 'the account no longer exists', 'login_required', (ctx) =>
        Boolean(ctx.oidc.session?.accountId && !ctx.oidc.account && !ctx.oidc.result?.login),
      ),
    );
  return prompts;
}

/** The library drops `offline_access` without `prompt=consent`; here consent is given by being first-party. */
function keepOfflineAccess(ctx: KoaContextWithOIDC): void {
  const { params } = ctx.oidc;
  const asked = String(ctx.query.scope ?? '').split(' ');
  const kept = String(params?.scope ?? '').split(' ');
  if (params && asked.includes('offline_access') && !kept.includes('offline_access')) {
    params.scope = [...kept, 'offline_access'].join(' ');
  }
}

/** Long because it is one table: the options of oidc-provider, each with its value and the reason for it. */
export function configuration(
  context: IdpContext,
  keys: KeySet,
  redirectUris: string[],
  origins: ReadonlySet<string>,
): Configuration {
  const { store, publicUrl } = context;
  const api = apiOf(publicUrl);
  const mcp = mcpOf(publicUrl);
  const https = publicUrl.startsWith('https:');
  const claimsOf = (account: AccountRecord): AccountClaims => ({
    sub: account.accountId,
    email: account.email,
    // Only what a mail has proved may match an invitation by address (O18).
    email_verified: account.emailVerified,
  });

  return {
    adapter: adapterFactory(context),
    jwks: { keys: keys.signing } as NonNullable<Configuration['jwks']>,
    clients: [
      {
        client_id: clientId,
        client_name: 'Debrief',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        redirect_uris: redirectUris,
        post_logout_redirect_uris: [
          ...new Set([...redirectUris, `${publicUrl}/`, `${publicUrl}/signed-out`]),
        ],
      },
    ],
    clientDefaults: registeredClient,
    extraClientMetadata: { properties: ['debrief_bounds'], validator: checkRegistration },
    // Whoever was allowed once goes on for as long as a sign-in does.
    issueRefreshToken: async (_, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      (client.clientId !== clientId || source.scopes.has('offline_access')),
    expiresWithSession: async (_, source) =>
      source.clientId === clientId && !source.scopes.has('offline_access'),
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // With those of MCP, which a client may name when it registers.
    scopes: ['openid', 'offline_access', 'email', ...mcpScopes.split(' ')],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    extraParams: { debrief_offline: keepOfflineAccess },
    features: {
      // On by default, and it takes any password.
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // A token for the API is refused there anyway, and carries the address itself.
      userinfo: { enabled: false },
      // `debrief login`. Its page is ours, pages/device-sign-in.ts; `mask` is how that shows a code.
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        // The address as we know it; the library would believe what the request says.
        deviceInfo: () => ({ ip: visits.getStore()?.info.ip }),
      },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, client) => (client.clientId === clientId ? api : mcp),
        useGrantedResource: () => true,
        getResourceServerInfo(_, resource, client) {
          // The dashboard reads everything by itself; a client that somebody registered never gets a token for that.
          const isOwn = client.clientId === clientId;
          if (resource !== (isOwn ? api : mcp)) throw new errors.InvalidTarget();
          return {
            scope: isOwn ? '' : mcpScopes,
            audience: resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 15 * minutes,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
      // Agents register themselves for MCP; what they may register is bounded (oauth/client.ts).
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOut(context, ctx, form),
        postLogoutSuccessSource(ctx) {
          ctx.body = signedOutPage(context);
        },
      },
    },
    // A14
    ttl: {
      AccessToken: 15 * minutes,
      IdToken: 15 * minutes,
      AuthorizationCode: 60,
      DeviceCode: 10 * minutes,
      Interaction: 60 * minutes,
      // Rotation hands on what is left: 30 days in all, not 30 days each.
      RefreshToken: (ctx) => ctx?.oidc?.entities.RotatedRefreshToken?.remainingTTL ?? 30 * days,
      Session: (_, session) =>
        session.loginTs === undefined
          ? 60 * minutes
          : Math.max(1, session.loginTs + sessionSeconds - seconds(context)),
      // Longer than any session and the refresh token it may issue on its last day.
      Grant: 45 * days,
    },
    rotateRefreshToken: true,
    cookies: {
      keys: keys.cookie,
      // The short ones belong to one path each, so that two tabs do not take them from each other.
      names: {
        session: https ? '__Host-debrief_session' : 'debrief_session',
        interaction: https ? '__Secure-debrief_sign_in' : 'debrief_sign_in',
        resume: https ? '__Secure-debrief_resume' : 'debrief_resume',
      },
      long: cookieOptions(publicUrl),
      short: cookieOptions(publicUrl),
    },
    interactions: { policy: policy(), url: (_, interaction) => `${mount}/interaction/${interaction.uid}` },
    async findAccount(_, accountId) {
      const account = await store.account.find(accountId);
      if (!account || account.disabledAt !== null) return undefined;
      return { accountId, claims: () => claimsOf(account) };
    },
    async loadExistingGrant(ctx) {
      const { client, account, session, provider } = ctx.oidc;
      if (!client || !account) return undefined;
      if (client.clientId !== clientId) {
        const allowed = ctx.oidc.result?.consent?.grantId;
        return allowed === undefined ? undefined : provider.Grant.find(allowed);
      }
      const grantId = session?.grantIdFor(client.clientId);
      const standing = grantId && (await provider.Grant.find(grantId));
      if (standing) return standing;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    async extraTokenClaims(ctx) {
      const claims = await ctx.oidc.account?.claims('userinfo', 'email', {}, []);
      return { token_use: 'access', email: claims?.email, email_verified: claims?.email_verified };
    },
    clientBasedCORS: (_, origin) => origins.has(origin),
    renderError(ctx, out, error) {
      ctx.type = 'html';
      const expired = error instanceof errors.SessionNotFound;
      const [title, lead] = expired
        ? ['This sign-in has expired', 'Go back to Debrief and sign in again.']
        : out.error === 'server_error'
          ? ['Something went wrong', 'That is our fault. Please try again in a moment.']
          : ['This request does not work', out.error_description ?? out.error];
      ctx.body = renderPage(errorPage(title, lead, publicUrl));
    },
  };
}
