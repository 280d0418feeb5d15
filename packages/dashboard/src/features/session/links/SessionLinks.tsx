import type { SessionLinks as Links } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionLinksQuery, useDecideLink, useDecidePullLink } from '../../../api/link.ts';
import { PullLink } from '../../../ui/link/Pull.tsx';
import { Strength } from '../../../ui/link/Strength.tsx';
import { evidenceText, shortSha } from '../../../ui/link/strength.ts';
import { Time } from '../../../ui/Time.tsx';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import { AddLink } from './AddLink.tsx';
import styles from './SessionLinks.module.css';

/** The commits and pull requests that a session led to, with the event that shows it. */
export function SessionLinks({ sessionId, onGo }: { sessionId: string; onGo(sequence: number): void }) {
  const { data } = useQuery(sessionLinksQuery(sessionId));
  if (!data) return null;
  return (
    <div className={styles.links} data-testid="session-links">
      <section>
        <h2>Commits ({data.links.length})</h2>
        {data.links.length === 0 && (
          <p className={styles.none}>No machine has told of a commit that this session led to.</p>
        )}
        <ul className={styles.list}>
          {data.links.map((link) => (
            <CommitItem key={link.sha} link={link} sessionId={sessionId} onGo={onGo} />
          ))}
        </ul>
      </section>
      {data.pulls.length > 0 && (
        <section>
          <h2>Pull requests ({data.pulls.length})</h2>
          <ul className={styles.list}>
            {data.pulls.map((pull) => (
              <PullItem key={pull.url} pull={pull} sessionId={sessionId} onGo={onGo} />
            ))}
          </ul>
        </section>
      )}
      <AddLink sessionId={sessionId} />
    </div>
  );
}

type SessionLink = Links['links'][number];

function CommitItem(props: { link: SessionLink; sessionId: string; onGo(sequence: number): void }) {
  const { link, sessionId, onGo } = props;
  const decide = useDecideLink();
  const say = (isLinked: boolean) =>
    decide.mutate(
      { sessionId, sha: link.sha, isLinked },
      {
        onSuccess: () => toast(isLinked ? 'The commit is linked.' : 'The link is removed.'),
        onError: toastError,
      },
    );
  const [reason] = link.evidence;
  const sequence = link.evidence.flatMap(({ sequences }) => sequences ?? [])[0];
  return (
    <li data-testid="commit-link">
      <div className={styles.head}>
        <Link to="/commit/$sha" params={{ sha: link.sha }} className={styles.sha}>
          {shortSha(link.sha)}
        </Link>
        <Strength strength={link.strength} byHand={link.byHand} />
        {link.commit.committedAt && <Time at={link.commit.committedAt} />}
      </div>
      {reason && (
        <p className={styles.why}>
          {evidenceText(reason)}
          {sequence !== undefined && (
            <>
              {' · '}
              <button type="button" onClick={() => onGo(sequence)}>
                Show where
              </button>
            </>
          )}
        </p>
      )}
      <div className={styles.actions}>
        {link.strength === 'likely' && (
          <Button size="compact-xs" variant="light" onClick={() => say(true)} loading={decide.isPending}>
            Confirm
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => say(false)} loading={decide.isPending}>
          {link.strength === 'likely' ? 'Not this one' : 'Unlink'}
        </Button>
      </div>
    </li>
  );
}

function PullItem(props: { pull: Links['pulls'][number]; sessionId: string; onGo(sequence: number): void }) {
  const { pull, sessionId, onGo } = props;
  const { sequence, url } = pull;
  const decide = useDecidePullLink();
  const unlink = () =>
    decide.mutate(
      { sessionId, url, isLinked: false },
      { onSuccess: () => toast('The link is removed.'), onError: toastError },
    );
  return (
    <li data-testid="pull-link">
      <div className={styles.head}>
        <PullLink pull={pull} />
      </div>
      {(pull.byHand || sequence !== undefined) && (
        <p className={styles.why}>
          {pull.byHand && 'Linked by a person'}
          {pull.byHand && sequence !== undefined && ' · '}
          {sequence !== undefined && (
            <button type="button" onClick={() => onGo(sequence)}>
              Show where it was named
            </button>
          )}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="compact-xs" variant="default" onClick={unlink} loading={decide.isPending}>
          Unlink
        </Button>
      </div>
    </li>
  );
}
