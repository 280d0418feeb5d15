import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import type { NotificationRecord } from '../review/records.ts';
import type { Mailer, OutgoingMail, QueuedMail } from './ports.ts';
import { digestMail, notificationMail } from './text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { wordsFor } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long one server has for one mail; after that another may try. */
const claimLife = 5 * minute;
/** Pauses after failures; when they are used up the mail is given up. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
/** Digests are made at this hour, UTC. */
const digestHour = 7;
const linesPerDigest = 50;

/** Sends what is due, one mail after the other. Returns how many were sent. */
export async function sendDueMails(
  context: Context,
  mailer: Mailer,
  onError: (error: unknown) => void,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const due = await context.store.mailQueue.due(context.clock(), 50);
    if (due.length === 0) return sent;
    for (const mailId of due) {
      const now = context.clock();
      const queued = await context.store.mailQueue.claim(mailId, now, now + claimLife);
      if (queued && (await deliver(context, mailer, queued, onError))) sent++;
    }
  }
}

async function deliver(
  context: Context,
  mailer: Mailer,
  queued: QueuedMail,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { mailId, attempts } = queued;
  const { mailQueue } = context.store;
  const mail = await compose(context, queued);
  if (!mail) {
    await mailQueue.end(mailId, 'cancelled', context.clock());
    return false;
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    onError(error);
    const pause = pauses[attempts - 1];
    if (pause === undefined || isFinal(error)) await mailQueue.end(mailId, 'failed', context.clock());
    else await mailQueue.postpone(mailId, context.clock() + pause);
    return false;
  }
  await mailQueue.end(mailId, 'sent', context.clock());
  return true;
}

/** The mail server said no for good (5xx), not for now. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}

/** Undefined when there is nothing left to say: it was read meanwhile, or the person has left. */
async function compose(context: Context, queued: QueuedMail): Promise<OutgoingMail | undefined> {
  const member = await context.store.identity.findActive(queued.userId);
  if (member?.organizationId !== queued.organizationId) return undefined;
  const { publicUrl } = context;
  if (queued.kind === 'digest') {
    const lines = await linesOf(context, queued);
    if (lines.length === 0) return undefined;
    return digestMail(lines.slice(0, linesPerDigest), {
      to: member.email,
      publicUrl,
      kind: 'digest',
      unsubscribeUrl: unsubscribeUrl(context, member.userId, 'digest'),
      day: dayOfDigest(queued.mailId),
      more: Math.max(0, lines.length - linesPerDigest),
    });
  }
  const line = await context.store.notification.find(queued.userId, queued.mailId);
  if (line?.state !== 'unread' || (line.snoozedUntil ?? 0) > context.clock()) return undefined;
  const by = line.byUserId && (await context.store.member.find(queued.organizationId, line.byUserId));
  return notificationMail(line, {
    to: member.email,
    publicUrl,
    kind: line.reason,
    unsubscribeUrl: unsubscribeUrl(context, member.userId, line.reason),
    by: by ? by.email : undefined,
    words: await wordsFor(context, line),
  });
}

async function linesOf(context: Context, { userId, mailId }: QueuedMail): Promise<NotificationRecord[]> {
  const to = digestTime(Date.parse(dayOfDigest(mailId)));
  const ids = await context.store.mailQueue.digestLines(userId, to - day, to, 1000);
  const found = await Promise.all(ids.map((id) => context.store.notification.find(userId, id)));
  return found.filter((line) => line !== undefined);
}

/** When the digest of the day of this moment is made. */
const digestTime = (at: number): number => Math.floor(at / day) * day + digestHour * hour;

/** The last part of its name; when it is due changes with every attempt. */
const dayOfDigest = (mailId: string): string => mailId.split(' ').at(-1) ?? '';

/** Queues the digests of the day, once its hour has come; whoever asks again adds none. */
export async function queueDigests(context: Context): Promise<void> {
  const now = context.clock();
  const to = digestTime(now);
  if (now >= to) await context.store.mailQueue.addDigests(iso(to).slice(0, 10), to - day, to);
}

/** Removes old lines of inboxes and what is remembered of mails. */
export async function purgeNotifications(context: Context): Promise<void> {
  const now = context.clock();
  await context.store.notification.purge(now - 90 * day, now - 365 * day);
  await context.store.mailQueue.purge(now - 30 * day);
}
