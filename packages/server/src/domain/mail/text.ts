import type { NotificationReason } from '@debrief/contract';
import type { NotificationRecord } from '../review/records.ts';
import type { OutgoingMail } from './ports.ts';
import type { MailKind } from './unsubscribe.ts';

/** What happened, said to the member; the number is how often. */
const happened: Record<NotificationReason, string> = {
  assigned: 'you were asked to review a session',
  mentioned: 'you were mentioned in a session',
  replied: 'somebody replied in a discussion of yours',
  follow_up: 'a review of your session asks for a follow-up',
  answered: 'the author answered what you asked for',
  outgrown: 'a session has grown since you accepted it',
  finding: 'something in a session deserves a look',
  redacted: 'words were removed from a session',
  released: 'a session can be read now',
  rule: 'a rule has become quiet',
  author: 'a machine changed hands that is or was yours',
  claim: 'somebody asks for a machine, or took one whose earlier sessions have no author',
};

/** The member is expected to do something; all else is for information. */
const isTurn: ReadonlySet<NotificationReason> = new Set([
  'assigned',
  'mentioned',
  'follow_up',
  'answered',
  'outgrown',
]);

/** What a mail needs to know besides the line itself. */
export interface MailFacts {
  to: string;
  publicUrl: string;
  unsubscribeUrl: string;
  kind: MailKind;
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

const linkOf = (publicUrl: string, { sessionId, threadId }: NotificationRecord): string =>
  sessionId === null
    ? `${publicUrl}/environments`
    : `${publicUrl}/sessions/${sessionId}${threadId === null ? '' : `#${threadId}`}`;

const times = (count: number): string => (count > 1 ? ` (${count} times)` : '');

export function notificationMail(
  line: NotificationRecord,
  { by, words, ...facts }: MailFacts & { by: string | undefined; words: Words | undefined },
): OutgoingMail {
  const what = happened[line.reason];
  const first = isTurn.has(line.reason) ? `It is your turn: ${what}.` : `For your information: ${what}.`;
  const quoted = words?.comment
    ?.split('\n')
    .slice(0, 40)
    .map((one) => `> ${plain(one, 500)}`);
  const lines = [
    `${first}${times(line.count)}`,
    '',
    ...(by ? [`By: ${plain(by, 254)}`] : []),
    ...(words?.title ? [`Title: ${plain(words.title, 200)}`] : []),
    linkOf(facts.publicUrl, line),
    ...(quoted ? ['', ...quoted] : []),
  ];
  return {
    ...envelope(facts, lines),
    subject: `Debrief: ${what}`,
    messageId: `<${line.notificationId}@${new URL(facts.publicUrl).hostname}>`,
    references: `<${line.subjectId}@${new URL(facts.publicUrl).hostname}>`,
  };
}

export function digestMail(
  found: readonly NotificationRecord[],
  { day, more, ...facts }: MailFacts & { day: string; more: number },
): OutgoingMail {
  const turns = found.filter(({ reason }) => isTurn.has(reason)).length;
  const lines = [
    turns > 0
      ? `It is your turn in ${turns === 1 ? 'one thing' : `${turns} things`} below.`
      : 'For your information: nothing here waits for you.',
    '',
    ...found.flatMap((line) => [
      `- ${happened[line.reason]}${times(line.count)}`,
      `  ${linkOf(facts.publicUrl, line)}`,
    ]),
    ...(more > 0 ? [`- and ${more} more in your inbox`] : []),
  ];
  return {
    ...envelope(facts, lines),
    subject: `Debrief: what happened by ${day}`,
    messageId: `<digest.${day}.${facts.unsubscribeUrl.split('/').at(-1)?.split('.')[0]}@${new URL(facts.publicUrl).hostname}>`,
  };
}

/** Every mail says how to get no more of its kind, to people and, by RFC 8058, to mail programs. */
const envelope = ({ to, publicUrl, unsubscribeUrl, kind }: MailFacts, lines: string[]) => ({
  to,
  text: `${lines.join('\n')}

--
Your inbox: ${publicUrl}/inbox
No more ${kind === 'digest' ? 'daily mails' : 'mails of this kind'}: ${unsubscribeUrl}
`,
  headers: {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});
