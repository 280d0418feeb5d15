import { readableOf } from '../access/session.ts';
import type { Context } from '../context.ts';
import type { Membership } from '../ports.ts';
import type { MemberRecord } from '../records.ts';
import { outletOf, settingsOf } from '../review/notification.ts';
import type { NotificationRecord, NotificationSettingsRecord } from '../review/records.ts';
import { whysOf } from '../review/rotation/why.ts';
import type { Mailer, OutgoingMail, Recipient, WaitingMember } from './ports.ts';
import { isQuietHour, lastTime } from './quiet-hours.ts';
import { bundleMail, notificationMail } from './text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { wordsFor } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long one server has for one person; after that another may try. */
const claimLife = 5 * minute;
/** Pauses after failures; when they are used up the mail is given up. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
/** Lines that one mail shows. */
export const linesPerMail = 50;
const peoplePerPage = 50;

/** Goes through everybody for whom something is due, one after the other. Returns how many mails were sent. */
export async function sendDueMails(
  context: Context,
  mailer: Mailer,
  onError: (error: unknown) => void,
): Promise<number> {
  let sent = 0;
  for (let after = ''; ; ) {
    const people = await context.store.outlet.waiting(context.clock(), { after, limit: peoplePerPage });
    for (const person of people) {
      if (await withClaim(context, person, (recipient) => sendTo(context, mailer, recipient, onError)))
        sent++;
      after = person.userId;
    }
    if (people.length < peoplePerPage) return sent;
  }
}

/** What is remembered of a member when their claim ends. */
type Change = Parameters<Context['store']['outlet']['release']>[1];

/** Does something for a person that no other server does meanwhile; true when a mail was sent. */
export async function withClaim(
  { store, clock }: Context,
  person: WaitingMember,
  work: (recipient: Recipient) => Promise<Change & { isSent: boolean }>,
): Promise<boolean> {
  const now = clock();
  const recipient = await store.outlet.claim(person, now, now + claimLife);
  if (!recipient) return false;
  const { isSent, ...change } = await work(recipient);
  await store.outlet.release(person.userId, change);
  return isSent;
}

/** Until when nothing may be sent to the member, whatever it is; undefined when it may be. */
export function heldUntil(
  settings: NotificationSettingsRecord,
  { lastSentAt }: Pick<Recipient, 'lastSentAt'>,
  { now, isUrgent }: { now: number; isUrgent: boolean },
): number | undefined {
  if (isQuietHour(settings, now)) return lastTime(settings, settings.quietTo ?? 0, now) + day;
  return !isUrgent && now < lastSentAt + hour ? lastSentAt + hour : undefined;
}

/** Everything is decided here and now: what was queued long ago may be over, read or not wanted any more. */
async function sendTo(
  context: Context,
  mailer: Mailer,
  recipient: Recipient,
  onError: (error: unknown) => void,
): Promise<Change & { isSent: boolean }> {
  const { store } = context;
  const { userId, organizationId } = recipient;
  const now = context.clock();
  const member = await store.identity.findActive(userId);
  const settings = await settingsOf(context, recipient);
  const open = await store.outlet.open(userId);
  if (member?.organizationId !== organizationId) {
    await store.outlet.end(idsOf(open), 'over', now);
    return { isSent: false };
  }
  const lines = await standing(context, settings, member, idsOf(open));
  const due = new Set(idsOf(open.filter(({ dueAt }) => dueAt <= now)));
  // What was due may be what is not mailed; the rest then waits for its own time.
  if (!lines.some(({ notificationId }) => due.has(notificationId))) return { isSent: false };
  // Somebody asked them, has waited as long as anything does, and waits.
  const isUrgent = lines.some(({ reason, notificationId }) => reason === 'asked' && due.has(notificationId));
  const until = heldUntil(settings, recipient, { now, isUrgent });
  if (until !== undefined) {
    const ids = new Set(idsOf(lines));
    const held = open.filter(({ notificationId, dueAt }) => ids.has(notificationId) && dueAt < until);
    await store.outlet.postpone(idsOf(held), until);
    return { isSent: false };
  }
  const result = await handOver(mailer, await compose(context, member, lines), recipient, onError, now);
  if (result.isOver) await store.outlet.end(idsOf(lines), result.isSent ? 'sent' : 'failed', now);
  const { isOver: _, ...change } = result;
  return change;
}

const idsOf = (items: readonly { notificationId: string }[]): string[] =>
  items.map(({ notificationId }) => notificationId);

/** Of what is to be sent that which is unread, not put off, may be read, and is wanted by mail; the rest is settled. */
async function standing(
  context: Context,
  settings: NotificationSettingsRecord,
  member: Membership,
  notificationIds: readonly string[],
): Promise<NotificationRecord[]> {
  const { store } = context;
  const now = context.clock();
  const lines = await store.notification.findAll(member.userId, notificationIds);
  const about = lines.flatMap(({ sessionId }) => sessionId ?? []);
  const readable = await readableOf(context, member, about);
  const isReadable = ({ sessionId }: NotificationRecord) => sessionId === null || readable.has(sessionId);
  const isPutOff = ({ snoozedUntil }: NotificationRecord) => (snoozedUntil ?? 0) > now;
  const unread = lines.filter(({ state }) => state === 'unread');
  const wanted = unread.filter((line) => isReadable(line) && outletOf(settings, line.reason) === 'mail');
  const known = new Set(idsOf(unread));
  await store.outlet.end(
    notificationIds.filter((id) => !known.has(id)),
    'over',
    now,
  );
  await store.outlet.end(idsOf(unread.filter((line) => !wanted.includes(line))), 'inbox', now);
  for (const line of wanted.filter(isPutOff)) {
    await store.outlet.postpone([line.notificationId], line.snoozedUntil ?? now);
  }
  return wanted.filter((line) => !isPutOff(line));
}

async function compose(
  context: Context,
  member: Pick<MemberRecord, 'email' | 'userId'>,
  lines: readonly NotificationRecord[],
): Promise<OutgoingMail> {
  const { publicUrl, store } = context;
  const reasons = new Set(lines.map(({ reason }) => reason));
  const [line] = lines as [NotificationRecord, ...NotificationRecord[]];
  const kind = reasons.size === 1 ? line.reason : 'all';
  const facts = {
    to: member.email,
    publicUrl,
    kind,
    unsubscribeUrl: unsubscribeUrl(context, member.userId, kind),
  } as const;
  const asked = lines.flatMap(({ reason, sessionId }) =>
    reason === 'assigned' && sessionId ? [sessionId] : [],
  );
  const whys = whysOf(member.userId, await store.rotation.whys(member.userId, asked));
  if (lines.length > 1) return bundleMail(lines, { ...facts, whys, shown: linesPerMail });
  const by = line.byUserId && (await store.member.find(line.organizationId, line.byUserId));
  return notificationMail(line, {
    ...facts,
    why: whys.get(line.sessionId ?? ''),
    by: by ? by.email : undefined,
    words: await wordsFor(context, line),
  });
}

/** `isOver`: it was sent, or is given up. */
export async function handOver(
  mailer: Mailer,
  mail: OutgoingMail,
  { attempts }: Pick<Recipient, 'attempts'>,
  onError: (error: unknown) => void,
  now: number,
): Promise<Change & { isSent: boolean; isOver: boolean }> {
  try {
    await mailer.send(mail);
  } catch (error) {
    onError(error);
    const pause = pauses[attempts];
    if (pause === undefined || isFinal(error)) return { isSent: false, isOver: true, attempts: 0 };
    return { isSent: false, isOver: false, attempts: attempts + 1, heldUntil: now + pause };
  }
  return { isSent: true, isOver: true, attempts: 0, lastSentAt: now };
}

/** The mail server said no for good (5xx), not for now. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}

/** Removes old lines of inboxes and what is remembered of mails. */
export async function purgeNotifications(context: Context): Promise<void> {
  const now = context.clock();
  await context.store.notification.purge(now - 90 * day, now - 365 * day);
  await context.store.outlet.purge(now - 30 * day);
}
