import type { Brief, Listed } from './brief.ts';

/** What of a brief is told as text; the one a server serves has it all, too. */
export type ToldBrief = Pick<Brief, 'asked' | 'did' | 'changed' | 'steppedIn' | 'time'> & {
  proved: Pick<Brief['proved'], 'checks'> & { unproven: Listed<{ text: string; sequence: number }> };
  outcome: { kind: string; reason: string; sequence?: number };
  open: Pick<Brief['open'], 'findings' | 'plan'>;
};

const shownLater = 5;

/** The brief in a few lines of plain text, for a terminal or the top of a document. */
export function briefText({
  outcome,
  asked,
  did,
  changed,
  proved,
  steppedIn,
  open,
  time,
}: ToldBrief): string[] {
  const { files, commits, pullRequests } = changed;
  const { denied, interrupted, corrected, sentBack } = steppedIn;
  const { findings, plan } = open;
  const later = asked.later.items
    .slice(0, shownLater)
    .map(({ text, sequence }) => `then “${text}” #${sequence}`);
  const rows: [name: string, parts: (string | false | undefined)[]][] = [
    [`Outcome`, [`${outcome.kind}: ${outcome.reason}${at(outcome.sequence)}`]],
    [`Asked`, [asked.first && `${asked.first.text}${at(asked.first.sequence)}`, ...later]],
    [
      `Did`,
      [
        counted(did.calls, 'call'),
        did.subagents.total > 0 && counted(did.subagents.total, 'sub-agent'),
        did.runs.total > 0 && counted(did.runs.total, 'run of a check', 'runs of checks'),
      ],
    ],
    [
      `Changed`,
      [
        files.total > 0 && `${counted(files.total, 'file')} +${changed.linesAdded} −${changed.linesRemoved}`,
        commits.total > 0 && counted(commits.total, 'commit'),
        ...pullRequests.items.map(({ url }) => url),
      ],
    ],
    [
      `Proved`,
      [
        ...proved.checks.map(({ of, state, run }) => `${of} ${states[state]}${at(run.sequence)}`),
        ...proved.unproven.items.map(({ text, sequence }) => `not shown: “${text}”${at(sequence)}`),
      ],
    ],
    [
      `Stepped in`,
      [
        denied > 0 && `${denied} refused`,
        interrupted > 0 && `${interrupted} interrupted`,
        corrected > 0 && `${corrected} corrected`,
        sentBack > 0 && counted(sentBack, 'plan sent back', 'plans sent back'),
      ],
    ],
    [
      `Open`,
      [
        ...findings.top.map(({ severity, title, sequence }) => `${severity}: ${title}${at(sequence)}`),
        plan && `${plan.left.total} of ${counted(plan.total, 'plan step')} not done`,
      ],
    ],
    [
      `Time`,
      [
        time && `${minutes(time.activeMs)} working`,
        time && time.waitingMs >= 60_000 && `${minutes(time.waitingMs)} idle`,
      ],
    ],
  ];
  return rows.flatMap(([name, parts]) => {
    const told = parts.filter((part) => typeof part === 'string' && part !== '');
    return told.length === 0 ? [] : [`${name}: ${told.join('; ')}`];
  });
}

const states = {
  passed: 'pass',
  failed: 'fail',
  edited: 'ran before the last edit',
  partly: 'pass in part',
  'not-run': 'could not start',
  unreadable: 'cannot be told',
} as const;

const at = (sequence: number | undefined): string => (sequence ? ` #${sequence}` : '');
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
const minutes = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1000)} s` : counted(Math.round(ms / 60_000), 'minute');
