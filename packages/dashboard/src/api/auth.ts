import type { ClientConfig } from '@debrief/contract';
import {
  ErrorResponse,
  OidcClient,
  type OidcMetadata,
  type RefreshState,
  type SigninResponse,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { observable } from '../observable.ts';
import { cognitoSignOut, issuerOf, safeReturn } from './issuer.ts';
import { keepProvider, knownProvider } from './known-provider.ts';

/**
 * Signing in with PKCE against whatever `/config` names. The access token lives in this module's memory and
 * nowhere else. A new one is had silently: from the identity provider's own cookie where it is
 * on our origin, by a refresh token held in memory where it is not.
 */
export type AuthState =
  | { phase: 'starting' }
  | { phase: 'signed-in'; email: string }
  /** Was signed in, and the identity provider no longer says so. */
  | { phase: 'ended'; email: string }
  | { phase: 'signed-out' }
  | { phase: 'failed'; reason: string };

export const authState = observable<AuthState>({ phase: 'starting' });

/** True while the identity provider does not answer: the session is kept, a banner says so. */
export const providerIsSilent = observable(false);

const renewAt = 0.8;
const retryRenewalMs = 15_000;

let oidc: OidcClient | undefined;
let config: ClientConfig | undefined;
let held: SigninResponse | undefined;
let renewal: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Signing out in one tab ends the others: they hold access tokens of their own. */
const otherTabs = new BroadcastChannel('debrief.signed-out');
otherTabs.onmessage = () => {
  if (!held) return;
  held = undefined;
  clearTimeout(timer);
  authState.set({ phase: 'signed-out' });
};

export const apiUrl = (): string => config?.apiUrl ?? location.origin;

export const accessToken = (): string | undefined => held?.access_token;

const isOwnProvider = (given: ClientConfig): boolean => new URL(issuerOf(given)).origin === location.origin;

function createOidc(given: ClientConfig, metadata?: Partial<OidcMetadata>): OidcClient {
  return new OidcClient({
    ...(metadata && { metadata }),
    authority: issuerOf(given),
    client_id: given.idpClientId,
    redirect_uri: `${given.apiUrl}/signed-in`,
    post_logout_redirect_uri: `${given.apiUrl}/signed-out`,
    response_type: 'code',
    scope: 'openid email',
    // Only the PKCE verifier and the way back, between two redirects of the same tab.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
}

function keep(fresh: SigninResponse): void {
  held = fresh;
  providerIsSilent.set(false);
  const email = String(fresh.profile.email ?? fresh.profile.preferred_username ?? '');
  const before = authState.get();
  if (before.phase !== 'signed-in' || before.email !== email) authState.set({ phase: 'signed-in', email });
  scheduleRenewal((fresh.expires_in ?? 300) * 1000 * renewAt);
}

function scheduleRenewal(inMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), Math.min(Math.max(inMs, 5_000), 2 ** 31 - 1));
}

/** A new access token; false when there is none to be had now. One renewal at a time, shared by all callers. */
export function renew(): Promise<boolean> {
  renewal ??= renewOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renewOnce(): Promise<boolean> {
  if (!oidc || !config) return false;
  try {
    keep(held?.refresh_token ? await renewByRefreshToken(oidc, held) : await renewByCookie(oidc, config));
    return true;
  } catch (error) {
    // The provider said no, as opposed to saying nothing.
    if (!(error instanceof ErrorResponse)) {
      providerIsSilent.set(true);
      scheduleRenewal(retryRenewalMs);
      return false;
    }
    const before = authState.get();
    held = undefined;
    clearTimeout(timer);
    if (before.phase === 'signed-in') authState.set({ phase: 'ended', email: before.email });
    return false;
  }
}

/** Asks with `prompt=none` by a plain request: no frame, no second page, and two tabs do not disturb each other. */
async function renewByCookie(from: OidcClient, given: ClientConfig): Promise<SigninResponse> {
  if (!isOwnProvider(given)) throw new ErrorResponse({ error: 'login_required' });
  const request = await from.createSigninRequest({
    request_type: 'si:s',
    prompt: 'none',
    nonce: crypto.randomUUID(),
  });
  const answer = await fetch(request.url, { cache: 'no-store', headers: { Accept: 'text/html' } });
  if (!answer.url.startsWith(`${given.apiUrl}/signed-in?`))
    throw new Error(`The identity provider answered ${answer.status}.`);
  return from.processSigninResponse(answer.url);
}

/** Kept in memory, rotated on use; each tab signed in by itself and has its own. */
function renewByRefreshToken(from: OidcClient, old: SigninResponse): Promise<SigninResponse> {
  const { refresh_token = '', id_token, session_state, scope, profile } = old;
  // The library exports the class as a type only.
  const state = { refresh_token, id_token, session_state, scope, profile } as RefreshState;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the OIDC client, no hook
  return from.useRefreshToken({ state });
}

/** Leaves the page for the identity provider and comes back to where the person is now. */
export async function signIn(hint?: string): Promise<void> {
  if (!oidc || !config) return;
  try {
    const { scopes_supported: scopes } = await oidc.metadataService.getMetadata();
    const lasting = !isOwnProvider(config) && Array.isArray(scopes) && scopes.includes('offline_access');
    const request = await oidc.createSigninRequest({
      request_type: 'si:r',
      state: { returnTo: safeReturn(location.pathname + location.search + location.hash) },
      nonce: crypto.randomUUID(),
      ...(lasting && { scope: 'openid email offline_access' }),
      ...(hint && { login_hint: hint }),
    });
    location.assign(request.url);
  } catch {
    authState.set({ phase: 'failed', reason: 'The identity provider does not answer.' });
  }
}

/** The membership has ended: nothing of it stays on any screen of this browser. */
export function leave(): void {
  if (!held) return;
  held = undefined;
  clearTimeout(timer);
  otherTabs.postMessage(null);
  authState.set({ phase: 'signed-out' });
}

export async function signOut(): Promise<void> {
  if (!oidc || !config) return;
  clearTimeout(timer);
  const idToken = held?.id_token;
  held = undefined;
  otherTabs.postMessage(null);
  const cognito = cognitoSignOut(config, `${config.apiUrl}/signed-out`);
  const url = cognito ?? (await oidc.createSignoutRequest(idToken ? { id_token_hint: idToken } : {})).url;
  location.assign(url);
}

async function finishSignIn(from: OidcClient): Promise<void> {
  const given = new URLSearchParams(location.search).get('iss');
  const { issuer } = await from.metadataService.getMetadata();
  // RFC 9207: an answer of another issuer is not an answer.
  if (given !== null && given !== issuer) throw new Error('The answer came from another identity provider.');
  const fresh = await from.processSigninResponse(location.href);
  const { returnTo } = (fresh.userState ?? {}) as { returnTo?: unknown };
  history.replaceState(null, '', safeReturn(returnTo));
  keep(fresh);
}

/** A server that is just restarting is given a moment before a page says that it failed. */
const pausesMs = [300, 1_000, 2_500];

async function withRetries<T>(act: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await act();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return act();
}

/** False when the provider says that nobody is signed in; asks again while it says nothing. */
const renewAtStart = (once: boolean): Promise<boolean> => {
  const ask = async () => {
    if (await renew()) return true;
    if (providerIsSilent.get()) throw new Error('The identity provider does not answer.');
    return false;
  };
  return once ? ask() : withRetries(ask);
};

/** Asks what `/config` and the provider say now, once the page is busy with nothing else; for the next visit. */
function checkKnownProvider(loadConfig: () => Promise<ClientConfig>): void {
  setTimeout(async () => {
    try {
      const fresh = await loadConfig();
      const { issuer, authorization_endpoint, token_endpoint, end_session_endpoint, scopes_supported } =
        await createOidc(fresh).metadataService.getMetadata();
      keepProvider({
        config: fresh,
        metadata: JSON.parse(
          JSON.stringify({
            issuer,
            authorization_endpoint,
            token_endpoint,
            end_session_endpoint,
            scopes_supported,
          }),
        ),
      });
    } catch {
      // The next visit asks again.
    }
  }, 3_000);
}

/** Finds out who is here; leaves the page when nobody is. */
export async function startAuth(loadConfig: () => Promise<ClientConfig>): Promise<void> {
  const known = location.pathname === '/signed-in' ? undefined : knownProvider();
  try {
    const given = known?.config ?? (await withRetries(loadConfig));
    config = given;
    // Redirect addresses are exact: a page opened under another name cannot sign in.
    if (import.meta.env.PROD && new URL(given.apiUrl).origin !== location.origin) {
      if (known) return await startAnew(loadConfig);
      location.replace(given.apiUrl + location.pathname + location.search + location.hash);
      return;
    }
    oidc = createOidc(given, known?.metadata);
    if (location.pathname === '/signed-out') {
      authState.set({ phase: 'signed-out' });
      return;
    }
    if (location.pathname === '/signed-in') {
      await finishSignIn(oidc);
      checkKnownProvider(loadConfig);
      return;
    }
    // With a provider elsewhere a redirect is the only way to find out, and its own page the place to say more.
    if (isOwnProvider(given) && (await renewAtStart(known !== undefined))) {
      checkKnownProvider(loadConfig);
      return;
    }
    // Nobody is signed in, as far as what was known can tell; before the page is left, that is asked anew.
    if (known) return await startAnew(loadConfig);
    await signIn();
  } catch (error) {
    if (known) return startAnew(loadConfig);
    authState.set({ phase: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}

function startAnew(loadConfig: () => Promise<ClientConfig>): Promise<void> {
  keepProvider(undefined);
  return startAuth(loadConfig);
}
