import { compact, costText, count, duration } from '../../../ui/format.ts';
import styles from './Brief.module.css';
import { Part, type PartProps } from './Part.tsx';
import { roughTime } from './words.ts';

/** Money, tokens, and the time somebody was at work, apart from the time nobody was. */
export function Cost({ brief: { cost } }: PartProps) {
  const { usd, isPartial, tokens, activeMs, waitingMs = 0 } = cost;
  return (
    <Part name="Cost">
      <p>
        <b className={styles.money}>{costText(usd, isPartial)}</b>{' '}
        {tokens > 0 && (
          <span className={styles.soft} title={`${count(tokens)} tokens`}>
            {compact(tokens)} tokens
          </span>
        )}
      </p>
      {activeMs !== undefined && (
        <p className={styles.soft}>
          <span title={duration(activeMs)}>{roughTime(activeMs) || 'a moment'} working</span>
          {waitingMs >= 60_000 && <span title={duration(waitingMs)}>, {roughTime(waitingMs)} idle</span>}
        </p>
      )}
      {usd === undefined && tokens === 0 && <p className={styles.quiet}>The agent records no usage</p>}
    </Part>
  );
}
