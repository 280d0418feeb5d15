import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { repeatedFailuresQuery } from '../../api/lesson/lesson.ts';
import { plural } from '../../ui/format.ts';
import { Visible } from '../../ui/text/Visible.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { failedWords, startOf } from './failure-words.ts';
import styles from './Lessons.module.css';
import type { Start } from './start.ts';

interface FailuresProps {
  repository: string | undefined;
  /** What repositories are called. */
  repositories: ReadonlyMap<string, string>;
  onPick(start: Start): void;
}

/** What did not work in several sessions: somebody knows how it is done here, and can tell the next one. */
export function Failures({ repository, repositories, onPick }: FailuresProps) {
  const { data: { failures = [] } = {} } = useQuery(repeatedFailuresQuery(repository));
  if (failures.length === 0) return null;
  return (
    <section className={styles.section} data-testid="failures">
      <h2>Failed again and again</h2>
      <p>
        What did not work in three sessions and more of the last eight weeks, and no lesson is about. How it
        is done here, only you know.
      </p>
      <ul className={styles.rows} aria-label="What failed again and again">
        {failures.map((failure) => {
          const name = repositories.get(failure.repository) ?? visibleText(failure.repository);
          return (
            <li key={`${failure.repository} ${failure.kind} ${failure.command}`} className={styles.row}>
              <div className={styles.text}>
                <code>
                  <Visible text={failure.command} />
                </code>{' '}
                {failedWords[failure.kind]}
              </div>
              <div className={styles.origin}>
                in {plural(failure.sessions, 'session')}
                {repository === undefined && <> of {name}</>}
                {failure.times > failure.sessions && <>, {failure.times} times</>}
                <details className={styles.shown}>
                  <summary>Where</summary>
                  <ul>
                    {failure.examples.map(({ sessionId, title, sequence }) => (
                      <li key={sessionId}>
                        <Link
                          to="/sessions/$sessionId"
                          params={{ sessionId }}
                          hash={String(sequence)}
                          target="_blank"
                        >
                          <Visible text={title ?? 'A session without a title'} />
                        </Link>
                      </li>
                    ))}
                  </ul>
                </details>
              </div>
              <div className={styles.deeds}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Make a lesson of: ${visibleText(failure.command)} in ${name}`}
                  onClick={() => onPick(startOf(failure))}
                >
                  Make a lesson
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
