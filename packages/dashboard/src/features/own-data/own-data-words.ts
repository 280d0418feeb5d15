import type { OwnDataKind } from '@debrief/contract';

/** What each kind is, as a person would say it. */
export const kindWords: Record<OwnDataKind, string> = {
  membership: 'Your membership: address, role, since when',
  sign_in: 'Who you are to the identity provider',
  account: 'Your account of this server',
  machine: 'Your machines',
  claim_request: 'Machines you asked for',
  terminal: 'Terminals you are signed in on',
  token: 'Tokens you made or ended',
  secret: 'Secrets you made',
  session: 'Sessions you are the author of',
  title: 'Titles you gave',
  label: 'Labels you put on',
  comment: 'Comments you wrote',
  thread: 'Discussions you opened, resolved or wrote in last',
  mention: 'Where somebody mentioned you',
  review: 'Judgements and notes of yours',
  assignment: 'Sessions you were asked to review',
  asked_reviewer: 'Whom you asked to review',
  mark: 'How far you said to have read',
  tick: 'Files and claims you ticked',
  seen: 'How far sessions were on your screen',
  finding_decision: 'What you decided about findings',
  link_decision: 'What you decided about commits',
  pull_decision: 'What you decided about pull requests',
  access_request: 'Who asked whom to read: your questions and answers',
  redaction: 'What you took out of sessions, without the words',
  redaction_job: 'Words you looked for in many sessions, without the words',
  deletion: 'Sessions you deleted',
  data_request: 'Requests about members’ data, asked or answered by you',
  organization_ending: 'Deletions of the organization you asked for or took back',
  legal_hold_deed: 'Legal holds you set or lifted',
  lesson: 'Lessons you proposed, own or decided',
  lesson_version: 'What you wrote in lessons',
  lesson_step: 'What you did with lessons',
  view: 'Views you saved',
  inbox_line: 'Lines in your inbox, and those you caused in others’',
  inbox_settings: 'What you want to be told, and when',
  mail_due: 'Mails that are due to you or were sent',
  mail_state: 'When you were mailed last',
  policy_change: 'Policies you changed last',
  integration: 'Forges you connected',
  endpoint: 'Webhooks and chats you added',
  told_deed: 'What webhooks were told of your deeds',
  deed: 'What you did, in the audit log: reading, signing in, changing',
  reader: 'Who read your sessions',
};

interface Group {
  title: string;
  kinds: readonly OwnDataKind[];
}

/** Every kind once; `own-data-words.test.ts` counts them. */
export const groups: readonly Group[] = [
  {
    title: 'Your work',
    kinds: [
      'session',
      'machine',
      'claim_request',
      'reader',
      'redaction',
      'redaction_job',
      'deletion',
      'data_request',
    ],
  },
  {
    title: 'What you said and decided',
    kinds: [
      ...(['comment', 'thread', 'review', 'mark', 'tick', 'seen', 'title', 'label'] as const),
      ...([
        'finding_decision',
        'link_decision',
        'pull_decision',
        'access_request',
        'asked_reviewer',
      ] as const),
      ...(['lesson', 'lesson_version', 'lesson_step'] as const),
    ],
  },
  {
    title: 'What others did that names you',
    kinds: ['assignment', 'mention', 'inbox_line', 'inbox_settings', 'mail_due', 'mail_state'],
  },
  {
    title: 'You here',
    kinds: [
      ...(['membership', 'sign_in', 'account', 'terminal', 'token', 'secret', 'view', 'deed'] as const),
      ...([
        'policy_change',
        'integration',
        'endpoint',
        'told_deed',
        'legal_hold_deed',
        'organization_ending',
      ] as const),
    ],
  },
];
