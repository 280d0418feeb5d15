import { DebriefError, type Route, scopeOf, tokenPrefix } from '@debrief/contract';
import type { FastifyRequest } from 'fastify';
import { type Actor, hasRole, type Identity } from '../../domain/actor.ts';
import { record } from '../../domain/audit.ts';
import type { Context } from '../../domain/context.ts';
import { authenticateTerminal, terminalPrefix } from '../../domain/machine/terminal.ts';
import { authenticateSecret } from '../../domain/secret.ts';
import { signIn } from '../../domain/sign-in.ts';
import { authenticateToken } from '../../domain/token/token.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';
import { presentedSecret, presentedToken } from './credential.ts';

/** Verifies an access token; throws `invalid_token`, `token_expired` or `identity_provider_unavailable`. */
export type VerifyToken = (token: string) => Promise<Identity>;

/** Who is asking, from the headers alone. */
export async function authenticate(
  context: Context,
  verify: VerifyToken,
  row: Route,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  switch (row.credential) {
    case 'public':
      return undefined;
    case 'secret':
      return authenticateSecret(context, presentedSecret(request.raw), { registers: row.registers === true });
    case 'jwt': {
      const token = presentedToken(request.raw);
      if (token.startsWith(terminalPrefix)) {
        const actor = await authenticateTerminal(context, token);
        if (row.terminal) return actor;
        throw new DebriefError('insufficient_scope', 'A terminal only reads. Use the dashboard for this.');
      }
      if (token.startsWith(tokenPrefix)) return tokenActor(context, row, token);
      const identity = await verify(token);
      return signIn(context, identity, { activate: row.role !== 'signed-in' });
    }
  }
}

/** A token opens what it is for: the routes of its scopes. */
async function tokenActor(context: Context, row: Route, token: string): Promise<Actor> {
  const wanted = scopeOf(row);
  const channel = wanted === 'gate:read' ? 'gate' : 'token';
  const { actor, scopes } = await authenticateToken(context, token, channel);
  if (wanted !== undefined && scopes.includes(wanted)) return actor;
  throw new DebriefError(
    'insufficient_scope',
    wanted === undefined
      ? 'No token is for this. Use the dashboard.'
      : `This token is not for ${wanted}; make one that is.`,
  );
}

/** Counts a refused credential against the address it came from. One that has merely expired is nobody's guess. */
export function countFailure(limiter: RateLimiter, address: string, error: unknown): void {
  if (error instanceof DebriefError && error.status === 401 && error.code !== 'token_expired') {
    limiter.count('failedAuthentication', address);
  }
}

/** Throws unless the actor has the role the route asks for (A10, A11). */
export async function authorize(context: Context, row: Route, actor: Actor | undefined): Promise<void> {
  if (row.role === undefined || row.role === 'signed-in') return;
  // Its scope has been asked for, and no more can be had with it.
  if (actor?.kind === 'gate') return;
  if (actor?.kind === 'member') {
    if (hasRole(actor.role, row.role)) return;
    await record(context, {
      action: 'role_denied',
      outcome: 'refused',
      organizationId: actor.organizationId,
      actorId: actor.userId,
    });
    throw new DebriefError('insufficient_role', `This needs the role ${row.role} or higher.`);
  }
  // "me" is a resource, and this person has none; the catalog is just not for them.
  if (row.path.startsWith('/v1/organizations/me')) {
    throw new DebriefError('organization_not_found', 'You do not belong to an organization.');
  }
  throw new DebriefError('insufficient_role', 'This needs a membership in an organization.');
}
