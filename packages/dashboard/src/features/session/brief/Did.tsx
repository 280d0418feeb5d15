import { Fragment } from 'react';
import { dollars, plural } from '../../../ui/format.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './Brief.module.css';
import { Go } from './Go.tsx';
import { Part, type PartProps } from './Part.tsx';
import { roughTime, workName } from './words.ts';

const shownSubagents = 3;

/** Kinds of work with time and calls, then the phases behind a fold, and the sub-agents. */
export function Did({ brief, onGo }: PartProps) {
  const { calls, work, phases, subagents, runs } = brief.did;
  const { commits } = brief.changed;
  const [firstRun] = runs.items;
  const [firstCommit] = commits.items;
  const things: { sequence: number; name: string; amount: string | number; title?: string }[] = work
    .filter(({ kind }) => kind !== 'answered' && kind !== 'delegated')
    .map((one) => ({
      sequence: one.sequence,
      name: workName(one),
      amount: roughTime(one.ms) || plural(one.calls, 'call'),
      title: plural(one.calls, 'call'),
    }));
  if (firstRun)
    things.push({ sequence: firstRun.sequence, name: 'Checked', amount: plural(runs.total, 'run') });
  if (firstCommit) things.push({ sequence: firstCommit.sequence, name: 'Committed', amount: commits.total });
  return (
    <Part name="Did">
      {calls === 0 && subagents.total === 0 ? (
        <p className={styles.quiet}>Only talked: no tool was called</p>
      ) : (
        <p>
          {things.map(({ sequence, name, amount, title }, index) => (
            <Fragment key={name}>
              <span className={styles.item} {...(title && { title })}>
                <Go sequence={sequence} onGo={onGo}>
                  {name}
                </Go>{' '}
                {amount}
                {index < things.length - 1 && ' ·'}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      )}
      {subagents.total > 0 && <Subagents brief={brief} onGo={onGo} />}
      {calls > 0 && (
        <p className={styles.quiet}>
          {plural(calls, 'call')}
          {phases.total <= 1 && ' in one go'}
        </p>
      )}
      {phases.total > 1 && <Phases brief={brief} onGo={onGo} />}
    </Part>
  );
}

function Subagents({ brief, onGo }: PartProps) {
  const { items, total } = brief.did.subagents;
  return (
    <p className={styles.soft}>
      {plural(total, 'sub-agent')}:{' '}
      {items.slice(0, shownSubagents).map((one, index) => (
        <Fragment key={one.entry}>
          {index > 0 && ', '}
          <Go sequence={one.sequence} onGo={onGo} title={`${one.type ?? 'Sub-agent'} #${one.sequence}`}>
            <Visible text={one.title || one.type || 'sub-agent'} />
          </Go>
          {one.costUsd !== undefined && ` ${dollars(one.costUsd)}`}
        </Fragment>
      ))}
      {total > shownSubagents && ` and ${total - shownSubagents} more`}
    </p>
  );
}

const statusMarks = { done: '✓', active: '…', pending: '○', cancelled: '–' } as const;

function Phases({ brief, onGo }: PartProps) {
  const { items, total } = brief.did.phases;
  const isPlan = items[0]?.of === 'plan';
  return (
    <details className={styles.more}>
      <summary>
        {plural(total, isPlan ? 'step of its plan' : 'phase', isPlan ? 'steps of its plan' : 'phases')}
      </summary>
      <ul className={styles.phases}>
        {items.map(({ text, sequence, calls, ms, status }) => (
          <li key={`${sequence} ${text}`}>
            <span className={styles.phase}>
              {status && <span title={status}>{statusMarks[status]} </span>}
              <Go sequence={sequence} onGo={onGo}>
                <Visible text={text} />
              </Go>
            </span>
            <span className={styles.spent}>
              {[roughTime(ms), calls > 0 && plural(calls, 'call')].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
