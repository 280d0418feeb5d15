// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import type { Environment, Session } from '@debrief/contract';
import type { ReactNode } from 'react';
import { environmentName } from '../../../api/environment.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { FindingChips } from '../../../ui/finding/FindingChips.tsx';
import { compact, costHint, costText, count, duration, plural } from '../../../ui/format.ts';
import { LeakChip } from '../../../ui/session/Leaks.tsx';
import { outcomeNames, outcomeTones } from '../../../ui/session/outcome.ts';
import { type SessionState, sessionDuration } from '../../../ui/session/session-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from '../SessionList.module.css';
import type { Group } from '../sessions-search.ts';
import type { Column, ColumnId } from './columns.ts';

interface Shown {
  session: Session;
  environment: Environment | undefined;
  state: SessionState;
  group: Group;
}

/** What stands in a column, and what it says to who points at it. What there is none of stays empty. */
const cells: Record<ColumnId, (shown: Shown) => { text: ReactNode; title?: string | undefined }> = {
  findings: ({ session }) => ({
    text: (
      <span className={styles.findings}>
        <LeakChip session={session} />
        <FindingChips session={session} />
      </span>
    ),
  }),
  outcome: (shown) => ({
    text: (
      <>
        <Outcome {...shown} />
        <Reason {...shown} />
      </>
    ),
  }),
  machine: ({ environment }) => ({ text: <Name text={environment ? environmentName(environment) : ''} /> }),
  events: ({ session: { eventCount } }) => ({ text: compact(eventCount), title: count(eventCount) }),
  tokens: ({ session: { statistics } }) => ({
    text: statistics?.tokens.total ? compact(statistics.tokens.total) : '',
    title: statistics && tokensTitle(statistics.tokens),
  }),
  errors: ({ session: { statistics } }) => ({
    text: statistics?.errors ? <span className={styles.errors}>{compact(statistics.errors)}</span> : '',
    title: statistics?.errors ? `${plural(statistics.errors, 'call')} failed` : undefined,
  }),
  lines: ({ session: { statistics } }) =>
    statistics?.edits ? { text: <Lines {...statistics} />, title: editsTitle(statistics) } : { text: '' },
  active: ({ session }) => ({
    text: activeTime(session),
    title: `${duration(sessionDuration(session))} from the first record to the last`,
  }),
  cost: ({ session: { statistics } }) => ({
    text: <Cost statistics={statistics} />,
    title: statistics && costHint(statistics.costIsPartial, statistics.models),
  }),
  started: ({ session, group }) => ({ text: <Time at={session.startedAt} inDay={group === 'day'} /> }),
};

export function Cells({ shown, ...session }: { shown: readonly Column[] } & Shown) {
  return shown.map(({ id, align }) => {
    const { text, title } = cells[id](session);
    return (
      <div key={id} role="cell" className={styles[align]} data-column={id} {...(title && { title })}>
        {text}
      </div>
    );
  });
}

/** How it ended, and by what one sees it; of one that is running that it is. */
export function Outcome({ session, state }: Pick<Shown, 'session' | 'state'>) {
  if (state === 'running') return <Chip tone="accent">Running</Chip>;
  const outcome = session.statistics?.outcome;
  if (!outcome || outcome.kind === 'running') return null;
  return (
    <Chip tone={outcomeTones[outcome.kind]} title={visibleText(outcome.reason)}>
      {outcomeNames[outcome.kind]}
    </Chip>
  );
}

/** By what one sees how it ended: whether its tests pass is what most want to know of a session. */
export function Reason({ session, state }: Pick<Shown, 'session' | 'state'>) {
  const outcome = session.statistics?.outcome;
  if (state === 'running' || !outcome || outcome.kind === 'running') return null;
  const reason = visibleText(outcome.reason);
  return (
    <span className={styles.reason} title={reason}>
      {reason}
    </span>
  );
}

export function Cost({ statistics }: Pick<Session, 'statistics'>) {
  const text = costText(statistics?.costUsd, statistics?.costIsPartial ?? false);
  return text === '–' ? null : <span className={styles.cost}>{text}</span>;
}

export const Lines = ({ linesAdded, linesRemoved }: NonNullable<Session['statistics']>) => (
  <>
    <span className={styles.added}>+{compact(linesAdded)}</span>{' '}
    <span className={styles.removed}>−{compact(linesRemoved)}</span>
  </>
);

/** Less than a second is no work that anybody measured: an agent that writes no times, or one answer. */
const leastActive = 1000;

/** Time at work; nothing while nothing is known of the session. */
export function activeTime(session: Session): string {
  if (!session.statistics) return '';
  const ms = session.statistics.activeMs ?? sessionDuration(session);
  return ms < leastActive ? '' : duration(ms);
}

const editsTitle = ({ edits, files, linesAdded, linesRemoved }: NonNullable<Session['statistics']>): string =>
  `${plural(edits, 'edit')} in ${plural(files, 'file')}, ${plural(linesAdded, 'line')} added, ${count(linesRemoved)} removed`;

const tokensTitle = (tokens: NonNullable<Session['statistics']>['tokens']): string =>
  `${count(tokens.input)} in, ${count(tokens.output)} out, ${count(tokens.cacheRead)} from cache, ${count(tokens.cacheWrite)} to cache`;
