import { compactPlural, count, dollars, plural } from '../../ui/format.ts';
import { useSessionTotals } from './session-list.ts';
import type { SessionsSearch } from './sessions-search.ts';
import styles from './Totals.module.css';

/** What all sessions that the filters leave come to, also those further down. */
export function Totals({ search }: { search: SessionsSearch }) {
  const { data, isPlaceholderData, isPartlyRead } = useSessionTotals(search);
  // The line is there from the beginning, so that nothing moves when the figures arrive.
  return (
    <p className={styles.totals} data-old={isPlaceholderData || undefined} data-testid="totals">
      {data && (
        <>
          {isPartlyRead ? (
            <span title="The others are being read; they are not in these sums yet">
              <strong>{plural(data.sessions, 'session')}</strong> read so far
            </span>
          ) : (
            <strong>{plural(data.sessions, 'session')}</strong>
          )}
          {data.sessions > 0 && (
            <>
              <span title={count(data.events)}>{compactPlural(data.events, 'event')}</span>
              <span title={count(data.tokens)}>{compactPlural(data.tokens, 'token')}</span>
              <span title="List prices, where the agents recorded none">{dollars(data.costUsd)}</span>
              <span title={count(data.edits)}>{compactPlural(data.edits, 'edit')}</span>
              <span title={count(data.errors)}>{compactPlural(data.errors, 'error')}</span>
            </>
          )}
        </>
      )}
    </p>
  );
}
