import { insightWords } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { count } from '../../ui/format.ts';
import type { Section } from './figures.ts';
import own from './Insights.module.css';
import type { InsightsSearch } from './insights-search.ts';
import { WeekChart } from './WeekChart.tsx';
import { weekName } from './week-name.ts';

type Week = insightWords.Week;
const { between, latest } = insightWords;

/** The filters of the list with which it shows the sessions behind a figure. */
export function listSearch(
  search: InsightsSearch,
  me: string | undefined,
  weeks: readonly Week[],
  filters: object = {},
) {
  return {
    ...filters,
    between: between(weeks),
    ...(search.repository !== undefined && { repo: search.repository }),
    ...(search.agent !== undefined && { agent: search.agent }),
    ...(search.of === 'me' && me !== undefined && { author: me }),
  };
}

interface Props {
  section: Section;
  weeks: readonly Week[];
  search: InsightsSearch;
  me: string | undefined;
}

/** One figure: what it came to in the last four weeks, how that compares, the weeks as a picture and as a table. */
export function InsightSection({ section, weeks, search, me }: Props) {
  const { title, meaning, series, drawn, filters } = section;
  const { text, change, aside, weeks: last } = latest(section, weeks);
  const names = useMemo(() => weeks.map(({ from }) => from), [weeks]);
  const lines = useMemo(
    () =>
      series.slice(0, drawn).map((one) => ({ name: one.name, values: weeks.map((week) => one.of(week)) })),
    [series, drawn, weeks],
  );
  return (
    <section className={own.section} aria-label={title}>
      <h2>{title}</h2>
      <p className={own.now}>
        {text === undefined ? (
          <span className={own.none}>Too few to show</span>
        ) : (
          <Link to="/sessions" search={listSearch(search, me, last, filters)} className={own.figure}>
            {text}
          </Link>
        )}
        {change && <span className={own.change}>{change}</span>}
      </p>
      <p className={own.aside}>{aside ?? ' '}</p>
      <WeekChart title={title} weeks={names} lines={lines} />
      <details className={own.details}>
        <summary>{title} as a table</summary>
        <p className={own.meaning}>{meaning}</p>
        <WeekTable section={section} weeks={weeks} search={search} me={me} />
      </details>
    </section>
  );
}

const shown = (value: number | null): string =>
  value === null ? '–' : Number.isInteger(value) ? count(value) : value.toFixed(1);

/** The newest week first. */
const WeekTable = ({ section: { title, series, filters }, weeks, search, me }: Props) => (
  // A wide table scrolls by itself, and can be scrolled with the keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part of the page that scrolls
  <section className={own.scrolls} tabIndex={0} aria-label={`${title} by week`}>
    <table className={own.table}>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...weeks].reverse().map((week) => (
          <tr key={week.from}>
            <th scope="row">
              <Link to="/sessions" search={listSearch(search, me, [week], filters)}>
                {weekName(week.from)}
              </Link>
              {!week.isWhole && week.record && <span className={own.part}> in part</span>}
            </th>
            {series.map((one) => (
              <td key={one.name}>{shown(one.of(week))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
