import type { EndpointType } from '@debrief/contract';
import { ruleInfo } from '../findings/known-rule.ts';
import type { MemberRecord } from '../records.ts';

/** What of a session may be told, as it is when it is told. */
export interface ToldSession {
  agentId: string;
  repository: string | undefined;
  authorUserId: string | undefined;
  title: string | undefined;
}

const happened: Record<EndpointType, string> = {
  'session.started': 'A session has begun',
  'session.completed': 'A session is complete',
  'session.failed': 'A session has failed',
  'session.silent': 'A session has been silent for an hour',
  'session.released': 'A session was shared',
  'session.deleted': 'A session was deleted',
  'session.redacted': 'Words were taken out of a session',
  'finding.raised': 'Something in a session deserves a look',
  'review.requested': 'A review was asked for',
  'review.submitted': 'A session was reviewed',
  'thread.opened': 'A discussion was opened',
  'thread.resolved': 'A discussion was resolved',
  'lesson.adopted': 'Agents are told a new lesson',
  'lesson.retired': 'A lesson was retired',
  'environment.registered': 'A machine was connected',
  'environment.revoked': 'A machine was revoked',
  'secret.revoked': 'A secret was revoked',
  'member.joined': 'Somebody has joined',
  'endpoint.test': 'This is a test: Debrief reaches this channel',
};

/** One line, and nothing in it that a chat would act on: no mark-up, no call to everybody. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .slice(0, 200)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/[[\]()*_~`|<>\\]/g, ' ')
    .replaceAll('@', '@\u200b')
    .trim();

const outcomes: Record<string, string> = {
  accepted: 'accepted',
  follow_up: 'wants a follow-up',
  noted: 'noted',
};

/** `subjectId` of a finding is its rule and event; null when nobody here may know it. */
export function chatText(
  { type, detail, subjectId }: { type: EndpointType; detail: string | null; subjectId: string | null },
  told: ToldSession | undefined,
  author: MemberRecord | undefined,
): string {
  const rule = type === 'finding.raised' ? (subjectId ?? '').replace(/\.\d+$/, '') : '';
  const parts = [
    happened[type],
    type === 'finding.raised' && detail,
    rule && (ruleInfo(rule)?.title ?? rule),
    type === 'review.submitted' && (outcomes[detail ?? ''] ?? detail),
    told?.title,
    author && `by ${author.email.split('@')[0]}`,
    told?.repository && `in ${told.repository}`,
  ];
  return parts
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .map(plain)
    .join(' · ');
}

/** Also Mattermost, Rocket.Chat, and Discord with `/slack`. */
export const slackBody = (text: string, url: string) => ({
  text: `${text.replaceAll('&', '&amp;')} ${url}`,
});

/** As a workflow of Teams takes it: a card with a button. */
export const teamsBody = (text: string, url: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Debrief', url }],
      },
    },
  ],
});
