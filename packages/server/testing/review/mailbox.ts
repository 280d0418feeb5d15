import type { Context } from '../../src/domain/context.ts';
import type { Mailer } from '../../src/domain/mail/ports.ts';
import { sendDueMails } from '../../src/domain/mail/send.ts';
import { type News, notify } from '../../src/domain/review/notification.ts';
import { createMailer } from '../../src/idp/mail.ts';
import { startMail } from '../mail.ts';
import type { TestServer } from '../server.ts';
import { aTeam, joinTeam } from '../team.ts';

export const minute = 60_000;
export const day = 86_400_000;
/** Past the hour of the digest, and long before the next one. */
export const noon = Date.UTC(2026, 10, 15, 12);

/** A member, somebody who tells them things, a mail server, and a clock. */
export async function aMailbox(server: TestServer) {
  const team = await aTeam(server);
  const reader = await joinTeam(server, team, 'member');
  const writer = await joinTeam(server, team, 'member');
  const smtp = await startMail();
  const mailer = createMailer({ smtpUrl: smtp.url, publicUrl: server.url, version: '0.0.0' }) as Mailer;
  const time = { now: noon };
  const context: Context = { ...server.running.context, sendsMail: true, clock: () => time.now };
  const errors: unknown[] = [];
  return {
    team,
    reader,
    writer,
    smtp,
    mailer,
    time,
    context,
    errors,
    tell: (news: Partial<News> = {}) =>
      notify(context, {
        organizationId: team.organizationId,
        sessionId: team.sessionId,
        userId: reader.userId,
        reason: 'mentioned',
        by: writer.userId,
        ...news,
      }),
    send: (with_ = mailer) => sendDueMails(context, with_, (error) => void errors.push(error)),
    /** Mails to the reader; tests of one server share its queue. */
    mails: () => smtp.mails.filter((mail) => mail.includes(`To: ${reader.email}`)),
    [Symbol.asyncDispose]: () => smtp.close(),
  };
}
