import { createHmac } from 'node:crypto';
import { newId } from '../domain/id.ts';
import type { Invitations } from '../domain/ports.ts';
import type { AccountRecord, LinkPurpose, LinkRecord } from './account.ts';
import { type IdpContext, mount, type Visit } from './context.ts';
import { hashToken, isLinkToken, linkLifetime, newLinkToken } from './link-token.ts';
import { invitationMail } from './mail.ts';
import { Refusal } from './pages/form.ts';

export const linkPath: Record<LinkPurpose, string> = {
  setup: 'set-up',
  invitation: 'invitation',
  password: 'new-password',
};

const urlOf = (context: IdpContext, purpose: LinkPurpose, token: string) =>
  `${context.publicUrl}${mount}/${linkPath[purpose]}/${token}`;

function newLink(
  context: IdpContext,
  link: Pick<LinkRecord, 'purpose' | 'subject' | 'email'>,
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
    { purpose: 'setup', subject: '', email: null },
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
  lifetime: number,
): Promise<{ url: string; expiresAt: number }> {
  const token = newLinkToken();
  const link = newLink(
    context,
    { purpose: 'password', subject: account.accountId, email: account.email },
    token,
    lifetime,
  );
  await context.store.link.issue(link);
  return { url: urlOf(context, 'password', token), expiresAt: link.expiresAt };
}

export const invitations = (context: IdpContext): Invitations => ({
  sendsMail: context.mailer !== undefined,
  async invite(member) {
    const token = newLinkToken();
    const link = newLink(
      context,
      { purpose: 'invitation', subject: member.userId, email: member.email },
      token,
      linkLifetime.invitation,
    );
    await context.store.link.issue(link);
    const url = urlOf(context, 'invitation', token);
    let sent = false;
    try {
      if (context.mailer) {
        await context.mailer.send(invitationMail(member.email, url, link.expiresAt));
        sent = true;
      }
    } catch (error) {
      // The link stands all the same: an admin can still hand it over.
      context.log.warn({ err: error, userId: member.userId }, 'the invitation could not be sent');
    }
    return { url, singleUse: true, expiresAt: link.expiresAt, sent };
  },
});

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
