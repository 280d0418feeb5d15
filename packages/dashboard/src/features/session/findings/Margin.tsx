import { useContext } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { runEvidenceText, verdictText } from '../../../ui/finding/run-evidence.ts';
import { severityName, supportText } from '../../../ui/finding/severity.ts';
import { plural } from '../../../ui/format.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { TickBox } from '../review/tick/TickBox.tsx';
import { claimTick } from '../review/tick/ticked.ts';
import { FindingsContext, useFoundAt, useGoTo } from './context.ts';
import styles from './Findings.module.css';
import { foundBetween } from './places.ts';

/** A dot beside the time of an entry in which something was found. */
export function FindingDot({ sequence }: { sequence: number }) {
  const found = useFoundAt(sequence);
  if (!found?.severity) return null;
  const text = `${severityName[found.severity]}: ${[...new Set(found.titles)].join(', ')}`;
  return (
    <span className={styles.dot} data-severity={found.severity} title={text} role="img" aria-label={text} />
  );
}

/** A dot at a turn in which something was found. */
export function TurnDot({ from, before }: { from: number; before: number }) {
  const found = foundBetween(useContext(FindingsContext).at, from, before);
  if (!found) return null;
  const text = `${severityName[found.severity]}: ${plural(found.places, 'place')} to look at`;
  return (
    <span className={styles.dot} data-severity={found.severity} title={text} role="img" aria-label={text} />
  );
}

/** Below a reply that says that checks pass: whether the session shows it. */
export function ClaimChips({ sequence }: { sequence: number }) {
  const found = useFoundAt(sequence);
  const onGo = useGoTo();
  if (!found || found.claims.length === 0) return null;
  return (
    <div className={styles.claims} data-testid="claim">
      {found.claims.map((claim) => {
        const { text, of, support, run, evidence, numbers, gap } = claim;
        const { short, long, tone } = supportText[support];
        return (
          <span key={`${of} ${text}`} className={styles.claim}>
            <Chip tone={tone} title={`“${text}” ${long}`}>
              {verdictText(claim, short)}
            </Chip>
            {run && (
              <button type="button" title={run.command} onClick={() => onGo(run.sequence)}>
                run #{run.sequence}
              </button>
            )}
            {run && <span className={styles.shows}>{runEvidenceText(run).join(' · ')}</span>}
            {gap && (
              <span className={styles.shows}>
                It <Visible text={gap.because} />
              </span>
            )}
            {evidence
              .filter(({ sequence: at }) => at !== run?.sequence)
              .map(({ sequence: at, label }) => (
                <button type="button" key={at} title={label} onClick={() => onGo(at)}>
                  {label} #{at}
                </button>
              ))}
            {numbers && (
              <span>
                claims {numbers.claimed}, printed {numbers.printed}
              </span>
            )}
            <TickBox what={claimTick(claim)} />
          </span>
        );
      })}
    </div>
  );
}
