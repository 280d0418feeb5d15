import type { SessionLinks as Links } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionLinksQuery, useDecideLink } from '../../../api/link.ts';
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
        <AddLink sessionId={sessionId} />
      </section>
      {data.pulls.length > 0 && <Pulls pulls={data.pulls} onGo={onGo} />}
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

const Pulls = ({ pulls, onGo }: { pulls: Links['pulls']; onGo(sequence: number): void }) => (
  <section>
    <h2>Pull requests ({pulls.length})</h2>
    <ul className={styles.list}>
      {pulls.map((pull) => {
        const { sequence } = pull;
        return (
          <li key={pull.url}>
            <div className={styles.head}>
              <PullLink pull={pull} />
            </div>
            {sequence !== undefined && (
              <p className={styles.why}>
                <button type="button" onClick={() => onGo(sequence)}>
                  Show where it was named
                </button>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);
