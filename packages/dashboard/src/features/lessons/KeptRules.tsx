import type { KeptRule } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keptRulesQuery } from '../../api/lesson/lesson.ts';
import { Time } from '../../ui/Time.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { KeptBars, NotKept, Sentence as Told } from './Kept.tsx';
import styles from './Lessons.module.css';
import type { Start } from './start.ts';

interface RulesProps {
  repository: string;
  /** Checks that are lessons already. */
  taken: ReadonlySet<string>;
  onPick(start: Start): void;
}

/** Which of the sentences in AGENTS.md and the like are kept; a person makes one a lesson, and corrects its check. */
export function KeptRules({ repository, taken, onPick }: RulesProps) {
  const { data, error } = useQuery(keptRulesQuery(repository));
  const rules = data?.rules.filter(({ check }) => !taken.has(check)) ?? [];
  return (
    <section className={styles.section} data-testid="kept-rules">
      <h2>Sentences of your instruction files that can be checked</h2>
      <p>
        What AGENTS.md, CLAUDE.md and the like say in the sessions of this repository, and how often it was
        kept before and since the day it came. The check is a guess until somebody confirms it.
      </p>
      {error && <p>{error.message}</p>}
      {!data && !error && <Skeleton height={80} />}
      {data && rules.length === 0 && <p>None of its sessions shows one that is no lesson yet.</p>}
      {rules.length > 0 && (
        <ul className={styles.rows} aria-label="Sentences that can be checked">
          {rules.map((rule) => (
            <Sentence key={rule.check} rule={rule} repository={repository} onPick={onPick} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Sentence({ rule, repository, onPick }: { rule: KeptRule } & Omit<RulesProps, 'taken'>) {
  const { said, check, file, line, since, datedBy, sessionId, sequence, effect, examples } = rule;
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.text}>
          <q>
            <Visible text={said} />
          </q>
        </div>
        <div className={styles.origin}>
          <Link to="/sessions/$sessionId" params={{ sessionId }} hash={String(sequence)}>
            <Visible text={file} />, line {line}
          </Link>{' '}
          · {datedBy === 'commit' ? 'since' : 'first seen'} <Time at={since} /> · as{' '}
          <code>
            <Visible text={check} />
          </code>
        </div>
      </div>
      <div className={styles.effect}>
        <KeptBars effect={effect} />
        <div>
          <Told effect={effect} />
          <NotKept examples={examples} since={effect.since} from={since} />
        </div>
      </div>
      <div className={styles.deeds}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Make a lesson of: ${said}`}
          onClick={() =>
            onPick({
              text: said,
              repository,
              check,
              source: { kind: 'file', path: file, line },
              said: { words: said, title: file },
            })
          }
        >
          Make a lesson
        </Button>
      </div>
    </li>
  );
}
