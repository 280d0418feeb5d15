import { readerOf } from '../access/reader.ts';
import type { Context } from '../context.ts';
import { outletOf, settingsOf } from '../review/notification.ts';
import type { Mailer, WaitingMember } from './ports.ts';
import { clockOf, lastTime } from './quiet-hours.ts';
import { handOver, heldUntil, linesPerMail, withClaim } from './send.ts';
import { digestMail } from './text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const day = 86_400_000;
/** Digests are sent after seven by the member's clock. */
const digestMinute = 7 * 60;
const peoplePerPage = 50;
const mostTurns = 1000;

/** Once a day, for everybody who wants it: what is unread and was not mailed. Returns how many were sent. */
export async function sendDigests(
  context: Context,
  mailer: Mailer,
  onError: (error: unknown) => void,
): Promise<number> {
  let sent = 0;
  const from = context.clock() - 2 * day;
  for (let after = ''; ; ) {
    const people = await context.store.outlet.undigested(from, { after, limit: peoplePerPage });
    for (const person of people) {
      if (await digestFor(context, mailer, person, onError)) sent++;
      after = person.userId;
    }
    if (people.length < peoplePerPage) return sent;
  }
}

async function digestFor(
  context: Context,
  mailer: Mailer,
  person: WaitingMember & { digestDay: string },
  onError: (error: unknown) => void,
): Promise<boolean> {
  const now = context.clock();
  const settings = await settingsOf(context, person);
  const today = clockOf(settings, now);
  if (today.minutes < digestMinute || person.digestDay >= today.day) return false;
  return withClaim(context, person, async (recipient) => {
    // Another server may have been faster, and it may be night where the member is.
    const isHeld = heldUntil(settings, recipient, { now, isUrgent: false }) !== undefined;
    if (recipient.digestDay >= today.day || isHeld) return { isSent: false };
    const done = { digestDay: today.day };
    const mail = await digestOf(context, person, today.day, lastTime(settings, digestMinute, now));
    if (!mail) return { isSent: false, ...done };
    const { isOver, ...result } = await handOver(mailer, mail, recipient, onError, now);
    return { ...result, ...(isOver && done) };
  });
}

/** Undefined when there is nothing to say. Its first line is about all that waits, whatever the lines tell of. */
async function digestOf(
  context: Context,
  { userId, organizationId }: WaitingMember,
  today: string,
  to: number,
) {
  const { store, publicUrl } = context;
  const now = context.clock();
  const member = await store.identity.findActive(userId);
  if (member?.organizationId !== organizationId) return undefined;
  const settings = await settingsOf(context, { userId, organizationId });
  const reader = readerOf(member, now);
  const ids = await store.outlet.digestLines(userId, { from: to - day, to, now, reader, limit: 1000 });
  // What is wanted by mail goes with a mail of its own, once that may be sent.
  const open = new Set((await store.outlet.open(userId)).map(({ notificationId }) => notificationId));
  const lines = (await store.notification.findAll(userId, ids)).filter(({ notificationId, reason }) => {
    const outlet = outletOf(settings, reason);
    return outlet === 'inbox' || (outlet === 'mail' && !open.has(notificationId));
  });
  if (lines.length === 0) return undefined;
  return digestMail(lines, {
    to: member.email,
    publicUrl,
    kind: 'digest',
    unsubscribeUrl: unsubscribeUrl(context, userId, 'digest'),
    day: today,
    turns: await store.queue.turns({ organizationId, userId, now, reader }, mostTurns),
    shown: linesPerMail,
  });
}
