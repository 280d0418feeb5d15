// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import type { Environment, ReviewState, Session } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { environmentName } from '../../api/environment.ts';
import { Chip } from '../../ui/Chip.tsx';
import { FindingChips } from '../../ui/finding/FindingChips.tsx';
import { compact, costHint, costText, count, duration, plural, repositoryName } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { Person } from '../../ui/person/Person.tsx';
import { ReviewChip } from '../../ui/review/ReviewChip.tsx';
import { LeakChip } from '../../ui/session/Leaks.tsx';
import { outcomeNames, outcomeTones } from '../../ui/session/outcome.ts';
import { StateDot } from '../../ui/session/StateDot.tsx';
import { sessionDuration, sessionState, sessionTitle } from '../../ui/session/session-state.ts';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import styles from './SessionList.module.css';

/** That nobody has looked at a session, or has to, is true of most and says little. */
const isWorthSaying = (state: ReviewState): boolean => state !== 'unreviewed' && state !== 'not_needed';

export const SessionRow = memo(function SessionRow(props: {
  session: Session;
  environment: Environment | undefined;
  rowIndex: number;
  top: number;
  height: number;
  chosen: boolean;
}) {
  const { session, environment } = props;
  const now = useNow();
  const agentName = useAgentName();
  const repository = repositoryName(environment?.repoRemote, session.repoRoot ?? environment?.repoRoot);
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className={`${styles.grid} ${styles.row}`}
      data-chosen={props.chosen || undefined}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <div role="cell" className={styles.session}>
        <StateDot state={sessionState(session, environment, now)} />
        <div className={styles.words}>
          <Link
            to="/sessions/$sessionId"
            params={{ sessionId: session.sessionId }}
            className={styles.title}
            title={visibleText(sessionTitle(session))}
            preload={false}
          >
            <Visible text={sessionTitle(session)} />
          </Link>
          <div className={styles.place}>
            {repository && (
              <span>
                <Name text={repository} />
              </span>
            )}
            {session.gitBranch && (
              <span className={styles.branch}>
                <Name text={session.gitBranch} />
              </span>
            )}
            {session.authorUserId && <Person userId={session.authorUserId} />}
            {session.secretEnvironment === 'test' && <span className={styles.test}>test</span>}
            <Outcome session={session} isRunning={sessionState(session, environment, now) === 'running'} />
            <FindingChips session={session} />
            <span className={styles.phone}>
              <Name text={agentName(session.agentId)} /> · <Time at={session.startedAt} /> ·{' '}
              {compact(session.eventCount)} events
            </span>
          </div>
        </div>
        <LeakChip session={session} />
        {session.review && isWorthSaying(session.review.state) && (
          <span className={styles.review}>
            <ReviewChip standing={session.review} />
          </span>
        )}
      </div>
      <div role="cell" className={styles.two}>
        <div>
          <Name text={agentName(session.agentId)} />
        </div>
        <div className={styles.machine}>
          <Name text={environment ? environmentName(environment) : ''} />
        </div>
      </div>
      <span role="cell">
        <Time at={session.startedAt} />
      </span>
      <Figures session={session} />
    </div>
  );
});

/** The first line of its brief: how it ended, and by what one sees it. */
function Outcome({ session, isRunning }: { session: Session; isRunning: boolean }) {
  const outcome = session.statistics?.outcome;
  if (!outcome || isRunning) return null;
  return (
    <span className={styles.outcome} title={visibleText(`${outcome.kind}: ${outcome.reason}`)}>
      <Chip tone={outcomeTones[outcome.kind]}>{outcomeNames[outcome.kind]}</Chip>{' '}
      <span className={styles.reason}>
        <Visible text={outcome.reason} />
      </span>
    </span>
  );
}

function Figures({ session }: { session: Session }) {
  const stats = session.statistics;
  return (
    <>
      <span role="cell" className={styles.right}>
        <span title={`${duration(sessionDuration(session))} from the first record to the last`}>
          {duration(stats?.activeMs ?? sessionDuration(session))}
        </span>
      </span>
      <span role="cell" className={styles.right} title={count(session.eventCount)}>
        {compact(session.eventCount)}
      </span>
      <span role="cell" className={styles.right} {...(stats && { title: tokensTitle(stats.tokens) })}>
        {stats?.tokens.total ? compact(stats.tokens.total) : '–'}
      </span>
      <span role="cell" className={styles.right} title={stats && costHint(stats.costIsPartial, stats.models)}>
        {costText(stats?.costUsd, stats?.costIsPartial ?? false)}
      </span>
      <span role="cell" className={styles.right} title={stats && editsTitle(stats)}>
        {stats?.edits ? (
          <>
            {compact(stats.edits)} <span className={styles.added}>+{compact(stats.linesAdded)}</span>{' '}
            <span className={styles.removed}>−{compact(stats.linesRemoved)}</span>
          </>
        ) : (
          '–'
        )}
      </span>
      <span role="cell" className={styles.right}>
        {stats?.errors ? <span className={styles.errors}>{compact(stats.errors)}</span> : '–'}
      </span>
    </>
  );
}

const editsTitle = ({ edits, files, linesAdded, linesRemoved }: NonNullable<Session['statistics']>): string =>
  `${plural(edits, 'edit')} in ${plural(files, 'file')}, ${count(linesAdded)} lines added, ${count(linesRemoved)} removed`;

const tokensTitle = (tokens: NonNullable<Session['statistics']>['tokens']): string =>
  `${count(tokens.input)} in, ${count(tokens.output)} out, ${count(tokens.cacheRead)} from cache, ${count(tokens.cacheWrite)} to cache`;
