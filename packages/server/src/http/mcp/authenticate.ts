import { DebriefError, type TokenScope, tokenPrefix } from '@debrief/contract';
import type { FastifyRequest } from 'fastify';
import type { Identity, MemberActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { authenticateTerminal, terminalPrefix } from '../../domain/machine/terminal.ts';
import { signIn } from '../../domain/sign-in.ts';
import { authenticateToken } from '../../domain/token/token.ts';
import { presentedToken } from '../request/credential.ts';

/** An access token for `PUBLIC_URL/mcp` and nothing else, as the embedded provider issues it. */
export interface McpIdentity {
  identity: Identity;
  scopes: readonly TokenScope[];
}
export type VerifyMcpToken = (token: string) => Promise<McpIdentity>;

export interface McpCaller {
  actor: MemberActor;
  scopes: readonly TokenScope[];
}

/** A personal token, a terminal's, or one that a client was given for its member by OAuth. */
export async function authenticateMcp(
  context: Context,
  verify: VerifyMcpToken | undefined,
  request: FastifyRequest,
): Promise<McpCaller> {
  const token = presentedToken(request.raw);
  if (token.startsWith(tokenPrefix)) {
    const { actor, scopes } = await authenticateToken(context, token, 'mcp');
    if (actor.kind === 'member') return { actor, scopes };
    throw new DebriefError('insufficient_scope', 'A token of the organization is for the gate alone.');
  }
  // `debrief mcp` asks with the sign-in of `debrief login`, which only reads.
  if (token.startsWith(terminalPrefix)) {
    const actor = await authenticateTerminal(context, token);
    return { actor: { ...actor, program: { channel: 'mcp' } }, scopes: ['sessions:read'] };
  }
  if (!verify) throw new DebriefError('invalid_token', 'Use a personal token here: `pat_…`.');
  const { identity, scopes } = await verify(token);
  const actor = await signIn(context, identity, { activate: false });
  if (actor.kind !== 'member') {
    throw new DebriefError('organization_not_found', 'You do not belong to an organization.');
  }
  return { actor: { ...actor, program: { channel: 'mcp' } }, scopes };
}
