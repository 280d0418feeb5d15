// biome-ignore-all lint/suspicious/noArrayIndexKey: the questions of a decision never move
import type { Decision, Question } from '@debrief/transcript';
import {
  IconCircle,
  IconCircleCheckFilled,
  IconShieldCheck,
  IconShieldX,
  IconUserQuestion,
} from '@tabler/icons-react';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './DecisionEntry.module.css';
import { Line } from './Line.tsx';

const verdictNames: Record<Decision['verdict'], string> = {
  waiting: 'Asked, no answer yet',
  answered: 'Answered',
  approved: 'Approved',
  denied: 'Denied',
  'sent-back': 'Sent back',
  dismissed: 'Not answered',
  switched: 'Permission mode switched',
};

const subjects: Record<Decision['about'], string> = {
  question: 'Question',
  plan: 'Plan',
  permission: 'Permission',
  mode: '',
};

const isRefusal = ({ verdict }: Decision): boolean => verdict === 'denied' || verdict === 'sent-back';

/** What a person decided: the question with its options and the answer, the plan, the words that came with a no. */
export function DecisionEntry(props: { entry: Decision; open: boolean; onToggle(): void }) {
  const { entry, open } = props;
  const Icon =
    entry.about === 'question' ? IconUserQuestion : isRefusal(entry) ? IconShieldX : IconShieldCheck;
  const name = [subjects[entry.about], verdictNames[entry.verdict]].filter(Boolean).join(': ');
  return (
    <div className={styles.decision} data-verdict={entry.verdict} data-testid="decision">
      <Line
        icon={<Icon size={15} />}
        name={name}
        title={<Visible text={open ? '' : lineOf(entry)} />}
        open={open}
        tone={isRefusal(entry) ? 'warn' : undefined}
        onToggle={props.onToggle}
      />
      {open && (
        <div className={styles.body}>
          {entry.questions?.map((question, at) => (
            <Asked key={`${at}-${question.question.length}`} question={question} />
          ))}
          {!entry.questions?.length && entry.text.trim() !== '' && <Markdown text={entry.text} breaks />}
          {entry.mode && (
            <p>
              <strong>
                <Visible text={entry.mode} />
              </strong>
            </p>
          )}
          {entry.words && (
            <blockquote className={styles.words}>
              <Markdown text={entry.words} breaks />
            </blockquote>
          )}
        </div>
      )}
    </div>
  );
}

const lineOf = ({ title, questions, words, mode }: Decision): string =>
  [title, questions?.flatMap(({ chosen }) => chosen).join(', '), words, mode]
    .filter(Boolean)
    .join(' · ')
    .split('\n', 1)[0]
    ?.slice(0, 240) ?? '';

function Asked({ question }: { question: Question }) {
  const labels = new Set(question.options.map(({ label }) => label));
  const own = question.chosen.filter((answer) => !labels.has(answer));
  return (
    <div className={styles.question}>
      <p>
        <Visible text={question.question} />
      </p>
      <ul>
        {question.options.map(({ label, description }) => {
          const isChosen = question.chosen.includes(label);
          return (
            <li key={label} data-chosen={isChosen || undefined}>
              {isChosen ? (
                <IconCircleCheckFilled size={15} aria-label="chosen" />
              ) : (
                <IconCircle size={15} aria-label="not chosen" />
              )}
              <span>
                <Visible text={label} />
                {description && (
                  <small>
                    {' '}
                    <Visible text={description} />
                  </small>
                )}
              </span>
            </li>
          );
        })}
        {own.map((answer) => (
          <li key={answer} data-chosen>
            <IconCircleCheckFilled size={15} aria-label="own words" />
            <span>
              <Visible text={answer} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
