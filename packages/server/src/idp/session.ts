import type Provider from 'oidc-provider';
import type { AccountRecord } from './account.ts';
import type { IdpContext, Visit } from './context.ts';

/** How long somebody stays signed in, from signing in on (A14). */
export const sessionSeconds = 14 * 24 * 60 * 60;

export interface SignedIn {
  account: AccountRecord;
  sessionId: string;
}

/** Who this browser is signed in as. */
export async function findSignedIn(
  context: IdpContext,
  { request, response }: Visit,
): Promise<SignedIn | undefined> {
  const provider = context.provider();
  const session = await provider.Session.get(provider.createContext(request, response));
  const account = session.accountId && (await context.store.account.find(session.accountId));
  return account ? { account, sessionId: session.jti } : undefined;
}

/** Signs this browser in. Always a new session: whatever stood in the cookie before is worth nothing any more. */
export async function startSession(context: IdpContext, visit: Visit, accountId: string): Promise<void> {
  const provider = context.provider();
  const koa = provider.createContext(visit.request, visit.response);
  const old = await provider.Session.get(koa);
  await endSession(context, old);
  const session = new provider.Session();
  session.loginAccount({ accountId, amr: ['pwd'] });
  await session.save(sessionSeconds);
  koa.cookies.set(provider.cookieName('session'), session.jti, {
    ...cookieOptions(context.publicUrl),
    maxAge: sessionSeconds * 1000,
  });
}

type Session = InstanceType<Provider['Session']>;

/** Ends a session and all that was handed out in it, refresh tokens included. */
export async function endSession(context: IdpContext, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue;
    await context.store.payload.deleteGrant(context.sealer.hash(grantId));
    await context.store.payload.delete('Grant', context.sealer.hash(grantId));
  }
  await session.destroy();
}

export const cookieOptions = (publicUrl: string) =>
  ({
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    ...(publicUrl.startsWith('https:') && { secure: true }),
  }) as const;
