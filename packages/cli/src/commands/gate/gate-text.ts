import type { GateAnswer, GateSession } from '@debrief/contract';
import { columns, paint } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';

const verdicts = { pass: 'Pass', warn: 'Warning', fail: 'Failed' } as const;
const styles = { pass: 'green', warn: 'yellow', fail: 'red' } as const;

const reviews: Record<GateSession['review'], string> = {
  accepted: 'accepted',
  follow_up: 'follow-up wanted',
  outgrown: 'grew since accepted',
  in_review: 'in review',
  not_needed: 'no review needed',
  unreviewed: 'not reviewed',
};

const words: Record<GateAnswer['reasons'][number]['rule'], (count: number) => string> = {
  unreviewed: (count) => `${counted(count, 'session')} not reviewed`,
  openThreads: (count) => `${counted(count, 'session')} with open discussions`,
  highFindings: (count) =>
    `${counted(count, 'session')} with findings of high severity that nobody decided about`,
  unknownCommits: (count) => `${counted(count, 'commit')} that no session is known of`,
};

const share = ({ lines, linesOfSessions }: GateAnswer): string =>
  lines === 0
    ? 'No lines could be compared.'
    : `${Math.round((linesOfSessions / lines) * 100)} % of ${counted(lines, 'line')} are of these sessions; the rest is by hand or unknown.`;

const findingsOf = ({ undecided: { high, medium, low } }: GateSession): string =>
  [high && `${high} high`, medium && `${medium} medium`, low && `${low} low`].filter(Boolean).join(', ') ||
  'none';

const cost = ({ costUsd }: GateSession): string => (costUsd === undefined ? '' : `$${costUsd.toFixed(2)}`);

const summary = ({ commits, sessions }: GateAnswer): string => {
  const known = commits.filter(({ isKnown }) => isKnown).length;
  return `${counted(sessions.length, 'session')} behind ${known} of ${counted(commits.length, 'commit')}`;
};

const cells = (session: GateSession): string[] => [
  oneLine(session.title ?? session.sessionId, 60),
  oneLine(session.author ?? '', 40),
  session.strength,
  reviews[session.review] ?? session.review,
  String(session.openThreads),
  findingsOf(session),
  cost(session),
];
const heads = ['Session', 'Author', 'Link', 'Review', 'Open threads', 'Undecided findings', 'Cost'];

export function textOf(answer: GateAnswer): string {
  const { verdict, reasons, sessions } = answer;
  return [
    `${paint(styles[verdict], verdicts[verdict])}: ${summary(answer)}`,
    ...reasons.map(
      ({ rule, level, count }) => `  ${level === 'fail' ? 'fails' : 'warns'}: ${words[rule](count)}`,
    ),
    ...(sessions.length > 0 ? ['', columns([heads, ...sessions.map(cells)]), ''] : []),
    share(answer),
    ...sessions.map(({ url }) => `  ${oneLine(url, 300)}`),
  ].join('\n');
}

/** Nothing that somebody wrote becomes mark-up. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, (sign) => `\\${sign}`);

export function markdownOf(answer: GateAnswer): string {
  const { verdict, reasons, sessions } = answer;
  const row = (session: GateSession): string => {
    const [name = '', ...rest] = cells(session);
    return `| [${plain(name)}](${encodeURI(session.url)}) | ${rest.map(plain).join(' | ')} |`;
  };
  return [
    `### Debrief: ${verdicts[verdict]}`,
    '',
    `${summary(answer)}. ${share(answer)}`,
    ...(reasons.length > 0 ? [''] : []),
    ...reasons.map(
      ({ rule, level, count }) => `- **${level === 'fail' ? 'fails' : 'warns'}**: ${words[rule](count)}`,
    ),
    ...(sessions.length > 0
      ? ['', `| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...sessions.map(row)]
      : []),
  ].join('\n');
}
