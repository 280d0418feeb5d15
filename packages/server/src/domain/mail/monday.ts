import { insightWords } from '@debrief/contract';
import type { Context } from '../context.ts';
import { teamInsights, weekNumber } from '../insights/insights.ts';
import { type KnownEffect, knownEffects } from '../lesson/known-effect.ts';
import type { Membership } from '../ports.ts';
import { settingsOf } from '../review/notification.ts';
import type { NotificationSettingsRecord } from '../review/records.ts';
import type { Mailer, WaitingMember } from './ports.ts';
import { clockOf } from './quiet-hours.ts';
import { handOver, heldUntil, withClaim } from './send.ts';
import { mondayMail } from './text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const day = 86_400_000;
const week = 7 * day;
/** They are sent after eight by the member's clock. */
const mondayMinute = 8 * 60;
const peoplePerPage = 50;
const weeks = 8;

/** What is said of an organization; each time the same for all of its members. */
type Said = Pick<Parameters<typeof mondayMail>[0], 'changed' | 'same'> & { effects: readonly KnownEffect[] };
type SaidOf = (member: Membership, monday: string) => Promise<Said | undefined>;

/** Once a week, for everybody who wants it: what changed, in the words of Insights. Returns how many were sent. */
export async function sendMondayMails(
  context: Context,
  mailer: Mailer,
  onError: (error: unknown) => void,
): Promise<number> {
  // What is derived anew is not all there yet; there is time until Tuesday night.
  if (context.rebuild?.()) return 0;
  const known = new Map<string, Promise<Said | undefined>>();
  const saidOf: SaidOf = (member, monday) => {
    const name = `${member.organizationId} ${monday}`;
    const said = known.get(name) ?? saidOn(context, member, monday);
    known.set(name, said);
    return said;
  };
  let sent = 0;
  for (let after = ''; ; ) {
    const people = await context.store.outlet.mondays({ after, limit: peoplePerPage });
    for (const person of people) {
      if (await mondayFor(context, mailer, person, { saidOf, onError })) sent++;
      after = person.userId;
    }
    if (people.length < peoplePerPage) return sent;
  }
}

/**
 * The Monday that a mail is due about: from eight on Monday until Tuesday night by the member's clock, and not before the
 * week is over, which is counted in UTC.
 */
export function mondayDue(
  settings: Pick<NotificationSettingsRecord, 'timeZone'>,
  now: number,
): string | undefined {
  const { day: today, minutes } = clockOf(settings, now);
  const at = Date.parse(today);
  const weekday = new Date(at).getUTCDay();
  if (weekday !== 2 && (weekday !== 1 || minutes < mondayMinute)) return undefined;
  const monday = at - (weekday - 1) * day;
  return monday <= now ? new Date(monday).toISOString().slice(0, 10) : undefined;
}

async function mondayFor(
  context: Context,
  mailer: Mailer,
  person: WaitingMember & { mondayDay: string },
  { saidOf, onError }: { saidOf: SaidOf; onError: (error: unknown) => void },
): Promise<boolean> {
  const now = context.clock();
  const settings = await settingsOf(context, person);
  const monday = mondayDue(settings, now);
  const isAway = (settings.awayUntil ?? 0) > now;
  if (monday === undefined || isAway || person.mondayDay >= monday) return false;
  return withClaim(context, person, async (recipient) => {
    // Another server may have been faster, and it may be quiet where the member is.
    const isHeld = heldUntil(settings, recipient, { now, isUrgent: false }) !== undefined;
    if (recipient.mondayDay >= monday || isHeld) return { isSent: false };
    const done = { mondayDay: monday };
    const mail = await mailOf(context, person, monday, saidOf).catch(onError);
    if (mail === undefined) return { isSent: false };
    if (mail === 'nothing') return { isSent: false, ...done };
    const { isOver, ...result } = await handOver(mailer, mail, recipient, onError, now);
    return { ...result, ...(isOver && done) };
  });
}

/** `nothing` when there is nothing to say, or nobody to say it to. */
async function mailOf(
  context: Context,
  { userId, organizationId }: WaitingMember,
  monday: string,
  saidOf: SaidOf,
) {
  const { store, publicUrl } = context;
  const member = await store.identity.findActive(userId);
  if (member?.organizationId !== organizationId) return 'nothing';
  const said = await saidOf(member, monday);
  if (!said) return 'nothing';
  const { effects, ...figures } = said;
  const { mailWords } = await store.review.policy(organizationId);
  const lessons = effects.map(({ text, verdict }) => ({
    name: mailWords ? text : undefined,
    words: becameOf[verdict],
  }));
  return mondayMail(
    { ...figures, lessons },
    {
      to: member.email,
      publicUrl,
      kind: 'monday',
      unsubscribeUrl: unsubscribeUrl(context, userId, 'monday'),
      day: monday,
    },
  );
}

const becameOf: Record<KnownEffect['verdict'], string> = {
  more: 'kept more often since',
  less: 'kept less often since',
  none: 'no clear change since',
};

/** Undefined when nothing is known to have changed. */
async function saidOn(context: Context, member: Membership, monday: string): Promise<Said | undefined> {
  const end = Date.parse(monday);
  const last = weekNumber(end) - 1;
  const insights = await teamInsights(context, member, { first: last - weeks + 1, last }, {});
  const changed: string[] = [];
  const same: string[] = [];
  for (const figure of Object.values(insightWords.figures)) {
    const { text, change, aside } = insightWords.latest(figure, insights.weeks);
    if (text === undefined || change === undefined) continue;
    if (insightWords.isChange(change))
      changed.push(`${figure.title}: ${text}, ${change}${aside ? ` (${aside})` : ''}`);
    else if (change === insightWords.theSame) same.push(figure.title);
  }
  const effects = await knownEffects(context, member, end - weeks * week);
  return changed.length > 0 || effects.length > 0 ? { changed, same, effects } : undefined;
}
