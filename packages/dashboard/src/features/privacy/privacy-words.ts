import type { AccessPolicy, Privacy, RepositoryAccess } from '@debrief/contract';
import { plural } from '../../ui/format.ts';
import { holdNames } from '../../ui/session/hold-words.ts';
import { visibleText } from '../../ui/text/visible.ts';

export interface PrivacySection {
  title: string;
  sentences: string[];
}

const readers: Record<AccessPolicy['visibility'], string> = {
  organization: 'every member of the organization',
  reviewers: 'its author, whoever is asked to review it, and admins',
};

/** What is in force, in words. They are made of the settings alone, so a setting that changes changes them. */
export function privacyWords(privacy: Privacy, nameOf: (userId: string) => string): PrivacySection[] {
  return [
    { title: 'What is recorded', sentences: recorded(privacy) },
    { title: 'Who reads it', sentences: read(privacy, nameOf) },
    { title: 'Who else is told', sentences: told(privacy) },
    { title: 'How long it is kept', sentences: kept(privacy) },
  ];
}

const recorded = ({ mine }: Privacy): string[] => [
  'Of each session of a coding agent on a connected machine: what was asked, answered, run and changed, when, in which repository and on which machine. What is recognised as a secret is taken out before it leaves the machine; no list of rules knows every secret.',
  mine.sessions === 0
    ? 'No session here is yours.'
    : `${plural(mine.sessions, 'session')} here ${mine.sessions === 1 ? 'is' : 'are'} yours.`,
  mine.machines === 0
    ? 'No machine here is yours.'
    : `${plural(mine.machines, 'machine')} here ${mine.machines === 1 ? 'is' : 'are'} yours.`,
  'Every look at a session is in the audit log; its author sees who read it.',
];

function repositoryWords(
  { repository, visibility, members, hold }: RepositoryAccess,
  nameOf: (userId: string) => string,
): string {
  const who =
    visibility === 'members'
      ? `author, reviewers, admins and ${members.length === 0 ? 'nobody else' : members.map(nameOf).join(', ')}`
      : readers[visibility];
  const held = hold === 'none' ? '' : ` Its sessions are held at least ${heldFor(hold)}.`;
  return `In ${visibleText(repository)} a session is read by ${who}.${held}`;
}

const heldFor = (hold: AccessPolicy['hold']): string =>
  hold === 'released' ? 'until they are released' : `while they run and ${holdNames[hold]} after their end`;

function read({ policy, ownHold, people }: Privacy, nameOf: (userId: string) => string): string[] {
  return [
    `A session that is not held is read by ${readers[policy.visibility]}. That each session is there, whose it is, when, where and its figures are shown to ${people.members === 1 ? 'the only member' : `all ${people.members} members`}.`,
    `${people.admins} of them ${people.admins === 1 ? 'is an admin' : 'are admins'}; admins read every session that is not held.`,
    ...policy.repositories.map((one) => repositoryWords(one, nameOf)),
    policy.hold === 'none'
      ? 'The organization holds no session: others may read one while it runs.'
      : `New sessions that have an author are held: only the author reads them ${heldFor(policy.hold)}.`,
    ownHold === 'none'
      ? 'You hold your own sessions no longer than that.'
      : `You hold your own new sessions at least ${heldFor(ownHold)}.`,
    'Whoever operates this server, and has its disk and its key, can read everything.',
  ];
}

const traced: Record<Privacy['traces'], string> = {
  none: 'No collector of telemetry is sent anything of them.',
  ids: 'A collector of the operator is sent what each session called and cost once it has ended, without words of it.',
  words:
    'A collector of the operator is sent each session that every member reads once it has ended, with prompts, replies and what was called.',
};

const told = ({ endpoints, traces, sendsMail }: Privacy): string[] => [
  endpoints.active === 0
    ? 'No webhook, no chat and no forge is told what happens here.'
    : `${plural(endpoints.active, 'webhook, chat or forge', 'webhooks, chats or forges')} ${endpoints.active === 1 ? 'is' : 'are'} told what happens, in ids and states and without words of sessions.`,
  endpoints.withTitles === 0
    ? 'None is told titles of sessions.'
    : `${endpoints.withTitles} of them ${endpoints.withTitles === 1 ? 'is' : 'are'} told titles of sessions that every member reads.`,
  traced[traces],
  sendsMail ? 'Members are told by mail what waits for them, as they choose.' : 'This server sends no mail.',
];

/** Of what is deleted after its end, and of what is not. */
const keptFor = (what: string, days: number | null | undefined): string =>
  days === undefined || days === null
    ? `${what} is kept until its author or an admin deletes it.`
    : `${what} is deleted ${plural(days, 'day')} after its end and the last that came of it; its author and admins delete it earlier.`;

const kept = ({ retention, retentionDays, legalHolds }: Privacy): string[] => [
  keptFor('A session', retention.days === undefined ? retentionDays : retention.days),
  ...retention.repositories.map(({ repository, days }) =>
    keptFor(`In ${visibleText(repository)} a session`, days),
  ),
  legalHolds.inForce === 0
    ? 'No legal hold is in force.'
    : `${plural(legalHolds.inForce, 'legal hold')} ${legalHolds.inForce === 1 ? 'is' : 'are'} in force: what they keep is deleted and redacted by nobody until they end.`,
  legalHolds.mine === 0
    ? 'None is on you.'
    : `${legalHolds.mine} of them ${legalHolds.mine === 1 ? 'is' : 'are'} on you: your sessions stay.`,
  'Backups of this server that were made before still have what was deleted or taken out since.',
];
