import type { CheckExample, LessonEffect } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { plural } from '../../ui/format.ts';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './Lessons.module.css';

type Share = LessonEffect['before'];

const percent = (part: number): string => `${Math.round(part * 100)} %`;
const range = ({ low, high, sessions }: Share): string =>
  `${plural(sessions, 'session')}; the share lies between ${percent(low)} and ${percent(high)} in 19 of 20 histories`;

function Bar({ share, kind }: { share: Share; kind: 'before' | 'since' }) {
  const { kept, opportunities } = share;
  const part = opportunities === 0 ? 0 : kept / opportunities;
  return (
    <span className={styles.bar} data-kind={kind} title={range(share)}>
      <span style={{ width: `${part * 100}%` }} />
    </span>
  );
}

/** How often a rule was kept before its day, and since. */
export const KeptBars = ({ effect: { before, since } }: { effect: LessonEffect }) => (
  <div className={styles.kept}>
    <span>
      {before.kept} of {before.opportunities} <span aria-hidden>→</span>
      <span className={styles.unseen}> before, since </span>{' '}
      <b>
        {since.kept} of {since.opportunities}
      </b>
    </span>
    <Bar share={before} kind="before" />
    <Bar share={since} kind="since" />
  </div>
);

const of = ({ kept, opportunities }: Share): string => `${kept} of ${opportunities}`;

/** Sessions since that were given it, and those that were not, as far as recorders noted it. */
export function GivenOrNot({ effect: { given, notGiven, offer } }: { effect: LessonEffect }) {
  if (!given || given.opportunities === 0) return null;
  return (
    <p className={styles.given}>
      Given: {of(given)}
      {notGiven && notGiven.opportunities > 0 && <>, not given: {of(notGiven)}</>}.
      {offer === 'retire' && ' Retire it?'}
      {offer === 'reword' && ' Say it in other words?'}
    </p>
  );
}

/** Sessions that show it, those in which it was not kept first. */
export function Shown({ examples, label }: { examples: readonly CheckExample[]; label: string }) {
  if (examples.length === 0) return null;
  return (
    <details className={styles.shown}>
      <summary>{label}</summary>
      <ul>
        {examples.map(({ sessionId, title, sequence, isKept, label: seen }) => (
          <li key={`${sessionId} ${sequence}`}>
            <Link to="/sessions/$sessionId" params={{ sessionId }} hash={String(sequence)} target="_blank">
              <Visible text={title ?? 'A session without a title'} />
            </Link>{' '}
            {isKept ? 'kept' : 'not kept'}{' '}
            <code>
              #{sequence} <Visible text={seen} />
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Of the sessions since `from`, those in which it was not kept. */
export const NotKept = (props: { examples: readonly CheckExample[]; since: Share; from: string }) => {
  const { examples, since, from } = props;
  const missed = since.opportunities - since.kept;
  const shown = examples.filter(({ isKept, startedAt }) => !isKept && startedAt >= from);
  if (missed === 0) return null;
  return <Shown examples={shown} label={`Not kept since: ${missed} of ${since.opportunities}`} />;
};
