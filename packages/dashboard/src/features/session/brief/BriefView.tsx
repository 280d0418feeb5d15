import type { Brief } from '@debrief/contract';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './Brief.module.css';
import { Changed } from './Changed.tsx';
import { Cost } from './Cost.tsx';
import { Did } from './Did.tsx';
import { Go } from './Go.tsx';
import { OpenPart } from './OpenPart.tsx';
import { Part, type PartProps } from './Part.tsx';
import { Proved } from './Proved.tsx';
import type { ShownBrief } from './use-brief.ts';

/** One screen at the top of a session: what was asked, what came of it, and who has to act. */
export function BriefView(props: ShownBrief) {
  const { brief, onGo } = props;
  // What is on its way moves nothing when it comes. A session that cannot be folded has none.
  if (!brief) return props.isAwaited ? <div className={styles.reserved} aria-hidden /> : null;
  const part = { brief, onGo };
  return (
    <section className={styles.brief} aria-label="Brief" data-testid="brief">
      <div className={styles.parts}>
        <Asked {...part} />
        <Did {...part} />
        <Changed {...part} />
        <Proved {...part} />
        <div className={styles.stack}>
          <Cost {...part} />
          <OpenPart {...part} />
        </div>
      </div>
    </section>
  );
}

/** Later prompts that stand there without being asked for. */
const shownLater = 3;

function Asked({ brief: { asked }, onGo }: PartProps) {
  const { first, later } = asked;
  if (!first)
    return (
      <Part name="Asked">
        <p className={styles.quiet}>No prompt was recorded</p>
      </Part>
    );
  const shown = later.items.slice(0, shownLater);
  const rest = later.items.slice(shownLater);
  const hidden = later.total - later.items.length;
  return (
    <Part name="Asked">
      <p className={styles.first}>
        <Go sequence={first.sequence} onGo={onGo}>
          <Visible text={first.text} />
        </Go>
      </p>
      <ul className={styles.later}>
        {shown.map((prompt) => (
          <Later key={prompt.sequence} prompt={prompt} onGo={onGo} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>
            {rest.length + hidden} more {rest.length + hidden === 1 ? 'change' : 'changes'} of direction
          </summary>
          <ul className={styles.later}>
            {rest.map((prompt) => (
              <Later key={prompt.sequence} prompt={prompt} onGo={onGo} />
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}

const Later = (props: { prompt: Brief['asked']['later']['items'][number]; onGo(sequence: number): void }) => (
  <li>
    then{' '}
    <Go sequence={props.prompt.sequence} onGo={props.onGo}>
      “<Visible text={props.prompt.text} />”
    </Go>
  </li>
);
