import type { QueueItem } from '@debrief/contract';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAgentName } from '../../../api/agent.ts';
import { FindingChips } from '../../../ui/finding/FindingChips.tsx';
import { plural, repositoryName } from '../../../ui/format.ts';
import { remoteIn } from '../../../ui/link/repository-words.ts';
import { Person } from '../../../ui/person/Person.tsx';
import { ReviewChip } from '../../../ui/review/ReviewChip.tsx';
import { reasonWords } from '../../../ui/review/review-state.ts';
import { sessionTitle } from '../../../ui/session/session-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from './Queue.module.css';

/** One session of the queue: how it stands, whose it is, why it waits and since when. */
export function QueueRow(props: {
  item: QueueItem;
  me: string | undefined;
  isChosen: boolean;
  onAssign(): void;
  onPutBack(): void;
}) {
  const { item, me } = props;
  const { session, reservation } = item;
  const agentName = useAgentName();
  const repository = repositoryName(remoteIn(session.repository), session.repoRoot);
  const mine = item.attention.filter(({ userId }) => userId === me);
  const others = item.attention.filter(({ userId, reason }) => userId !== me && reason === 'assigned');
  const isAssigned = mine.some(({ reason }) => reason === 'assigned');
  const isHeld = reservation !== undefined && Date.parse(reservation.until) > Date.now();
  const isMine = isHeld && reservation.userId === me;
  return (
    <li className={styles.row} data-chosen={props.isChosen || undefined}>
      <div className={styles.state}>{session.review && <ReviewChip standing={session.review} />}</div>
      <div className={styles.main}>
        <Link
          to="/sessions/$sessionId"
          params={{ sessionId: session.sessionId }}
          className={styles.title}
          title={visibleText(sessionTitle(session))}
        >
          <Visible text={sessionTitle(session)} />
        </Link>
        <div className={styles.facts}>
          <span>{session.authorUserId ? <Person userId={session.authorUserId} /> : 'no author'}</span>
          <span>
            <Name text={agentName(session.agentId)} />
          </span>
          {repository && (
            <span>
              <Name text={repository} />
            </span>
          )}
          <FindingChips session={session} />
          {session.review && session.review.openThreads > 0 && (
            <span>
              <IconMessage size={12} aria-hidden /> {plural(session.review.openThreads, 'open thread')}
            </span>
          )}
          {others.length > 0 && (
            <span>
              asked:{' '}
              {others.slice(0, 3).map(({ userId }, index) => (
                <span key={userId}>
                  {index > 0 && ', '}
                  <Person userId={userId} />
                </span>
              ))}
            </span>
          )}
          {isHeld && !isMine && (
            <span className={styles.taken}>
              <Person userId={reservation.userId} /> has it
            </span>
          )}
        </div>
        {(isMine || mine.length > 0) && <div className={styles.why}>{whyWords(item, me, isMine)}</div>}
      </div>
      <div className={styles.end}>
        <span title="When it was">
          <Time at={session.endedAt ?? session.startedAt} />
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={isMine ? props.onPutBack : props.onAssign}
        >
          {isMine ? 'Put back' : isAssigned ? 'Not me' : 'Assign me'}
        </Button>
      </div>
    </li>
  );
}

/** Why the session waits for the member. */
const whyWords = ({ attention, why }: QueueItem, me: string | undefined, isHeld: boolean): string =>
  [
    ...(isHeld ? ['You have it in hand'] : []),
    ...new Set(attention.filter(({ userId }) => userId === me).map(({ reason }) => reasonWords[reason])),
    ...(why ? [why] : []),
  ].join(' · ');
