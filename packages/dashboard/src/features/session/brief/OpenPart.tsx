import { Chip } from '../../../ui/Chip.tsx';
import { severityTone } from '../../../ui/finding/severity.ts';
import { plural } from '../../../ui/format.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './Brief.module.css';
import { Go } from './Go.tsx';
import { Part, type PartProps } from './Part.tsx';
import { steppedInText } from './words.ts';

const shownFindings = 3;
const shownSteps = 2;

/** What somebody has to look at, and where people stepped in already. */
export function OpenPart({ brief, onGo }: PartProps) {
  const { findings, plan, question, threads } = brief.open;
  const count = findings.high + findings.medium + findings.low;
  const isNothing = count === 0 && !plan && !question && threads.total === 0;
  const rest = count - Math.min(shownFindings, findings.top.length);
  return (
    <Part name="Open">
      {isNothing && <p className={styles.quiet}>No finding, plan step or thread is open</p>}
      <ul className={styles.checks}>
        {findings.top.slice(0, shownFindings).map(({ rule, severity, sequence, title }) => (
          <li key={rule}>
            <Chip tone={severityTone[severity]}>{severity}</Chip>
            <Go sequence={sequence} onGo={onGo}>
              {title}
            </Go>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.quiet}>and {plural(rest, 'more finding')}</p>}
      {question && (
        <p>
          Waits for an answer:{' '}
          <Go sequence={question.sequence} onGo={onGo}>
            “<Visible text={question.text} />”
          </Go>
        </p>
      )}
      {plan && (
        <p>
          <Go sequence={plan.sequence} onGo={onGo}>
            {plan.left.total} of {plural(plan.total, 'plan step')}
          </Go>{' '}
          <span className={styles.soft}>
            not done: <Visible text={plan.left.items.slice(0, shownSteps).join(', ')} />
          </span>
        </p>
      )}
      {threads.total > 0 && (
        <p>
          {plural(threads.total, 'open thread')}{' '}
          {threads.items.map(({ threadId, sequence }) =>
            sequence > 0 ? <Go key={threadId} sequence={sequence} onGo={onGo} /> : null,
          )}
        </p>
      )}
      <SteppedIn brief={brief} onGo={onGo} />
    </Part>
  );
}

/** Refused calls, interruptions, corrections; the last words of people stand there, the rest behind a fold. */
function SteppedIn({ brief: { steppedIn }, onGo }: PartProps) {
  const text = steppedInText(steppedIn);
  if (text === '') return null;
  return (
    <details className={styles.more} data-part="stepped in">
      <summary>Stepped in: {text}</summary>
      <ul className={styles.later}>
        {steppedIn.items.map(({ sequence, what, words, wordsAt }) => (
          <li key={`${sequence} ${what}`}>
            <Go sequence={sequence} onGo={onGo}>
              {what === 'denied' ? 'refused' : what}
            </Go>
            {words && (
              <>
                {' '}
                <Go sequence={wordsAt ?? sequence} onGo={onGo}>
                  “<Visible text={words} />”
                </Go>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
