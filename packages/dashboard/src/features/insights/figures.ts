import { insightWords } from '@debrief/contract';

type Week = insightWords.Week;
type Content = NonNullable<Week['content']>;
type RecordPart = NonNullable<Week['record']>;

const { claimed, figures, found, share, stepped } = insightWords;

/** One line of a chart, one column of its table. */
export interface Series {
  name: string;
  /** Of one week; null where it is not shown, or where there is nothing to divide by. */
  of(week: Week): number | null;
}

export interface Section extends insightWords.Figure {
  /** What is counted, in a sentence. */
  meaning: string;
  /** The first one, or the first two, are drawn. */
  series: readonly Series[];
  drawn: number;
}

const ofRecord = (name: string, of: (record: RecordPart) => number | null): Series => ({
  name,
  of: ({ record }) => (record ? of(record) : null),
});
const ofContent = (name: string, of: (content: Content) => number | null): Series => ({
  name,
  of: ({ content }) => (content ? of(content) : null),
});

const families = [
  ['losing', 'Losing things'],
  ['controls', 'Around controls'],
  ['truth', 'Tests and truth'],
  ['secrets', 'Secrets, network'],
  ['nowhere', 'Getting nowhere'],
  ['team', 'Rules of the team'],
] as const;

export const sections: readonly Section[] = [
  {
    ...figures.sessions,
    meaning: 'Sessions that began in the week.',
    series: [
      ofRecord('Sessions', ({ sessions }) => sessions),
      ofRecord('Prompts', ({ prompts }) => prompts),
      ofRecord('Edits', ({ edits }) => edits),
      ofRecord('Hours at work', ({ activeMs }) => Math.round(activeMs / 360_000) / 10),
    ],
    drawn: 1,
  },
  {
    ...figures.cost,
    meaning: 'What the requests cost, in dollars.',
    series: [
      ofRecord('Dollars', ({ costUsd }) => Math.round(costUsd * 100) / 100),
      ofRecord('Tokens', ({ tokens }) => tokens),
      ofRecord('Sessions without a whole price', ({ unpriced }) => unpriced),
    ],
    drawn: 1,
  },
  {
    ...figures.reviewed,
    meaning:
      'Of a hundred sessions those that somebody other than the author has accepted or asked a follow-up to.',
    series: [
      ofContent('% reviewed', (one) => share(one.reviewed, one.sessions)),
      ofContent('Reviewed', ({ reviewed }) => reviewed),
      ofContent('Follow-ups open', ({ followUps }) => followUps),
      ofContent('Threads open', ({ openThreads }) => openThreads),
    ],
    drawn: 1,
  },
  {
    ...figures.claims,
    meaning: 'Of a hundred things that agents said of their checks those that a run in the session shows.',
    series: [
      ofContent('% supported', (one) => share(one.claims.supported, claimed(one))),
      ofContent('Supported', ({ claims }) => claims.supported),
      ofContent('Edited since the run', ({ claims }) => claims.edited),
      ofContent('No run', ({ claims }) => claims.none),
      ofContent('Contradicted', ({ claims }) => claims.contradicted),
      ofContent('Cannot be told', ({ claims }) => claims.other),
    ],
    drawn: 1,
  },
  {
    ...figures.tested,
    meaning:
      'Of a hundred sessions that are over and changed files those whose tests ran, and nothing that matters to them was changed afterwards.',
    series: [
      ofContent('% tested', (one) => share(one.tested, one.coded)),
      ofContent('Tested', ({ tested }) => tested),
      ofContent('Changed files', ({ coded }) => coded),
    ],
    drawn: 1,
  },
  {
    ...figures.failed,
    meaning: 'Sessions that ended with something red.',
    series: [
      ofContent('Ended as failed', ({ red }) => red),
      ofContent('Sessions', ({ sessions }) => sessions),
    ],
    drawn: 1,
  },
  {
    ...figures.findings,
    meaning: 'Findings of all severities in a hundred sessions.',
    series: [
      ofRecord('In 100 sessions', (one) => share(found(one), one.sessions)),
      ...families.map(([family, name]) => ofRecord(name, ({ findings }) => findings[family])),
      ofRecord('Confirmed', ({ confirmed }) => confirmed),
      ofRecord('Expected or wrong', ({ setAside }) => setAside),
    ],
    drawn: 1,
  },
  {
    ...figures.refused,
    meaning: 'Calls that were refused for every hundred prompts.',
    series: [
      ofRecord('For 100 prompts', (one) => share(one.refused, one.prompts)),
      ofRecord('Refused', ({ refused }) => refused),
      ofRecord('Prompts', ({ prompts }) => prompts),
      ofRecord('Went in circles', ({ loops }) => loops),
    ],
    drawn: 1,
  },
  {
    ...figures.stepped,
    meaning: 'Interruptions and corrections in a hundred sessions.',
    series: [
      ofContent('In 100 sessions', (one) => share(stepped(one), one.sessions)),
      ofContent('Interrupted', ({ interrupted }) => interrupted),
      ofContent('Corrected', ({ corrected }) => corrected),
      ofContent('Compactions', ({ compactions }) => compactions),
    ],
    drawn: 1,
  },
];

/** Numbers and our own words alone: nothing in it that a spreadsheet would run. */
export function csvOf(weeks: readonly Week[]): string {
  const columns = sections.flatMap(({ title, series }) =>
    series.map((one) => ({ name: `${title}: ${one.name}`, of: one.of })),
  );
  const rows = weeks.map((week) => [
    week.from.slice(0, 10),
    week.isWhole ? 'yes' : 'no',
    ...columns.map(({ of }) => of(week) ?? ''),
  ]);
  return [['Week', 'Everything counted', ...columns.map(({ name }) => `"${name}"`)], ...rows]
    .map((row) => row.join(','))
    .join('\r\n');
}
