import type { Brief } from '@debrief/contract';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { compact, costText, plural } from '../../../ui/format.ts';
import { outcomeNames, outcomeTones } from '../../../ui/session/outcome.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from './Brief.module.css';
import { Go } from './Go.tsx';
import { checkName, checkTones, roughTime } from './words.ts';

/** How it ended, beside the title; with the whole brief below also by what one sees it. */
export const Outcome = (props: {
  outcome: Brief['outcome'];
  isOpen: boolean;
  onToggle(): void;
  onGo(sequence: number): void;
}) => {
  const { reason, sequence = 0 } = props.outcome;
  return (
    <span className={styles.outcome} data-testid="brief-outcome">
      <OutcomeButton {...props} />
      {props.isOpen && (
        <span className={styles.reason} title={visibleText(reason)}>
          {' '}
          <Visible text={reason} /> {sequence > 0 && <Go sequence={sequence} onGo={props.onGo} />}
        </span>
      )}
    </span>
  );
};

/** It opens the whole brief and closes it. */
const OutcomeButton = (props: { outcome: Brief['outcome']; isOpen: boolean; onToggle(): void }) => (
  <button
    type="button"
    className={styles.toggle}
    aria-expanded={props.isOpen}
    aria-label={`${outcomeNames[props.outcome.kind]}: the brief`}
    title={`${visibleText(props.outcome.reason)} (${props.isOpen ? 'close' : 'open'} the brief)`}
    onClick={props.onToggle}
  >
    <Chip tone={outcomeTones[props.outcome.kind]}>
      {outcomeNames[props.outcome.kind]}
      {props.isOpen ? <IconChevronUp size={12} /> : <IconChevronDown size={12} />}
    </Chip>
  </button>
);

/** The brief in one line, which stays in the header while one reads. */
export function BriefLine({ brief, onGo }: { brief: Brief; onGo(sequence: number): void }) {
  const { changed, proved, cost } = brief;
  const tests = proved.checks.find(({ of }) => of === 'tests') ?? proved.checks[0];
  return (
    <span className={styles.line} data-testid="brief-line">
      {changed.files.total > 0 && (
        <span>
          {plural(changed.files.total, 'file')}{' '}
          <span className={styles.plus}>+{compact(changed.linesAdded)}</span>{' '}
          <span className={styles.minus}>−{compact(changed.linesRemoved)}</span>
        </span>
      )}
      {tests && (
        <span>
          <Chip tone={checkTones[tests.state]}>{checkName(tests)}</Chip>{' '}
          <Go sequence={tests.run.sequence} onGo={onGo} />
        </span>
      )}
      {cost.usd !== undefined && <span>{costText(cost.usd, cost.isPartial)}</span>}
      {cost.activeMs !== undefined && cost.activeMs >= 1000 && <span>{roughTime(cost.activeMs)}</span>}
    </span>
  );
}
