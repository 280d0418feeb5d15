import type { Session } from '@debrief/contract';
import { Chip } from '../Chip.tsx';
import styles from './FindingChips.module.css';
import { severityName, severityTone } from './severity.ts';

/** The most severe findings of a session, for a list: those that are worth opening it. */
export function FindingChips({ session }: { session: Session }) {
  const top = session.findings?.top.filter(({ severity }) => severity !== 'low') ?? [];
  if (!session.findings || top.length === 0) return null;
  const { high, medium, low } = session.findings;
  return (
    <div
      className={styles.chips}
      data-testid="finding-chips"
      title={`Findings: ${high} high, ${medium} medium, ${low} low`}
    >
      {top.map(({ rule, severity, title }) => (
        <Chip key={rule} tone={severityTone[severity]} title={`${severityName[severity]}: ${title}`}>
          {title}
        </Chip>
      ))}
    </div>
  );
}
