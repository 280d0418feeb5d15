import type { Backtest, BacktestRequest } from '@debrief/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBacktest } from '../../api/finding.ts';
import { plural } from '../../ui/format.ts';
import { Visible } from '../../ui/text/Visible.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Rules.module.css';

/** Tries a rule, or another severity, on the sessions that are there, and shows what it would have said. */
export function BacktestResult(props: { request: BacktestRequest; onDone?(): void }) {
  const backtest = useBacktest();
  const run = () => void backtest.mutateAsync(props.request).then(props.onDone, toastError);
  return (
    <div className={styles.backtest} data-testid="backtest">
      <Button variant="default" loading={backtest.isPending} onClick={run}>
        Try it on your sessions
      </Button>
      {backtest.data && <Shown result={backtest.data} />}
    </div>
  );
}

function Shown({ result }: { result: Backtest }) {
  const { sessions, flagged, isWhole, examples, decided } = result;
  const looked = `${plural(sessions, 'session')}${isWhole ? '' : ', the newest'}`;
  return (
    <div role="status">
      <p>
        <b>
          It speaks in {flagged} of {looked}.
        </b>{' '}
        {flagged > 0 && agreement(decided)}
      </p>
      {examples.length > 0 && (
        <ul className={styles.examples} aria-label="Examples">
          {examples.map(({ sessionId, title, sequence, label }) => (
            <li key={`${sessionId} ${sequence}`}>
              <Link to="/sessions/$sessionId" params={{ sessionId }} hash={String(sequence)} target="_blank">
                <Visible text={title ?? 'A session without a title'} />
              </Link>{' '}
              <code>
                #{sequence} <Visible text={label} />
              </code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function agreement({ confirmed, dismissed, undecided }: Backtest['decided']): string {
  if (confirmed + dismissed === 0) return 'Nobody has decided about findings in these sessions yet.';
  return `In ${confirmed} of them somebody confirmed a finding, in ${dismissed} people only called findings expected or wrong, in ${undecided} nobody decided.`;
}
