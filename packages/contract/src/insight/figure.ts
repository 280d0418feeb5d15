import { changeInWords, waitedFor } from './change.ts';
import type { Insights } from './insight.ts';
import { compact, count, dollars, duration, plural } from './number.ts';

export { isChange, theSame } from './change.ts';

/** What Insights says in words, on its page and in the mail on Mondays. */

export type Week = Insights['weeks'][number];
type Content = NonNullable<Week['content']>;
type RecordPart = NonNullable<Week['record']>;

export interface Figure {
  title: string;
  /** What it came to in some weeks; undefined where nothing is known. */
  total(weeks: readonly Week[]): Total | undefined;
  words(value: number): string;
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

export const found = ({ findings }: RecordPart): number => sum(Object.values(findings), (one) => one);
export const claimed = ({ claims }: Content): number => sum(Object.values(claims), (one) => one);
export const share = (part: number, of: number): number | null => (of === 0 ? null : (100 * part) / of);

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

export const stepped = ({ interrupted, corrected }: Content): number => interrupted + corrected;

export const figures = {
  sessions: {
    title: 'Sessions',
    total: plain(({ sessions }) => sessions),
    words: count,
    aside: (weeks) => `${duration(sum(records(weeks), ({ activeMs }) => activeMs))} at work`,
    filters: {},
  },
  cost: {
    title: 'Cost',
    total: plain(
      ({ costUsd }) => costUsd,
      ({ sessions }) => sessions,
    ),
    words: dollars,
    aside: (weeks) => {
      const unpriced = sum(records(weeks), (one) => one.unpriced);
      const tokens = `${compact(sum(records(weeks), (one) => one.tokens))} tokens`;
      return unpriced > 0
        ? `${tokens}; in ${plural(unpriced, 'session')} not everything has a price`
        : tokens;
    },
    filters: { sort: 'cost' },
  },
  reviewed: {
    title: 'Reviewed',
    total: part(
      contents,
      ({ reviewed }) => reviewed,
      ({ sessions }) => sessions,
    ),
    words: percent,
    aside: waiting,
    filters: { review: ['unreviewed', 'in_review', 'follow_up', 'outgrown', 'accepted'] },
  },
  claims: {
    title: 'Claims that held',
    total: part(contents, ({ claims }) => claims.supported, claimed),
    words: percent,
    aside: (weeks) => {
      const wrong = sum(contents(weeks), ({ claims }) => claims.contradicted);
      return `${plural(sum(contents(weeks), claimed), 'claim')}, ${count(wrong)} contradicted by a run`;
    },
    filters: { has: 'edits' },
  },
  tested: {
    title: 'Tests after the last change',
    total: part(
      contents,
      ({ tested }) => tested,
      ({ coded }) => coded,
    ),
    words: percent,
    filters: { has: 'edits' },
  },
  failed: {
    title: 'Ended as failed',
    total: (weeks) => {
      const all = contents(weeks);
      const sessions = sum(all, (one) => one.sessions);
      return sessions === 0 ? undefined : { value: sum(all, ({ red }) => red), counted: sessions };
    },
    words: count,
    filters: { outcome: 'failed' },
  },
  findings: {
    title: 'Findings',
    total: part(records, found, ({ sessions }) => sessions),
    words: each,
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
  refused: {
    title: 'Refused calls',
    total: part(
      records,
      ({ refused }) => refused,
      ({ prompts }) => prompts,
    ),
    words: each,
    filters: { has: 'denials' },
  },
  stepped: {
    title: 'People stepped in',
    total: part(contents, stepped, ({ sessions }) => sessions),
    words: each,
    filters: {},
  },
} satisfies Record<string, Figure>;

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
export function latest(figure: Figure, weeks: readonly Week[]) {
  const [now, before] = [weeks.slice(-compared), weeks.slice(-2 * compared, -compared)];
  const [total, earlier] = [figure.total(now), figure.total(before)];
  return {
    weeks: now,
    text: total && figure.words(total.value),
    change:
      total && earlier && before.length === compared
        ? changeInWords(total.value, earlier.value, [total.counted, earlier.counted])
        : undefined,
    aside: total && figure.aside?.(now),
  };
}

const dayMilliseconds = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The days of some weeks, as a filter of the list has them. */
export const between = (weeks: readonly Week[]): string => {
  const [first, last] = [weeks[0], weeks.at(-1)];
  return `${dayOf(Date.parse(first?.from ?? ''))}..${dayOf(Date.parse(last?.from ?? '') + 7 * dayMilliseconds)}`;
};
