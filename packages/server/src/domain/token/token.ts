import {
  DebriefError,
  type IssuedToken,
  type IssueToken,
  type ListTokens,
  limits,
  type PersonalToken,
  type TokenChannel,
  type TokenList,
  type TokenScope,
  tokenPrefix,
  tokenScopes,
} from '@debrief/contract';
import { type GateActor, hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import { digestSecret, hasChecksum, makeSecret } from '../secret.ts';
import type { TokenRecord } from './ports.ts';

const shape = /^pat_[0-9A-Za-z]{38}$/;
const day = 86_400_000;
const noteEvery = 10 * 60_000;
const noteChannelEvery = 60_000;

const statusOf = ({ revokedAt, expiresAt }: TokenRecord, now: number): PersonalToken['status'] => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
};

function presentToken(token: TokenRecord, now: number): PersonalToken {
  const { digest: _, organizationId: __, lastUsedAt, ...rest } = token;
  return present({
    ...rest,
    scopes: [...token.scopes],
    status: statusOf(token, now),
    createdAt: iso(token.createdAt),
    expiresAt: iso(token.expiresAt),
    lastUsedOn: lastUsedAt === null ? null : iso(lastUsedAt).slice(0, 10),
    revokedAt: isoOrNone(token.revokedAt),
  });
}

const adminsOnly = (what: string) => new DebriefError('insufficient_role', `${what} needs the role admin.`);

/** What needs no person: the question of the gate, and the audit log for a program that follows it. */
const ofOrganizations: readonly TokenScope[] = ['gate:read', 'audit:read'];

function checkForOrganization(actor: MemberActor, scopes: readonly TokenScope[]): void {
  if (!hasRole(actor.role, 'admin')) throw adminsOnly('A token of the organization');
  if (scopes.some((scope) => !ofOrganizations.includes(scope))) {
    throw new DebriefError('validation_error', 'A token of the organization is for gate:read or audit:read.');
  }
}

export async function issueToken(
  context: Context,
  actor: MemberActor,
  input: IssueToken,
): Promise<IssuedToken> {
  const { name, forOrganization = false, days = limits.tokenDays.default } = input;
  const scopes = tokenScopes.filter((scope) => input.scopes.includes(scope));
  if (forOrganization) checkForOrganization(actor, scopes);
  const plaintext = makeSecret('live', { live: tokenPrefix, test: tokenPrefix });
  const now = context.clock();
  const token: TokenRecord = {
    tokenId: newId('tok'),
    organizationId: actor.organizationId,
    userId: forOrganization ? null : actor.userId,
    digest: digestSecret(context.pepper, plaintext),
    name,
    scopes,
    createdBy: actor.userId,
    createdAt: now,
    expiresAt: now + days * day,
    lastUsedAt: null,
    lastChannel: null,
    revokedAt: null,
    revokedBy: null,
  };
  if (!(await context.store.token.add(token, limits.tokens))) {
    const who = forOrganization ? 'An organization' : 'A member';
    throw new DebriefError(
      'limit_reached',
      `${who} has at most ${limits.tokens} tokens that work; revoke one first.`,
    );
  }
  await recordDeed(context, actor, 'token_issued', token.tokenId);
  return { ...presentToken(token, now), token: plaintext };
}

export async function listTokens(
  context: Context,
  actor: MemberActor,
  { of = 'me' }: ListTokens,
): Promise<TokenList> {
  if (of === 'organization' && !hasRole(actor.role, 'admin')) throw adminsOnly('The list of all tokens');
  const { organizationId, userId } = actor;
  const found = await context.store.token.list(organizationId, of === 'me' ? userId : undefined);
  const now = context.clock();
  return { tokens: found.map((token) => presentToken(token, now)) };
}

export async function revokeToken(
  context: Context,
  actor: MemberActor,
  { tokenId }: { tokenId: string },
): Promise<PersonalToken> {
  const token = isId('tok', tokenId)
    ? await context.store.token.find(actor.organizationId, tokenId)
    : undefined;
  // Somebody else's token is none that a member could know of.
  if (!token || (token.userId !== actor.userId && !hasRole(actor.role, 'admin'))) {
    throw new DebriefError('token_not_found', 'No such token in this organization.');
  }
  const revoked = { by: actor.userId, at: context.clock() };
  if (await context.store.token.revoke(tokenId, revoked)) {
    await recordDeed(context, actor, 'token_revoked', tokenId);
  }
  const now = await context.store.token.find(actor.organizationId, tokenId);
  return presentToken(now ?? token, revoked.at);
}

/** Who asks with a token, and what it is for. */
export interface TokenHolder {
  readonly actor: MemberActor | GateActor;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: number;
}

/** From the store on every request, like a secret: a revocation counts at once, and so does the end of a membership. */
export async function authenticateToken(
  context: Context,
  presented: string,
  channel: TokenChannel,
): Promise<TokenHolder> {
  const invalid = () => new DebriefError('invalid_token', 'This token does not work (any more).');
  if (!shape.test(presented) || !hasChecksum(presented)) throw invalid();
  const token = await context.store.token.findByDigest(digestSecret(context.pepper, presented));
  const now = context.clock();
  if (!token || token.revokedAt !== null) throw invalid();
  if (token.expiresAt <= now) throw new DebriefError('token_expired', 'This token has expired.');
  const { tokenId, organizationId, userId, scopes, expiresAt } = token;
  const member = userId === null ? undefined : await context.store.identity.findActive(userId);
  if (userId !== null && member?.organizationId !== organizationId) throw invalid();
  await noteUse(context, token, channel, now);
  const actor: MemberActor | GateActor = member
    ? {
        ...{ kind: 'member', organizationId, userId: member.userId, role: member.role },
        ...(member.access && { access: member.access }),
        program: { channel, tokenId },
      }
    : { kind: 'gate', organizationId, tokenId };
  return { actor, scopes, expiresAt };
}

/** Only the day is told, so asking costs a write now and then. */
async function noteUse(
  { store }: Context,
  { tokenId, lastUsedAt, lastChannel }: TokenRecord,
  channel: TokenChannel,
  now: number,
): Promise<void> {
  const wait = lastChannel === channel ? noteEvery : noteChannelEvery;
  if (lastUsedAt === null || now - lastUsedAt >= wait) await store.token.noteUse(tokenId, now, channel);
}
