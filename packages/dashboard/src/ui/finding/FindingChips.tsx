import type { Session } from '@debrief/contract';
import { Chip } from '../Chip.tsx';
import styles from './FindingChips.module.css';
import { severityName, severityTone } from './severity.ts';

const named = ({ severity, title }: NonNullable<Session['findings']>['top'][number]) =>
  `${severityName[severity]}: ${title}`;

/** The most severe finding of a session, for a list, and how many more are worth opening it. */
export function FindingChips({ session }: { session: Pick<Session, 'findings'> }) {
  const first = session.findings?.top.find(({ severity }) => severity !== 'low');
  if (!session.findings || !first) return null;
  const { high, medium, low } = session.findings;
  const more = high + medium - 1;
  return (
    <div
      className={styles.chips}
      data-testid="finding-chips"
      title={[
        `Findings: ${high} high, ${medium} medium, ${low} low`,
        ...session.findings.top.map(named),
      ].join('\n')}
    >
      <Chip tone={severityTone[first.severity]}>{first.title}</Chip>
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </div>
  );
}
