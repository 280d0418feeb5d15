import type { Insights } from '@debrief/contract';
import { compact, count, dollars, duration, plural } from '../../ui/format.ts';
import { changeInWords, waitedFor } from './change.ts';

export type Week = Insights['weeks'][number];
type Content = NonNullable<Week['content']>;
type RecordPart = NonNullable<Week['record']>;

/** One line of a chart, one column of its table. */
export interface Series {
  name: string;
  /** Of one week; null where it is not shown, or where there is nothing to divide by. */
  of(week: Week): number | null;
}

export interface Section {
  title: string;
  /** What is counted, in a sentence. */
  meaning: string;
  /** What it came to in some weeks; undefined where nothing is known. */
  total(weeks: readonly Week[]): Total | undefined;
  words(value: number): string;
  /** The first one, or the first two, are drawn. */
  series: readonly Series[];
  drawn: number;
  /** What else is to be said of some weeks. */
  aside?(weeks: readonly Week[]): string | undefined;
  /** The filters of the list that lead to its sessions. */
  filters?: object;
}

interface Total {
  value: number;
  /** How many things it rests on. */
  counted: number;
}

const records = (weeks: readonly Week[]): RecordPart[] => weeks.flatMap(({ record }) => record ?? []);
const contents = (weeks: readonly Week[]): Content[] => weeks.flatMap(({ content }) => content ?? []);
const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

const found = ({ findings }: RecordPart): number => sum(Object.values(findings), (one) => one);
const claimed = ({ claims }: Content): number => sum(Object.values(claims), (one) => one);
const share = (part: number, of: number): number | null => (of === 0 ? null : (100 * part) / of);

const ofRecord = (name: string, of: (record: RecordPart) => number | null): Series => ({
  name,
  of: ({ record }) => (record ? of(record) : null),
});
const ofContent = (name: string, of: (content: Content) => number | null): Series => ({
  name,
  of: ({ content }) => (content ? of(content) : null),
});

/** A sum over weeks. */
const plain =
  (of: (record: RecordPart) => number, counted = of) =>
  (weeks: readonly Week[]): Total | undefined => {
    const all = records(weeks);
    return all.length === 0 ? undefined : { value: sum(all, of), counted: sum(all, counted) };
  };

/** A part of something, in a hundred. */
const part =
  <Part>(
    items: (weeks: readonly Week[]) => Part[],
    of: (item: Part) => number,
    all: (item: Part) => number,
  ) =>
  (weeks: readonly Week[]): Total | undefined => {
    const some = items(weeks);
    const whole = sum(some, all);
    const value = share(sum(some, of), whole);
    return value === null ? undefined : { value, counted: whole };
  };

const percent = (value: number): string => `${Math.round(value)} %`;
const each = (value: number): string => (value >= 10 ? count(Math.round(value)) : value.toFixed(1));

const stepped = ({ interrupted, corrected }: Content): number => interrupted + corrected;

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
    title: 'Sessions',
    meaning: 'Sessions that began in the week.',
    total: plain(({ sessions }) => sessions),
    words: count,
    series: [
      ofRecord('Sessions', ({ sessions }) => sessions),
      ofRecord('Prompts', ({ prompts }) => prompts),
      ofRecord('Edits', ({ edits }) => edits),
      ofRecord('Hours at work', ({ activeMs }) => Math.round(activeMs / 360_000) / 10),
    ],
    drawn: 1,
    aside: (weeks) => `${duration(sum(records(weeks), ({ activeMs }) => activeMs))} at work`,
    filters: {},
  },
  {
    title: 'Cost',
    meaning: 'What the requests cost, in dollars.',
    total: plain(
      ({ costUsd }) => costUsd,
      ({ sessions }) => sessions,
    ),
    words: dollars,
    series: [
      ofRecord('Dollars', ({ costUsd }) => Math.round(costUsd * 100) / 100),
      ofRecord('Tokens', ({ tokens }) => tokens),
      ofRecord('Sessions without a whole price', ({ unpriced }) => unpriced),
    ],
    drawn: 1,
    aside: (weeks) => {
      const unpriced = sum(records(weeks), (one) => one.unpriced);
      const tokens = `${compact(sum(records(weeks), (one) => one.tokens))} tokens`;
      return unpriced > 0
        ? `${tokens}; in ${plural(unpriced, 'session')} not everything has a price`
        : tokens;
    },
    filters: { sort: 'cost' },
  },
  {
    title: 'Reviewed',
    meaning:
      'Of a hundred sessions those that somebody other than the author has accepted or asked a follow-up to.',
    total: part(
      contents,
      ({ reviewed }) => reviewed,
      ({ sessions }) => sessions,
    ),
    words: percent,
    series: [
      ofContent('% reviewed', (one) => share(one.reviewed, one.sessions)),
      ofContent('Reviewed', ({ reviewed }) => reviewed),
      ofContent('Follow-ups open', ({ followUps }) => followUps),
      ofContent('Threads open', ({ openThreads }) => openThreads),
    ],
    drawn: 1,
    aside: waiting,
    filters: { review: ['unreviewed', 'in_review', 'follow_up', 'outgrown', 'accepted'] },
  },
  {
    title: 'Claims that held',
    meaning: 'Of a hundred things that agents said of their checks those that a run in the session shows.',
    total: part(contents, ({ claims }) => claims.supported, claimed),
    words: percent,
    series: [
      ofContent('% supported', (one) => share(one.claims.supported, claimed(one))),
      ofContent('Supported', ({ claims }) => claims.supported),
      ofContent('Edited since the run', ({ claims }) => claims.edited),
      ofContent('No run', ({ claims }) => claims.none),
      ofContent('Contradicted', ({ claims }) => claims.contradicted),
      ofContent('Cannot be told', ({ claims }) => claims.other),
    ],
    drawn: 1,
    aside: (weeks) => {
      const wrong = sum(contents(weeks), ({ claims }) => claims.contradicted);
      return `${plural(sum(contents(weeks), claimed), 'claim')}, ${count(wrong)} contradicted by a run`;
    },
    filters: { has: 'edits' },
  },
  {
    title: 'Tests after the last change',
    meaning:
      'Of a hundred sessions that are over and changed files those whose tests ran, and nothing that matters to them was changed afterwards.',
    total: part(
      contents,
      ({ tested }) => tested,
      ({ coded }) => coded,
    ),
    words: percent,
    series: [
      ofContent('% tested', (one) => share(one.tested, one.coded)),
      ofContent('Tested', ({ tested }) => tested),
      ofContent('Changed files', ({ coded }) => coded),
    ],
    drawn: 1,
    filters: { has: 'edits' },
  },
  {
    title: 'Ended as failed',
    meaning: 'Sessions that ended with something red.',
    total: (weeks) => {
      const all = contents(weeks);
      const sessions = sum(all, (one) => one.sessions);
      return sessions === 0 ? undefined : { value: sum(all, ({ red }) => red), counted: sessions };
    },
    words: count,
    series: [
      ofContent('Ended as failed', ({ red }) => red),
      ofContent('Sessions', ({ sessions }) => sessions),
    ],
    drawn: 1,
    filters: { outcome: 'failed' },
  },
  {
    title: 'Findings',
    meaning: 'Findings of all severities in a hundred sessions.',
    total: part(records, found, ({ sessions }) => sessions),
    words: each,
    series: [
      ofRecord('In 100 sessions', (one) => share(found(one), one.sessions)),
      ...families.map(([family, name]) => ofRecord(name, ({ findings }) => findings[family])),
      ofRecord('Confirmed', ({ confirmed }) => confirmed),
      ofRecord('Expected or wrong', ({ setAside }) => setAside),
    ],
    drawn: 1,
    aside: (weeks) => {
      const [confirmed, setAside] = [
        sum(records(weeks), (one) => one.confirmed),
        sum(records(weeks), (one) => one.setAside),
      ];
      const undecided = sum(records(weeks), found) - confirmed - setAside;
      return `${count(confirmed)} confirmed, ${count(setAside)} expected or wrong, ${count(undecided)} undecided`;
    },
    filters: { severity: 'low' },
  },
  {
    title: 'Refused calls',
    meaning: 'Calls that were refused for every hundred prompts.',
    total: part(
      records,
      ({ refused }) => refused,
      ({ prompts }) => prompts,
    ),
    words: each,
    series: [
      ofRecord('For 100 prompts', (one) => share(one.refused, one.prompts)),
      ofRecord('Refused', ({ refused }) => refused),
      ofRecord('Prompts', ({ prompts }) => prompts),
      ofRecord('Went in circles', ({ loops }) => loops),
    ],
    drawn: 1,
    filters: { has: 'denials' },
  },
  {
    title: 'People stepped in',
    meaning: 'Interruptions and corrections in a hundred sessions.',
    total: part(contents, stepped, ({ sessions }) => sessions),
    words: each,
    series: [
      ofContent('In 100 sessions', (one) => share(stepped(one), one.sessions)),
      ofContent('Interrupted', ({ interrupted }) => interrupted),
      ofContent('Corrected', ({ corrected }) => corrected),
      ofContent('Compactions', ({ compactions }) => compactions),
    ],
    drawn: 1,
    filters: {},
  },
];

function waiting(weeks: readonly Week[]): string | undefined {
  const all = contents(weeks);
  const [first] = all;
  if (!first) return undefined;
  const waited = { ...first.waited };
  for (const key of Object.keys(waited) as (keyof typeof waited)[])
    waited[key] = sum(all, (one) => one.waited[key]);
  const [half, most] = [waitedFor(waited, 0.5), waitedFor(waited, 0.9)];
  const open = [
    plural(
      sum(all, ({ followUps }) => followUps),
      'follow-up',
    ),
    plural(
      sum(all, ({ openThreads }) => openThreads),
      'thread',
    ),
  ].join(' and ');
  return half ? `half of them ${half}, nine in ten ${most}; ${open} open` : `${open} open`;
}

const compared = 4;

/** The last four weeks, and how the four before compare. */
export function latest(section: Section, weeks: readonly Week[]) {
  const [now, before] = [weeks.slice(-compared), weeks.slice(-2 * compared, -compared)];
  const [total, earlier] = [section.total(now), section.total(before)];
  return {
    weeks: now,
    text: total && section.words(total.value),
    change:
      total && earlier && before.length === compared
        ? changeInWords(total.value, earlier.value, [total.counted, earlier.counted])
        : undefined,
    aside: total && section.aside?.(now),
  };
}

const dayMilliseconds = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The days of some weeks, as a filter of the list has them. */
export const between = (weeks: readonly Week[]): string => {
  const [first, last] = [weeks[0], weeks.at(-1)];
  return `${dayOf(Date.parse(first?.from ?? ''))}..${dayOf(Date.parse(last?.from ?? '') + 7 * dayMilliseconds)}`;
};

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
