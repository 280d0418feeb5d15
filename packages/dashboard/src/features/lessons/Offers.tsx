import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { plural } from '../../ui/format.ts';
import styles from './Lessons.module.css';
import type { OfferedLesson } from './offers.ts';
import type { Start } from './start.ts';

/** What people confirmed again and again in sessions: the next session could be told. */
export function Offers({ offers, onPick }: { offers: readonly OfferedLesson[]; onPick(start: Start): void }) {
  if (offers.length === 0) return null;
  return (
    <section className={styles.section} data-testid="offers">
      <h2>Confirmed again and again</h2>
      <p>Findings that people confirmed in three sessions and more, and that no lesson is about.</p>
      <ul className={styles.rows} aria-label="What could be a lesson">
        {offers.map(({ rule, title, confirmedSessions, start }) => (
          <li key={rule} className={styles.row}>
            <div className={styles.text}>{title}</div>
            <div className={styles.origin}>
              confirmed in {plural(confirmedSessions, 'session')} ·{' '}
              <Link to="/sessions" search={{ rule, kind: 'all' }}>
                where it was found
              </Link>
            </div>
            <div className={styles.deeds}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Make a lesson of: ${title}`}
                onClick={() => onPick(start)}
              >
                Make a lesson
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
