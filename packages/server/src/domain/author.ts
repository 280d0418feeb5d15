import { createHmac, randomInt } from 'node:crypto';
import {
  type AuthorAnswer,
  type ClaimAnswer,
  type ClaimedEnvironment,
  DebriefError,
  type Environment,
  type IssuedClaim,
} from '@debrief/contract';
import { hasRole, type MemberActor, type SecretActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import {
  activeEnvironment,
  describeEnvironment,
  findEnvironment,
  getEnvironment,
  ofMachine,
} from './environment.ts';
import { isId } from './id.ts';
import { requestMachine, tellAdmins } from './machine/claim-request.ts';
import { iso } from './present.ts';
import { channelsOf, notify } from './review/notification.ts';
import { ringReview } from './review/session.ts';

/** No letter or digit that looks like another one: 30 characters, so a code has 39 bits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const claimLife = 10 * 60_000;

const makeCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/^.{4}/, '$&-');

/** As people type it: any case, the dash anywhere or nowhere. Undefined for what is no code. */
function readCode(given: string): string | undefined {
  const letters = given.slice(0, 20).toUpperCase().replaceAll('-', '');
  const isCode = letters.length === 8 && [...letters].every((letter) => alphabet.includes(letter));
  return isCode ? letters : undefined;
}

/** Codes are short, so what is stored is worth nothing without the server's key. */
const digestOf = (context: Context, letters: string): string =>
  createHmac('sha256', context.pepper).update(`claim ${letters}`).digest('hex');

/** One code a machine: a new one makes the one before it void. */
export async function issueClaim(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string },
): Promise<IssuedClaim> {
  await ofMachine(context, actor, input.environmentId);
  const { environmentId } = await activeEnvironment(context, actor.organizationId, input.environmentId);
  const code = makeCode();
  const expiresAt = context.clock() + claimLife;
  await context.store.author.saveClaim({
    environmentId,
    organizationId: actor.organizationId,
    digest: digestOf(context, code.replace('-', '')),
    expiresAt,
  });
  return { code, url: `${context.publicUrl}/claim/${code}`, expiresAt: iso(expiresAt) };
}

export async function getAuthor(
  context: Context,
  actor: SecretActor,
  input: { environmentId: string },
): Promise<AuthorAnswer> {
  const { authorUserId } = await ofMachine(context, actor, input.environmentId);
  if (authorUserId === null) return {};
  const member = await context.store.member.find(actor.organizationId, authorUserId);
  return member ? { author: { userId: member.userId, email: member.email } } : {};
}

export async function getClaim(
  context: Context,
  actor: MemberActor,
  input: { code: string },
): Promise<ClaimAnswer> {
  const letters = readCode(input.code);
  const claim =
    letters &&
    (await context.store.author.findClaim(actor.organizationId, digestOf(context, letters), context.clock()));
  if (!claim) throw claimNotFound();
  const environment = await activeEnvironment(context, actor.organizationId, claim.environmentId);
  return { environment: await describeEnvironment(context, environment), expiresAt: iso(claim.expiresAt) };
}

export async function claimEnvironment(
  context: Context,
  actor: MemberActor,
  input: { code: string },
): Promise<ClaimedEnvironment> {
  const { organizationId, userId } = actor;
  const letters = readCode(input.code);
  const environmentId =
    letters &&
    (await context.store.author.useClaim(organizationId, digestOf(context, letters), context.clock()));
  if (!environmentId) throw claimNotFound();
  const { authorUserId } = await activeEnvironment(context, organizationId, environmentId);
  const isOthers = authorUserId !== null && authorUserId !== userId;
  if (isOthers && !hasRole(actor.role, 'admin')) {
    await requestMachine(context, actor, environmentId, authorUserId);
    return { ...(await getEnvironment(context, actor, { environmentId })), requested: true };
  }
  const claimed = await changeAuthor(context, actor, environmentId, userId);
  // What was captured before is an admin's to give (W3).
  if (authorUserId === null && (await context.store.author.hasEarlier(organizationId, environmentId))) {
    await tellAdmins(context, actor, { environmentId, reason: 'claim' });
  }
  return claimed;
}

export async function setAuthor(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string; userId: string; earlier?: boolean },
): Promise<{ environment: Environment }> {
  const { environmentId } = await findEnvironment(context, actor.organizationId, input.environmentId);
  const member = isId('usr', input.userId)
    ? await context.store.member.find(actor.organizationId, input.userId)
    : undefined;
  if (member?.status !== 'active') {
    throw new DebriefError('member_not_found', 'No such active member in this organization.');
  }
  const changed = await changeAuthor(context, actor, environmentId, member.userId);
  if (input.earlier) await giveEarlier(context, actor, environmentId, member.userId);
  return changed;
}

export async function clearAuthor(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string },
): Promise<{ environment: Environment }> {
  const { environmentId } = await findEnvironment(context, actor.organizationId, input.environmentId);
  return changeAuthor(context, actor, environmentId, null);
}

/** Sessions that were opened before the machine had an author (W3). */
async function giveEarlier(context: Context, actor: MemberActor, environmentId: string, userId: string) {
  const { organizationId } = actor;
  const { given, about } = await context.store.author.giveEarlier({
    organizationId,
    environmentId,
    userId,
    at: context.clock(),
    channels: channelsOf(context),
  });
  if (given === 0) return;
  for (const { sessionId, told } of about) ringReview(context, { organizationId, sessionId }, told);
  await recordDeed(context, actor, 'environment_sessions_given', environmentId);
  await notify(context, { organizationId, userId, environmentId, reason: 'author', by: actor.userId });
}

/** The author before and the one after are told, unless it was they. */
export async function changeAuthor(
  context: Context,
  actor: MemberActor,
  environmentId: string,
  userId: string | null,
): Promise<{ environment: Environment }> {
  const { organizationId } = actor;
  const { authorUserId: before } = await findEnvironment(context, organizationId, environmentId);
  const changed = await context.store.author.set({
    organizationId,
    environmentId,
    userId,
    at: context.clock(),
  });
  if (changed) {
    const action = userId === null ? 'environment_author_cleared' : 'environment_author_set';
    await recordDeed(context, actor, action, environmentId);
    for (const told of [userId, before]) {
      if (told === null) continue;
      const news = { organizationId, userId: told, environmentId, by: actor.userId };
      await notify(context, { ...news, reason: 'author' });
    }
  }
  return getEnvironment(context, actor, { environmentId });
}

const claimNotFound = () =>
  new DebriefError(
    'claim_not_found',
    'There is no such claim here. It may have been used, or be older than ten minutes.',
  );
