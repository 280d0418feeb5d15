import type { Notification, NotificationReason } from '@debrief/contract';

/** What happened, after the name of whoever did it; those that come by themselves begin a sentence. */
const deeds: Record<NotificationReason, string> = {
  assigned: 'asks you to review',
  mentioned: 'mentioned you in',
  replied: 'replied in',
  follow_up: 'asks for a follow-up in',
  answered: 'answered you in',
  outgrown: 'Grew since you accepted it:',
  finding: 'Something was found in',
  redacted: 'took words out of',
  released: 'released',
  rule: 'rule',
  author: 'said whose machine this is:',
  claim: 'asks for, or answered about, the machine',
};

const byItself: Partial<Record<NotificationReason, string>> = {
  assigned: 'You are asked to review',
  mentioned: 'You were mentioned in',
  replied: 'A reply in',
  follow_up: 'A follow-up is asked for in',
  answered: 'Your question was answered in',
  redacted: 'Words were taken out of',
  released: 'Now to be read:',
  rule: 'A rule has become quiet, by decisions as in',
  author: 'You are the author of',
};

export const deedOf = ({ reason, by }: Pick<Notification, 'reason' | 'by'>): string =>
  by === undefined ? (byItself[reason] ?? deeds[reason]) : deeds[reason];

/** What the settings call each reason. */
export const reasonNames: Record<NotificationReason, string> = {
  assigned: 'I am asked to review a session',
  mentioned: 'Somebody mentions me',
  replied: 'Somebody replies in a thread of mine',
  follow_up: 'A follow-up is asked of me',
  answered: 'The author answered my follow-up',
  outgrown: 'A session grew after I accepted it',
  finding: 'Something was found in a session',
  redacted: 'Words were taken out of a session of mine',
  released: 'A session may now be read',
  rule: 'A rule becomes quiet because people call its findings wrong',
  author: 'A machine becomes mine, or somebody else’s',
  claim: 'Somebody asks for a machine',
};

/** Tomorrow at nine, by this browser's clock. */
export function tomorrowMorning(now: Date): Date {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  return morning;
}

/** The next Monday at nine. */
export function nextMonday(now: Date): Date {
  const monday = tomorrowMorning(now);
  while (monday.getDay() !== 1) monday.setDate(monday.getDate() + 1);
  return monday;
}
