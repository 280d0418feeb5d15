import type { Notification, NotificationReason } from '@debrief/contract';

/** What happened, after the name of whoever did it; those that come by themselves begin a sentence. */
const deeds: Record<NotificationReason, string> = {
  assigned: 'asks you to review',
  asked: 'asked you about',
  mentioned: 'mentioned you in',
  replied: 'answered in',
  follow_up: 'wants a follow-up to',
  answered: 'answered your follow-up in',
  accepted: 'accepted',
  noted: 'left a note on',
  dismissed: 'dismissed a review of',
  declined: 'declined to review',
  outgrown: 'Grew since you accepted it:',
  rule: 'rule',
  author: 'said whose machine this is:',
  claim: 'asks for, or answered about, the machine',
  access: 'asks to read',
  shared: 'lets you read',
  endpoint: 'Switched off, because nothing got through:',
  data_asked: 'asks you to delete',
  data_answered: 'answered your request to delete',
  lesson_offered: 'Comes up again and again:',
};

const byItself: Partial<Record<NotificationReason, string>> = {
  assigned: 'You are asked to review',
  asked: 'You were asked about',
  mentioned: 'You were mentioned in',
  replied: 'An answer in',
  follow_up: 'A follow-up is wanted to',
  answered: 'Your follow-up was answered in',
  accepted: 'Accepted:',
  noted: 'A note on',
  dismissed: 'A review was dismissed of',
  declined: 'Declined to review:',
  rule: 'A rule has become quiet, by decisions as in',
  author: 'You are the author of',
};

export const deedOf = ({ reason, by }: Pick<Notification, 'reason' | 'by'>): string =>
  by === undefined ? (byItself[reason] ?? deeds[reason]) : deeds[reason];

/** What the settings call each reason. */
export const reasonNames: Record<NotificationReason, string> = {
  assigned: 'I am asked to review a session',
  asked: 'Somebody asks something about my session',
  mentioned: 'Somebody mentions me',
  replied: 'Somebody answers in a discussion of mine',
  follow_up: 'A reviewer wants a follow-up to my session',
  answered: 'The author answered my follow-up',
  accepted: 'My session is accepted',
  noted: 'A reviewer leaves a note on my session',
  dismissed: 'A review of mine, or of my session, is dismissed',
  declined: 'Somebody I asked declines to review',
  outgrown: 'A session grew after I accepted it',
  rule: 'A rule becomes quiet because people call its findings wrong',
  author: 'A machine becomes mine, or somebody else’s',
  claim: 'Somebody asks for a machine',
  access: 'Somebody asks to read a session of mine',
  shared: 'A session is shared with me',
  endpoint: 'A webhook or chat is switched off because nothing got through',
  data_asked: 'A member asks that what is stored about them be deleted',
  data_answered: 'My request to delete what is stored about me is answered',
  lesson_offered: 'Something fails or is confirmed again and again, and could be a lesson',
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
