import { Chip } from '../../../ui/Chip.tsx';
import { plural } from '../../../ui/format.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from './Brief.module.css';
import { Go } from './Go.tsx';
import { Part, type PartProps } from './Part.tsx';
import { checkName, checkText, checkTones, supportText } from './words.ts';

const shownClaims = 2;

/** How the checks stand at the end, by which run; and what the agent said that no run shows. */
export function Proved({ brief: { proved }, onGo }: PartProps) {
  const { checks, unproven, claims, supported } = proved;
  return (
    <Part name="Proved">
      {checks.length === 0 && <p className={styles.quiet}>No test, build or linter was recognised</p>}
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.of} title={check.run.command}>
            <Chip tone={checkTones[check.state]}>{checkName(check)}</Chip>
            <span>
              {checkText(check)} <Go sequence={check.run.sequence} onGo={onGo} />
            </span>
          </li>
        ))}
        {unproven.items.slice(-shownClaims).map(({ sequence, text, support, run }) => (
          <li key={sequence}>
            <Chip tone={support === 'contradicted' ? 'bad' : 'warn'}>Not shown</Chip>
            <span>
              <span className={styles.claim} title={visibleText(text)}>
                <Go sequence={sequence} onGo={onGo}>
                  “<Visible text={text} />”
                </Go>
              </span>
              {supportText[support]} {run !== undefined && <Go sequence={run} onGo={onGo} />}
            </span>
          </li>
        ))}
      </ul>
      {claims > 0 && (
        <p className={styles.quiet}>
          {supported} of {plural(claims, 'claim')} shown by a run
        </p>
      )}
    </Part>
  );
}
