import { createHash } from 'node:crypto';
import type { NotificationReason } from '@debrief/contract';
import { isTurn } from '@debrief/review';
import type { NotificationRecord } from '../review/records.ts';
import type { OutgoingMail } from './ports.ts';
import type { MailKind } from './unsubscribe.ts';

/** What happened, said to the member; the number is how often. */
const happened: Record<NotificationReason, string> = {
  assigned: 'you were asked to review a session',
  asked: 'you were asked something about your session',
  mentioned: 'you were mentioned in a session',
  replied: 'somebody answered in a discussion of yours',
  follow_up: 'a reviewer wants a follow-up to your session',
  answered: 'the author answered what you asked for',
  accepted: 'your session was accepted',
  noted: 'a reviewer left a note on your session',
  dismissed: 'a review that concerns you was dismissed',
  declined: 'somebody you asked declined to review a session',
  outgrown: 'a session has grown since you accepted it',
  rule: 'a rule has become quiet',
  author: 'a machine changed hands that is or was yours',
  access: 'somebody asks to read a session of yours',
  shared: 'a session was shared with you',
  endpoint: 'a webhook or chat was switched off, because nothing got through',
  data_asked: 'somebody asks that what is stored about them be deleted',
  lesson_offered: 'something comes up again and again, and could be a lesson to agents',
  data_answered: 'your request to delete what is stored about you was answered',
  claim: 'somebody asks for a machine, or took one whose earlier sessions have no author',
};

/** What a mail needs to know besides the line itself. */
export interface MailFacts {
  to: string;
  publicUrl: string;
  unsubscribeUrl: string;
  kind: MailKind;
}

/** What became of a lesson; its name only where the organization allows words in mails. */
export interface LessonLine {
  name?: string | undefined;
  words: string;
}

/** Words that the organization allows in mails. */
export interface Words {
  title?: string | undefined;
  comment?: string | undefined;
}

/** One line without control characters, whatever somebody wrote. */
const plain = (text: string, max: number): string =>
  text
    .toWellFormed()
    .slice(0, max)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .trim();

/** Of what is about no session. */
const pageOf: Partial<Record<NotificationReason, string>> = {
  endpoint: 'webhooks',
  data_asked: 'organization',
  data_answered: 'my-data',
  lesson_offered: 'lessons',
};

const linkOf = (publicUrl: string, { reason, sessionId, threadId }: NotificationRecord): string =>
  sessionId === null
    ? `${publicUrl}/${pageOf[reason] ?? 'environments'}`
    : `${publicUrl}/sessions/${sessionId}${threadId === null ? '' : `#${threadId}`}`;

const times = (count: number): string => (count > 1 ? ` (${count} times)` : '');

export function notificationMail(
  line: NotificationRecord,
  {
    by,
    words,
    why,
    ...facts
  }: MailFacts & { by: string | undefined; words: Words | undefined; why?: string | undefined },
): OutgoingMail {
  const what = happened[line.reason];
  const first = isTurn(line.reason) ? `It is your turn: ${what}.` : `For your information: ${what}.`;
  const quoted = words?.comment
    ?.split('\n')
    .slice(0, 40)
    .map((one) => `> ${plain(one, 500)}`);
  const lines = [
    `${first}${times(line.count)}`,
    '',
    ...(why ? [why] : []),
    ...(by ? [`By: ${plain(by, 254)}`] : []),
    ...(words?.title ? [`Title: ${plain(words.title, 200)}`] : []),
    linkOf(facts.publicUrl, line),
    ...(quoted ? ['', ...quoted] : []),
  ];
  return {
    ...envelope(facts, lines),
    subject: `Debrief: ${what}`,
    messageId: `<${line.notificationId}@${hostOf(facts)}>`,
    references: `<${line.subjectId}@${hostOf(facts)}>`,
  };
}

const hostOf = ({ publicUrl }: MailFacts): string => new URL(publicUrl).hostname;

type Whys = ReadonlyMap<string, string>;

const listed = (
  found: readonly NotificationRecord[],
  more: number,
  { publicUrl, whys }: MailFacts & { whys?: Whys },
): string[] => [
  ...found.flatMap((line) => [
    `- ${happened[line.reason]}${times(line.count)}`,
    ...(line.reason === 'assigned' && whys?.has(line.sessionId ?? '')
      ? [`  ${whys.get(line.sessionId ?? '')}`]
      : []),
    `  ${linkOf(publicUrl, line)}`,
  ]),
  ...(more > 0 ? [`- and ${more} more in your inbox`] : []),
];

const things = (count: number): string => (count === 1 ? 'one thing' : `${count} things`);

/** One mail for what came together. */
export function bundleMail(
  found: readonly NotificationRecord[],
  { shown, ...facts }: MailFacts & { shown: number; whys?: Whys },
): OutgoingMail {
  const turns = found.filter(({ reason }) => isTurn(reason)).length;
  const first =
    turns > 0
      ? `It is your turn in ${things(turns)}.`
      : `For your information: ${things(found.length)} happened in reviews that concern you.`;
  // The same lines are the same mail, also when another server sends it.
  const name = createHash('sha256').update(found.map(({ notificationId }) => notificationId).join(' '));
  // What waits for them first.
  const order = found.toSorted((a, b) => Number(isTurn(b.reason)) - Number(isTurn(a.reason)));
  return {
    ...envelope(facts, [
      first,
      '',
      ...listed(order.slice(0, shown), Math.max(0, found.length - shown), facts),
    ]),
    subject:
      turns > 0 ? `Debrief: your turn in ${things(turns)}` : `Debrief: ${things(found.length)} happened`,
    messageId: `<bundle.${name.digest('hex').slice(0, 32)}@${hostOf(facts)}>`,
  };
}

/** The same day is the same mail, also when another server sends it. */
const nameOf = (kind: string, day: string, facts: MailFacts): string =>
  `<${kind}.${day}.${facts.unsubscribeUrl.split('/').at(-1)?.split('.')[0]}@${hostOf(facts)}>`;

/** `turns`: in how many sessions it is the member's turn, whether or not this mail tells of them. */
export function digestMail(
  found: readonly NotificationRecord[],
  { day, turns, shown, ...facts }: MailFacts & { day: string; turns: number; shown: number },
): OutgoingMail {
  const lines = [
    turns > 0
      ? `It is your turn in ${turns === 1 ? 'one session' : `${turns} sessions`}: ${facts.publicUrl}/reviews?tab=turn`
      : 'For your information: no review waits for you.',
    '',
    ...listed(found.slice(0, shown), Math.max(0, found.length - shown), facts),
  ];
  return {
    ...envelope(facts, lines),
    subject: `Debrief: what happened by ${day}`,
    messageId: nameOf('digest', day, facts),
  };
}

/** `changed`, `same` and `lessons` are sentences. */
export function mondayMail(
  {
    changed,
    same,
    lessons,
  }: { changed: readonly string[]; same: readonly string[]; lessons: readonly LessonLine[] },
  { day, ...facts }: MailFacts & { day: string },
): OutgoingMail {
  const lines = [
    ...(changed.length > 0
      ? ['What changed in the last four weeks of your organization, against the four before:', '']
      : []),
    ...changed.map((line) => `- ${line}`),
    ...(same.length > 0 ? [...(changed.length > 0 ? [''] : []), `About the same: ${same.join(', ')}.`] : []),
    ...(lessons.length > 0 ? ['', 'Lessons that were adopted in these weeks:', ''] : []),
    ...lessons.map(
      ({ name, words }) => `- ${name === undefined ? 'A lesson' : `“${plain(name, 200)}”`}: ${words}.`,
    ),
    '',
    `Insights: ${facts.publicUrl}/insights`,
    ...(lessons.length > 0 ? [`Lessons: ${facts.publicUrl}/lessons`] : []),
    '',
    'About work, never about people: nothing here is of fewer than three.',
  ];
  return {
    ...envelope(facts, lines),
    subject: `Debrief: what changed by Monday, ${day}`,
    messageId: nameOf('monday', day, facts),
  };
}

const kinds: Partial<Record<MailKind, string>> = {
  digest: 'daily mails',
  monday: 'mails on Mondays',
  all: 'mails about what happens',
};

/** Every mail says how to get no more of its kind, to people and, by RFC 8058, to mail programs. */
const envelope = ({ to, publicUrl, unsubscribeUrl, kind }: MailFacts, lines: string[]) => ({
  to,
  text: `${lines.join('\n')}

--
Your inbox: ${publicUrl}/inbox
No more ${kinds[kind] ?? 'mails of this kind'}: ${unsubscribeUrl}
`,
  headers: {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});
