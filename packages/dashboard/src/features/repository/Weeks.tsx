import type { RepositoryDetails } from '@debrief/contract';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { dollars, plural } from '../../ui/format.ts';
import own from './Repository.module.css';

type Week = RepositoryDetails['weeks'][number];
type Measure = 'sessions' | 'costUsd' | 'findings';

const measures: { value: Measure; label: string }[] = [
  { value: 'sessions', label: 'Sessions' },
  { value: 'costUsd', label: 'Cost' },
  { value: 'findings', label: 'Findings' },
];

const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const textOf = ({ from, sessions, costUsd, findings }: Week): string =>
  `Week of ${day(from)}: ${plural(sessions, 'session')}, ${dollars(costUsd)}, ${plural(findings, 'finding')}`;

/** What happened week by week. */
export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const [measure, setMeasure] = useState<Measure>('sessions');
  const most = Math.max(...weeks.map((week) => week[measure]), 0);
  if (weeks.every(({ sessions }) => sessions === 0)) {
    return (
      <section className={own.chart}>
        <h2>Week by week</h2>
        <p className={own.none}>No session in the last {plural(weeks.length, 'week')}.</p>
      </section>
    );
  }
  return (
    <section className={own.chart}>
      <h2>Week by week</h2>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label="What to show"
        value={measure}
        onChange={(value) => setMeasure(value as Measure)}
        data={measures}
      />
      <ul className={own.weeks} aria-label="Weeks">
        {weeks.map((week) => (
          <li key={week.from} className={own.week} title={textOf(week)} aria-label={textOf(week)}>
            <span
              className={own.bar}
              data-empty={week[measure] === 0 || undefined}
              style={{ height: most === 0 ? 0 : `${(100 * week[measure]) / most}%` }}
            />
          </li>
        ))}
      </ul>
      <p className={own.axis}>
        <span>{day(weeks[0]?.from ?? '')}</span>
        <span>This week</span>
      </p>
    </section>
  );
}
