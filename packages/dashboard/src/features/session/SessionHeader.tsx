import type { SessionReview } from '@debrief/contract';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { environmentName } from '../../api/environment.ts';
import { Chip } from '../../ui/Chip.tsx';
import { repositoryName } from '../../ui/format.ts';
import { Hint } from '../../ui/Hint.tsx';
import { LinkIcon } from '../../ui/LinkButton.tsx';
import { remoteOf } from '../../ui/link/repository-words.ts';
import { Person } from '../../ui/person/Person.tsx';
import { LeakChip } from '../../ui/session/Leaks.tsx';
import { listPlace, neighbour } from '../../ui/session/list-place.ts';
import { StateDot } from '../../ui/session/StateDot.tsx';
import { type SessionState, sessionTitle } from '../../ui/session/session-state.ts';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { useObservable } from '../../use-observable.ts';
import { BriefLine, Outcome } from './brief/BriefLine.tsx';
import type { ShownBrief } from './brief/use-brief.ts';
import { Health } from './details/Health.tsx';
import type { RecordHealth } from './details/health.ts';
import { SessionLabels } from './labels/SessionLabels.tsx';
import styles from './SessionHeader.module.css';
import { SessionMenu } from './SessionMenu.tsx';

export function SessionHeader(props: {
  review: SessionReview;
  state: SessionState;
  verdict: RecordHealth;
  title: string;
  brief: ShownBrief;
}) {
  const { session } = props.review;
  const { brief, isOpen, toggle, onGo } = props.brief;
  const place = useObservable(listPlace);
  return (
    <header className={styles.header}>
      <Hint label={place.page === '/reviews' ? 'Back to Today (Esc)' : 'Back to the sessions (Esc)'}>
        <LinkIcon
          to={place.page}
          search={place.search}
          variant="subtle"
          color="gray"
          aria-label="Back to the sessions"
        >
          <IconArrowLeft size={18} />
        </LinkIcon>
      </Hint>
      <div className={styles.words}>
        <div className={styles.title}>
          <h1 title={visibleText(props.title)}>
            <Visible text={props.title || sessionTitle(session)} />
          </h1>
          {brief && <Outcome outcome={brief.outcome} isOpen={isOpen} onToggle={toggle} onGo={onGo} />}
          {brief && !isOpen && <BriefLine brief={brief} onGo={onGo} />}
        </div>
        <Facts {...props} />
      </div>
      <div className={styles.neighbours}>
        <Neighbour sessionId={neighbour(place, session.sessionId, -1)} label="Previous session (K)">
          <IconChevronUp size={18} />
        </Neighbour>
        <Neighbour sessionId={neighbour(place, session.sessionId, 1)} label="Next session (J)">
          <IconChevronDown size={18} />
        </Neighbour>
      </div>
      <SessionMenu session={session} />
    </header>
  );
}

/** The line under the title: state, author, agent, place and time. */
function Facts(props: {
  review: SessionReview;
  state: SessionState;
  verdict: RecordHealth;
  brief: ShownBrief;
}) {
  const { review, state, verdict } = props;
  const { brief } = props.brief;
  const { session, environment } = review;
  const agentName = useAgentName();
  return (
    <div className={styles.meta}>
      {/* How it ended is said beside the title; that it has ended is said by that. */}
      {(state !== 'completed' || !brief) && <StateDot state={state} withName />}
      {state !== 'stale' && <Health verdict={verdict} />}
      <LeakChip session={session} />
      {session.secretEnvironment === 'test' && <Chip>test</Chip>}
      {session.authorUserId && <Person userId={session.authorUserId} />}
      <span>
        <Name text={agentName(session.agentId)} />
      </span>
      <Repository review={review} />
      <span className={styles.machine}>
        <Name text={environmentName(environment)} />
      </span>
      <Time at={session.startedAt} />
      <SessionLabels session={session} />
      {session.continuesSessionId && (
        <Link to="/sessions/$sessionId" params={{ sessionId: session.continuesSessionId }}>
          Goes on from an earlier session
        </Link>
      )}
    </div>
  );
}

function Repository({ review: { session, environment } }: { review: SessionReview }) {
  const repository = repositoryName(remoteOf(session, environment), session.repoRoot);
  const whole = session.repository ?? session.repoRoot;
  if (!repository) return null;
  return (
    <span>
      {whole ? (
        <Link
          to="/sessions"
          search={{
            repo: whole,
            ...(session.secretEnvironment === 'test' && { kind: 'test' }),
          }}
          title="Sessions of this repository"
        >
          <Name text={repository} />
        </Link>
      ) : (
        <Name text={repository} />
      )}
      {session.gitBranch && (
        <code>
          {' '}
          <Name text={session.gitBranch} />
        </code>
      )}
    </span>
  );
}

/** The way to the session before or after this one in the list it was opened from. */
const Neighbour = (props: { sessionId: string | undefined; label: string; children: ReactNode }) =>
  props.sessionId === undefined ? null : (
    <Hint label={props.label}>
      <LinkIcon
        to="/sessions/$sessionId"
        params={{ sessionId: props.sessionId }}
        variant="subtle"
        color="gray"
        aria-label={props.label}
      >
        {props.children}
      </LinkIcon>
    </Hint>
  );
