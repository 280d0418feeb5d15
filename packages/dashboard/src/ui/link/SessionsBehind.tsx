import type { CommitPage } from '@debrief/contract';
import { ReviewChip } from '../review/ReviewChip.tsx';
import { LinkedSessionTitle } from './LinkedSessionTitle.tsx';
import styles from './SessionsBehind.module.css';
import { Strength } from './Strength.tsx';

/** In a list of commits: the sessions that one was made in, how sure that is, and where their reviews stand. */
export function SessionsBehind({ links }: { links: CommitPage['commits'][number]['links'] }) {
  if (links.length === 0) return 'No session is known to be behind it';
  return links.map(({ session, strength, byHand }) => (
    <span key={session.sessionId} className={styles.behind}>
      <LinkedSessionTitle session={session} />
      <Strength strength={strength} byHand={byHand} />
      {session.review && <ReviewChip standing={session.review} />}
    </span>
  ));
}
