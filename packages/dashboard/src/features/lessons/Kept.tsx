import type { CheckExample, GivenWay, LessonEffect } from '@debrief/contract';
import { fewestCases, fewestSessions } from '@debrief/lessons';
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
export const KeptBars = ({ effect: { before, since, verdict } }: { effect: LessonEffect }) => (
  <div className={styles.kept} data-verdict={verdict}>
    <span>
      before {before.kept} of {before.opportunities} <span aria-hidden>→</span> since{' '}
      <b>
        {since.kept} of {since.opportunities}
      </b>
    </span>
    <Bar share={before} kind="before" />
    <Bar share={since} kind="since" />
  </div>
);

const of = ({ kept, opportunities }: Share): string => `${kept} of ${opportunities}`;

/** Where little was counted nobody should read more into it. */
export const Sentence = ({ effect: { sentence, verdict } }: { effect: LessonEffect }) => (
  <>
    {sentence}
    {verdict === 'too few' && (
      <p className={styles.given}>
        It takes {fewestCases} cases in {fewestSessions} sessions, before and since.
      </p>
    )}
  </>
);

const wayWords: Record<GivenWay, string> = {
  file: 'instruction files',
  hook: 'the hook at the start',
  mcp: 'MCP',
};

/** Sessions since that were given it, and those that were not, as far as recorders noted it; and by which ways. */
export function GivenOrNot({ effect, ways }: { effect: LessonEffect; ways: readonly GivenWay[] }) {
  const { given, notGiven } = effect;
  if (ways.length === 0) return <p className={styles.given}>No session was noted as given it yet.</p>;
  return (
    <p className={styles.given}>
      Reaches agents by {ways.map((way) => wayWords[way]).join(', ')}.
      {given && given.opportunities > 0 && <> Given: {of(given)}</>}
      {given && given.opportunities > 0 && notGiven && notGiven.opportunities > 0 && (
        <>, not given: {of(notGiven)}</>
      )}
      {given && given.opportunities > 0 && '.'}
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
