import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authState } from '../api/auth.ts';
import { followInbox, unread } from '../api/review/inbox.ts';
import { useObservable } from '../use-observable.ts';
import styles from './Shell.module.css';

/** Follows the inbox for as long as somebody is signed in. */
export function useInbox(): void {
  const auth = useObservable(authState);
  const queries = useQueryClient();
  const owner = 'email' in auth ? auth.email.toLowerCase() : '';
  useEffect(() => {
    if (!owner) return;
    const stop = new AbortController();
    followInbox(owner, queries, stop.signal);
    return () => {
      stop.abort();
      unread.set(0);
    };
  }, [owner, queries]);
}

/** How much is unread, beside the name of the place. */
export function UnreadBadge() {
  const count = useObservable(unread);
  if (count === 0) return null;
  return (
    <span className={styles.badge} data-testid="unread">
      {count > 99 ? '99+' : count}
      <span className={styles.spoken}> unread</span>
    </span>
  );
}
