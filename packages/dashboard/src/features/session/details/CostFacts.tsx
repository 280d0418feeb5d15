import type { Session } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { costText } from '../../../ui/format.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { billedText, elsewhereText } from './cost-facts.ts';
import styles from './Details.module.css';

/** What counts here, what the vendor says it billed, what counts in other sessions, and what has no price. */
export function CostFacts({ session }: { session: Session }) {
  const stats = session.statistics;
  if (!stats) return null;
  const billed = billedText(stats);
  const elsewhere = elsewhereText(stats);
  const unpriced = stats.unpriced ?? [];
  if (!billed && !elsewhere && unpriced.length === 0) return null;
  return (
    <section data-testid="cost-facts">
      <h2>Cost: {costText(stats.costUsd, stats.costIsPartial)}</h2>
      {billed && <p className={styles.hint}>The records state {billed}.</p>}
      {elsewhere && (
        <p className={styles.hint}>
          Not counted here, because it is in an earlier session, too: {elsewhere}, in{' '}
          {stats.elsewhere?.sessions.map((sessionId, at) => (
            <span key={sessionId}>
              {at > 0 && ', '}
              <Link to="/sessions/$sessionId" params={{ sessionId }}>
                {at === 0 ? 'this session' : 'this one'}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
      {unpriced.map(({ model, reason }) => (
        <p key={model} className={styles.hint}>
          No price for <Name text={model} />: {reason}.
        </p>
      ))}
    </section>
  );
}
