import { DebriefError } from '@debrief/contract/error';
import type { Invitations } from '../domain/ports.ts';
import type { IdpContext } from './context.ts';
import { signInMail } from './mail.ts';
import { admitInvitation, admitInvitationMail } from './password/throttle.ts';

/** A mail sent less than this ago is not sent again. */
const mailedRecently = 60_000;
const maxRemembered = 10_000;

/**
 * How invited people get in where somebody else signs them in: there is no link to make, they sign in there, and the
 * verified address does the rest (O14). With a mail server they are told where.
 */
export function externalInvitations(
  publicUrl: string,
  context?: Pick<IdpContext, 'store' | 'sealer' | 'clock' | 'log'> & { mailer: IdpContext['mailer'] },
): Invitations {
  const address = { url: `${publicUrl}/`, singleUse: false };
  if (!context?.mailer) {
    return {
      sendsMail: false,
      admit: async () => {},
      findMailed: async () => undefined,
      invite: async () => ({ ...address, sent: false }),
    };
  }
  const { mailer } = context;
  const mailed = new Map<string, number>();
  return {
    sendsMail: true,
    async admit(organizationId, email) {
      const retryAfter = await admitInvitation(context, organizationId, email);
      if (retryAfter === undefined) return;
      throw new DebriefError('rate_limited', 'Too many invitations were sent; wait before inviting again.', {
        retryAfter,
      });
    },
    async findMailed({ userId }) {
      const at = mailed.get(userId);
      return at !== undefined && at > context.clock() - mailedRecently
        ? { ...address, sent: true }
        : undefined;
    },
    async invite(member, { handOver = false } = {}) {
      if (handOver || !(await admitInvitationMail(context, member.email))) return { ...address, sent: false };
      try {
        await mailer.send(signInMail(member.email, address.url));
      } catch (error) {
        // An admin can still tell them.
        context.log.warn({ err: error, userId: member.userId }, 'the invitation could not be sent');
        return { ...address, sent: false };
      }
      if (mailed.size >= maxRemembered) mailed.clear();
      mailed.set(member.userId, context.clock());
      return { ...address, sent: true };
    },
  };
}
