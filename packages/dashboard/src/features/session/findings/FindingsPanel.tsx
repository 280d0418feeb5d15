import type { CheckedClaim, Finding, SessionFindings, Verdict } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useDecideFinding } from '../../../api/finding.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { severityName, severityTone, supportText } from '../../../ui/finding/severity.ts';
import { plural } from '../../../ui/format.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import { TickBox } from '../review/tick/TickBox.tsx';
import { claimTick, countTicked } from '../review/tick/ticked.ts';
import { useTicks } from '../review/tick/use-ticks.ts';
import styles from './Findings.module.css';

const verdicts: [Verdict, string, string][] = [
  ['confirmed', 'Confirm', 'It needs work'],
  ['expected', 'Expected', 'It happened and is fine'],
  ['wrong', 'Wrong', 'It did not happen as the rule says'],
];

const verdictName: Record<Verdict, string> = {
  confirmed: 'Confirmed',
  expected: 'Expected',
  wrong: 'Called wrong',
};

/** What needs a look, why, what to check, and what people said about it. */
export function FindingsPanel(props: {
  sessionId: string;
  found: SessionFindings | undefined;
  /** The event that is selected: its findings are open. */
  selected: number | undefined;
  onGo(sequence: number): void;
}) {
  const { found } = props;
  if (!found) return null;
  const { findings, claims, notJudged } = found;
  return (
    <section data-testid="findings">
      <h2>Findings ({findings.length})</h2>
      {findings.length === 0 && (
        <p className={styles.none}>
          {found.isCurrent
            ? 'No rule found anything. That does not mean that everything is right.'
            : 'The server is still looking at this session.'}
        </p>
      )}
      <ul className={styles.list}>
        {findings.map((finding) => (
          <Item key={finding.findingId} finding={finding} {...props} />
        ))}
      </ul>
      {notJudged.map(({ what, because }) => (
        <p key={what} className={styles.none}>
          Cannot be judged: {what.charAt(0).toLowerCase() + what.slice(1)} ({because}).
        </p>
      ))}
      {claims.length > 0 && <Claims claims={claims} onGo={props.onGo} />}
    </section>
  );
}

/** What the agent said about its checks, to be ticked as checked. */
function Claims({ claims, onGo }: { claims: readonly CheckedClaim[]; onGo(sequence: number): void }) {
  const { all, me } = useTicks();
  const counted = countTicked(all, me, claims.map(claimTick));
  return (
    <>
      <h2>
        Claims ({counted && counted.ticked > 0 ? `${counted.ticked} of ${counted.of} checked` : claims.length}
        )
      </h2>
      <ul className={styles.list} data-testid="claims">
        {claims.map((claim) => {
          const { short, long, tone } = supportText[claim.support];
          return (
            <li key={`${claimTick(claim).subject} ${claim.text}`} className={styles.said}>
              <button type="button" className={styles.head} onClick={() => onGo(claim.sequence)}>
                <Chip tone={tone} title={long}>
                  {short}
                </Chip>
                <span className={styles.place}>#{claim.sequence}</span>
              </button>
              <p className={styles.why}>
                “<Visible text={claim.text} />”
              </p>
              <TickBox what={claimTick(claim)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Item(props: {
  finding: Finding;
  sessionId: string;
  selected: number | undefined;
  onGo(sequence: number): void;
}) {
  const { finding, selected, onGo } = props;
  const isHere = selected !== undefined && finding.sequences.includes(selected);
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isHere) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const { severity, title, why, disposition, sequences } = finding;
  return (
    <li
      ref={element}
      className={styles.item}
      data-severity={severity}
      data-here={isHere || undefined}
      data-settled={(disposition && disposition.verdict !== 'confirmed') || undefined}
    >
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen || isHere}
        onClick={() => {
          setOpen(!isOpen);
          onGo(finding.sequence);
        }}
      >
        <Chip tone={severityTone[severity]}>{severityName[severity]}</Chip>
        <span className={styles.title}>{title}</span>
        <span className={styles.place}>
          #{finding.sequence}
          {sequences.length > 1 && ` and ${sequences.length - 1} more`}
        </span>
      </button>
      <p className={styles.why}>
        <Visible text={why} />
      </p>
      {disposition && (
        <p className={styles.none}>
          {verdictName[disposition.verdict]}
          {disposition.note && (
            <>
              : <Visible text={disposition.note} />
            </>
          )}
        </p>
      )}
      {(isOpen || isHere) && <Open {...props} />}
    </li>
  );
}

function Open(props: { finding: Finding; sessionId: string; onGo(sequence: number): void }) {
  const { finding, onGo } = props;
  const decide = useDecideFinding(props.sessionId);
  const [note, setNote] = useState('');
  const say = (verdict: Verdict | undefined) =>
    decide.mutate(
      { findingId: finding.findingId, ...(verdict && { verdict }), ...(note && { note }) },
      {
        onSuccess: () => toast(verdict ? `${verdictName[verdict]}.` : 'The decision is taken back.'),
        onError: toastError,
      },
    );
  return (
    <div className={styles.open}>
      <p>{finding.means}</p>
      <p>
        <b>Check:</b> {finding.check}
      </p>
      {finding.evidence.length > 0 && (
        <ul className={styles.evidence} aria-label="Evidence">
          {finding.evidence.map(({ sequence, label }) => (
            <li key={`${sequence} ${label}`}>
              <button type="button" onClick={() => onGo(sequence)}>
                #{sequence} <Visible text={label} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        size="xs"
        aria-label="Note"
        placeholder="Note (optional)"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles.verdicts}>
        {verdicts.map(([verdict, name, title]) => (
          <Button
            key={verdict}
            size="compact-xs"
            variant={finding.disposition?.verdict === verdict ? 'filled' : 'default'}
            title={title}
            data-verdict={verdict}
            onClick={() => say(verdict)}
          >
            {name}
          </Button>
        ))}
        {finding.disposition && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => say(undefined)}>
            Take back
          </Button>
        )}
        {finding.disposition?.verdict === 'confirmed' && (
          <LinkButton
            size="compact-xs"
            variant="subtle"
            to="/lessons"
            search={{ from: 'finding', sessionId: props.sessionId, id: finding.findingId }}
          >
            Make a lesson
          </LinkButton>
        )}
      </div>
      {finding.sequences.length > 1 && (
        <p className={styles.none}>It happened {plural(finding.sequences.length, 'time')}.</p>
      )}
    </div>
  );
}
