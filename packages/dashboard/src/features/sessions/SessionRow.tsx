// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import type { Environment, ReviewState, Session } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { environmentName } from '../../api/environment.ts';
import { Chip } from '../../ui/Chip.tsx';
import { FindingChips } from '../../ui/finding/FindingChips.tsx';
import { useNow } from '../../ui/now.ts';
import { Avatar } from '../../ui/person/Avatar.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { ReviewChip } from '../../ui/review/ReviewChip.tsx';
import { AgentIcon } from '../../ui/session/AgentIcon.tsx';
import { Labels } from '../../ui/session/Labels.tsx';
import { LeakChip } from '../../ui/session/Leaks.tsx';
import { type SessionState, sessionState, sessionTitle } from '../../ui/session/session-state.ts';
import { Name } from '../../ui/text/Name.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { activeTime, Cells, Cost, Lines, Outcome, Reason } from './columns/Cells.tsx';
import type { Column } from './columns/columns.ts';
import styles from './SessionList.module.css';
import type { Group } from './sessions-search.ts';
import type { FetchAhead } from './use-fetch-ahead.ts';

/** Of what has the focus the browser lays out everything once more before it takes it off the page. */
const letGo = ({ currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void => {
  if (!ctrlKey && !metaKey && !shiftKey) currentTarget.blur();
};

/** That nobody has looked at a session, or has to, is true of most and says little. */
const isWorthSaying = (state: ReviewState): boolean => state !== 'unreviewed' && state !== 'not_needed';

export interface RowLook {
  columns: readonly Column[];
  /** What stands above the rows need not stand in each. */
  group: Group;
  isNarrow: boolean;
  /** What a session's repository is called. */
  repositoryOf(session: Session, environment: Environment | undefined): string | undefined;
}

export const SessionRow = memo(function SessionRow(props: {
  session: Session;
  environment: Environment | undefined;
  rowIndex: number;
  top: number;
  height: number;
  chosen: boolean;
  look: RowLook;
  onLook: FetchAhead;
}) {
  const { session, environment, look } = props;
  const state = sessionState(session, environment, useNow());
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className={`${styles.grid} ${styles.row}`}
      data-chosen={props.chosen || undefined}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      onPointerEnter={() => props.onLook(session.sessionId)}
      onFocus={() => props.onLook(session.sessionId)}
      onPointerDown={() => props.onLook(session.sessionId, true)}
    >
      <div role="cell" className={styles.session}>
        <AgentIcon agentId={session.agentId} isRunning={state === 'running'} />
        <div className={styles.words}>
          <div className={styles.first}>
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId: session.sessionId }}
              className={styles.title}
              title={visibleText(sessionTitle(session))}
              preload={false}
              onClick={letGo}
            >
              <Visible text={sessionTitle(session)} />
            </Link>
            {session.access?.isHeld && <Chip tone="warn">Held</Chip>}
            {session.review && isWorthSaying(session.review.state) && (
              <span className={styles.review}>
                <ReviewChip standing={session.review} />
              </span>
            )}
          </div>
          <Place session={session} environment={environment} look={look} />
          {look.isNarrow && <Brief session={session} state={state} />}
        </div>
      </div>
      {!look.isNarrow && (
        <Cells
          shown={look.columns}
          session={session}
          environment={environment}
          state={state}
          group={look.group}
        />
      )}
    </div>
  );
});

/** Who, and where: the author before the machine, the repository before the branch. */
function Place(props: { session: Session; environment: Environment | undefined; look: RowLook }) {
  const { session, environment, look } = props;
  const isSaidAbove = look.group === 'repository' && session.repoRoot !== undefined;
  const repository = isSaidAbove ? undefined : look.repositoryOf(session, environment);
  return (
    <div className={styles.place}>
      {session.authorUserId ? (
        look.group !== 'author' && (
          <span className={styles.author}>
            <Avatar userId={session.authorUserId} /> <Person userId={session.authorUserId} />
          </span>
        )
      ) : (
        <span className={styles.machine}>
          <Name text={environment ? environmentName(environment) : ''} />
        </span>
      )}
      {repository && (
        <span className={styles.repository}>
          <Name text={repository} />
        </span>
      )}
      {session.gitBranch && (
        <span className={styles.branch}>
          <Name text={session.gitBranch} />
        </span>
      )}
      {session.secretEnvironment === 'test' && <span className={styles.test}>test</span>}
      <Labels labels={session.labels} />
    </div>
  );
}

/** On a phone, where there are no columns: what decides whether to open it. */
function Brief({ session, state }: { session: Session; state: SessionState }) {
  const { statistics } = session;
  return (
    <div className={styles.brief}>
      <Outcome session={session} state={state} />
      <LeakChip session={session} />
      <FindingChips session={session} />
      <span className={styles.figures}>
        {statistics?.edits ? <Lines {...statistics} /> : null} <span>{activeTime(session)}</span>{' '}
        <Cost statistics={statistics} />
      </span>
      {!session.findings?.top.some(({ severity }) => severity !== 'low') && (
        <Reason session={session} state={state} />
      )}
    </div>
  );
}
