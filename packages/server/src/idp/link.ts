import { createHmac } from 'node:crypto';
import { DebriefError } from '@debrief/contract';
import { newId } from '../domain/id.ts';
import type { Invitations } from '../domain/ports.ts';
import type { MemberRecord } from '../domain/records.ts';
import type { AccountRecord, LinkCarrier, LinkPurpose, LinkRecord } from './account.ts';
import { type IdpContext, mount, type Visit } from './context.ts';
import { hashToken, isLinkToken, linkLifetime, newLinkToken } from './link-token.ts';
import { invitationMail } from './mail.ts';
import { Refusal } from './pages/form.ts';
import { admitInvitation, admitInvitationMail } from './password/throttle.ts';

export const linkPath: Record<LinkPurpose, string> = {
  setup: 'set-up',
  invitation: 'invitation',
  password: 'new-password',
};

const urlOf = (context: IdpContext, purpose: LinkPurpose, token: string) =>
  `${context.publicUrl}${mount}/${linkPath[purpose]}/${token}`;

function newLink(
  context: IdpContext,
  link: Pick<LinkRecord, 'purpose' | 'subject' | 'email' | 'carrier'>,
  token: string,
  lifetime: number,
  linkId = newId('acc'),
): LinkRecord {
  const createdAt = context.clock();
  return { ...link, linkId, tokenHash: hashToken(token), createdAt, expiresAt: createdAt + lifetime };
}

/**
 * The link for the first account. Worked out from a stored id and the server's key, so that every process and
 * every restart prints the same one until it is used.
 */
export async function setupLink(context: IdpContext): Promise<string | undefined> {
  if (await context.store.account.any()) return undefined;
  const key = context.sealer.derive('set-up link');
  const tokenOf = (linkId: string) => createHmac('sha256', key).update(linkId).digest('base64url');
  const linkId = newId('acc');
  const link = newLink(
    context,
    { purpose: 'setup', subject: '', email: null, carrier: 'hand' },
    tokenOf(linkId),
    linkLifetime.setup,
    linkId,
  );
  const standing = await context.store.link.keep(link);
  return urlOf(context, 'setup', tokenOf(standing.linkId));
}

export async function passwordLink(
  context: IdpContext,
  account: AccountRecord,
  carrier: LinkCarrier,
): Promise<{ url: string; expiresAt: number }> {
  const token = newLinkToken();
  const link = newLink(
    context,
    { purpose: 'password', subject: account.accountId, email: account.email, carrier },
    token,
    carrier === 'mail' ? linkLifetime.forgottenPassword : linkLifetime.password,
  );
  await context.store.link.issue(link);
  return { url: urlOf(context, 'password', token), expiresAt: link.expiresAt };
}

/** A link mailed less than this ago is not mailed again. */
const mailedRecently = 60_000;

export const invitations = (context: IdpContext): Invitations => ({
  sendsMail: context.mailer !== undefined,

  async admit(organizationId, email) {
    const retryAfter = await admitInvitation(context, organizationId, email);
    if (retryAfter === undefined) return;
    throw new DebriefError('rate_limited', 'Too many invitations were sent; wait before inviting again.', {
      retryAfter,
    });
  },

  async findMailed(member) {
    const now = context.clock();
    const link = await context.store.link.findFor('invitation', member.userId, now);
    if (!context.mailer || link?.carrier !== 'mail' || link.createdAt <= now - mailedRecently)
      return undefined;
    return { singleUse: true, expiresAt: link.expiresAt, sent: true };
  },

  async invite(member, { handOver = false } = {}) {
    if (!handOver && (await mailInvitation(context, member))) {
      const link = await context.store.link.findFor('invitation', member.userId, context.clock());
      return { singleUse: true, sent: true, ...(link && { expiresAt: link.expiresAt }) };
    }
    const { url, expiresAt } = await issueInvitation(context, member, 'hand');
    return { url, singleUse: true, expiresAt, sent: false };
  },
});

async function issueInvitation(context: IdpContext, member: MemberRecord, carrier: LinkCarrier) {
  const token = newLinkToken();
  const link = newLink(
    context,
    { purpose: 'invitation', subject: member.userId, email: member.email, carrier },
    token,
    linkLifetime.invitation,
  );
  await context.store.link.issue(link);
  return { url: urlOf(context, 'invitation', token), expiresAt: link.expiresAt };
}

/** False when the mail could not be sent; its link is void as soon as another is made. */
async function mailInvitation(context: IdpContext, member: MemberRecord): Promise<boolean> {
  if (!context.mailer || !(await admitInvitationMail(context, member.email))) return false;
  const { url, expiresAt } = await issueInvitation(context, member, 'mail');
  try {
    await context.mailer.send(invitationMail(member.email, url, expiresAt));
    return true;
  } catch (error) {
    // An admin can still hand a link over.
    context.log.warn({ err: error, userId: member.userId }, 'the invitation could not be sent');
    return false;
  }
}

/** The link this page stands for. */
export async function linkOf(context: IdpContext, visit: Visit, purpose: LinkPurpose): Promise<LinkRecord> {
  const token = visit.path.split('/').at(-1) ?? '';
  const link = isLinkToken(token)
    ? await context.store.link.find(hashToken(token), context.clock())
    : undefined;
  if (link?.purpose !== purpose) throw spent();
  return link;
}

export const spent = () =>
  new Refusal(
    410,
    'This link no longer works',
    'It was used already, has expired, or a newer one took its place. Ask for a new one.',
  );
