import { createTransport } from 'nodemailer';
import type { Mailer, OutgoingMail } from '../domain/mail/ports.ts';

const seconds = 1000;

/** Who mails are from where nobody said otherwise. */
const usualSender = (publicUrl: string): string => `Debrief <debrief@${new URL(publicUrl).hostname}>`;

export interface MailSettings {
  smtpUrl?: string | undefined;
  mailFrom?: string | undefined;
  publicUrl: string;
  version: string;
}

/** Undefined where no mail server is configured. */
export function createMailer({ smtpUrl, mailFrom, publicUrl, version }: MailSettings): Mailer | undefined {
  if (smtpUrl === undefined) return undefined;
  const from = mailFrom ?? usualSender(publicUrl);
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: 10 * seconds,
      greetingTimeout: 10 * seconds,
      socketTimeout: 20 * seconds,
    },
    { from },
  );
  return {
    async send({ to, ...mail }) {
      const own = { 'Auto-Submitted': 'auto-generated', 'X-Mailer': `Debrief ${version}` };
      // One address, never read as a list: a comma in it makes no second recipient.
      const recipient = { name: '', address: to };
      await transport.sendMail({
        ...mail,
        to: recipient,
        headers: { ...mail.headers, ...own },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

const day = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const invitationMail = (to: string, url: string, expiresAt: number): OutgoingMail => ({
  to,
  subject: 'You have been invited to Debrief',
  text: `You have been invited to Debrief, where your team reviews the sessions of its coding agents.

Accept the invitation and choose a password:
${url}

The link works once, until ${day(expiresAt)}. If you did not expect it, ignore this message.
`,
});

/** Where somebody else signs people in: they have an account there, or are given one. */
export const signInMail = (to: string, url: string): OutgoingMail => ({
  to,
  subject: 'You have been invited to Debrief',
  text: `You have been invited to Debrief, where your team reviews the sessions of its coding agents.

Sign in with the account that has this address, ${to}:
${url}

If you did not expect it, ignore this message.
`,
});

export interface PasswordLink {
  url: string;
  expiresAt: number;
  /** When the account was made: what tells several accounts of one address apart. */
  createdAt: number;
}

/** One link for each account with this address, newest account first. */
export const forgottenPasswordMail = (
  to: string,
  links: readonly [PasswordLink, ...PasswordLink[]],
): OutgoingMail => ({
  to,
  subject: 'Set a new password for Debrief',
  text: `Somebody, probably you, asked for a new password for Debrief.

${
  links.length === 1
    ? `Choose a new password:\n${links[0].url}`
    : `There are ${links.length} accounts with your address. Choose the one whose password you want to set:\n${links
        .map(({ url, createdAt }) => `\nThe account made on ${day(createdAt)}:\n${url}`)
        .join('\n')}`
}

${links.length === 1 ? 'The link works' : 'Each link works'} once, until ${day(links[0].expiresAt)}. If it was not you, ignore this message: nothing has changed.
`,
});

export const passwordChangedMail = (to: string, publicUrl: string): OutgoingMail => ({
  to,
  subject: 'Your password for Debrief was changed',
  text: `The password of your account at ${publicUrl} was just changed, and you were signed out everywhere else.

If it was not you, tell whoever runs your Debrief server at once.
`,
});
