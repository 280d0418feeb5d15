// biome-ignore-all lint/a11y/useSemanticElements: a dialog element would cover the transcript that is judged
import type { AskedTicks, CheckedClaim, ReviewOutcome } from '@debrief/contract';
import { CloseButton, Kbd, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isTyping } from '../../../ui/keyboard.ts';
import { type Rests, restsWords } from '../../../ui/review/rests.ts';
import { outcomes } from '../../../ui/review/review-state.ts';
import { useQueue } from '../../../ui/review/use-queue.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { Composer, type Send } from './composer/Composer.tsx';
import { ReviewHistory } from './ReviewHistory.tsx';
import styles from './ReviewPanel.module.css';
import { isAllTicked, missingWords, questionFor } from './tick/rests.ts';
import { useRests } from './tick/use-rests.ts';
import type { Reviewing } from './use-reviewing.ts';

/** The reader's judgement: an outcome, how far it reaches, and words if there is something to say. */
// Long because the keys, the outcome and its reach are one small state.
export function ReviewPanel(props: {
  sessionId: string;
  reviewing: Reviewing;
  foldedTo: number;
  claims: readonly CheckedClaim[] | undefined;
}) {
  const { sessionId, reviewing } = props;
  const { detail, me, mark, seen, end, actions } = reviewing;
  const queue = useQueue();
  const panel = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<ReviewOutcome>();
  const [isWriting, setWriting] = useState(false);
  const readTo = Math.max(mark, seen);
  const rests = useRests(props, readTo);
  const isReadToEnd = readTo >= end;
  const [reach, setReach] = useState<'read' | 'end'>(readTo > 0 ? 'read' : 'end');
  const through = isReadToEnd ? Math.max(readTo, end) : reach === 'read' && readTo > 0 ? readTo : end;
  const close = () => reviewing.show(undefined);
  const leave = useRef(close);
  leave.current = close;
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // Also when somebody has clicked into the transcript meanwhile.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const choose = (value: ReviewOutcome) => {
    setOutcome(value);
    panel.current?.querySelector('textarea')?.focus();
    setWriting(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
      event.preventDefault();
      // The composer has the words and the way to send them.
      panel.current?.querySelector<HTMLButtonElement>('[data-send]')?.click();
      return;
    }
    const chosen = /^[123]$/.test(event.key) ? outcomes[Number(event.key) - 1] : undefined;
    const isField = isTyping(event.target) && (event.target as HTMLElement).tagName === 'TEXTAREA';
    if (!chosen || isField || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(chosen.value);
  };
  const submit: Send = async (body, key, sure) => {
    if (!outcome) return;
    // Whoever sends was asked.
    const notMine = detail?.lacksAuthor && outcome !== 'noted' && { notMine: true };
    const said = { ...(body && { body }), ...notMine, ...sure };
    await actions.submit({ outcome, throughSequence: through, readTo, ...said }, key);
    toast(`${outcomes.find(({ value }) => value === outcome)?.name} sent, to #${through}.`);
    close();
  };
  return (
    <div
      ref={panel}
      className={styles.panel}
      role="dialog"
      aria-label="Review"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <h2>Your review</h2>
        <CloseButton size="sm" aria-label="Close" onClick={close} />
      </div>
      <Outcomes value={outcome} onChange={setOutcome} />
      <div className={styles.reach}>
        {isReadToEnd || readTo === 0 ? (
          <span>Covers everything to #{through}.</span>
        ) : (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="How far it reaches"
            value={reach}
            onChange={(value) => setReach(value as 'read' | 'end')}
            data={[
              { value: 'read', label: `As far as read, #${readTo}` },
              { value: 'end', label: `To the end, #${end}` },
            ]}
          />
        )}
        <span data-testid="rests">You have read {restsWords(rests)}.</span>
        {outcome === 'accepted' && detail?.asksTicks && <Asked asked={detail.asksTicks} rests={rests} />}
        {detail?.authorUserId === me && me !== undefined && (
          <span>This is your own session: your acceptance counts only if the policy says so.</span>
        )}
      </div>
      <Composer
        draft={`${sessionId}.review`}
        label="Words to the review"
        placeholder={outcome === 'follow_up' ? 'What has to be done?' : 'Words, if there is something to say'}
        isOptional
        isUnready={outcome === undefined}
        question={questionFor({
          isUnread: outcome === 'accepted' && through > readTo && !isAllTicked(rests),
          isUnclaimed: detail?.lacksAuthor === true && outcome !== undefined && outcome !== 'noted',
          rests,
        })}
        autoFocus={isWriting}
        action="Send and next"
        others={[{ name: 'Send', send: submit }]}
        onSend={async (body, key, sure) => {
          await submit(body, key, sure);
          await queue.next(sessionId);
        }}
        onCancel={close}
      />
      <ReviewHistory reviewing={reviewing} />
    </div>
  );
}

/** What the policy asks for and is not ticked yet. */
function Asked({ asked, rests }: { asked: AskedTicks; rests: Rests }) {
  const words = missingWords(asked, rests);
  return words ? <span className={styles.missing}>{words}</span> : null;
}

const Outcomes = (props: { value: ReviewOutcome | undefined; onChange(outcome: ReviewOutcome): void }) => (
  <div className={styles.outcomes} role="radiogroup" aria-label="Outcome">
    {outcomes.map(({ value, name, meaning }, index) => (
      <label key={value} className={styles.outcome} data-outcome={value}>
        <input
          type="radio"
          name="outcome"
          value={value}
          checked={props.value === value}
          onChange={() => props.onChange(value)}
        />
        <span>
          <strong>{name}</strong>
          <small>{meaning}</small>
        </span>
        <Kbd size="xs">{index + 1}</Kbd>
      </label>
    ))}
  </div>
);
