import type { Review } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Person, usePersonName } from '../../../ui/person/Person.tsx';
import { restsWords } from '../../../ui/review/rests.ts';
import { outcomeDone } from '../../../ui/review/review-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { MentionNames } from '../../../ui/text/mention.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { toastError } from '../../../ui/toast/toast.ts';
import styles from './ReviewHistory.module.css';
import type { Reviewing } from './use-reviewing.ts';

/** What was said of this session before, newest first, also what no longer stands. */
export function ReviewHistory({ reviewing }: { reviewing: Reviewing }) {
  const { detail } = reviewing;
  const nameOf = usePersonName();
  const declined = detail?.assignments.filter(({ declinedAt }) => declinedAt) ?? [];
  if (!detail || (detail.reviews.length === 0 && declined.length === 0)) return null;
  return (
    <MentionNames value={nameOf}>
      <section className={styles.history} aria-label="Earlier reviews">
        <h3>Earlier</h3>
        <ol>
          {detail.reviews.toReversed().map((review) => (
            <OneReview key={review.reviewId} review={review} reviewing={reviewing} />
          ))}
          {declined.map(({ userId, note, declinedAt = '' }) => (
            <li key={userId} data-gone>
              <Person userId={userId} /> declined <Time at={declinedAt} />
              {note && (
                <>
                  : <Visible text={note} />
                </>
              )}
            </li>
          ))}
        </ol>
      </section>
    </MentionNames>
  );
}

/** What wants a follow-up may be worth telling every agent. */
function MakeLesson({ review: { outcome, body, sessionId, reviewId } }: { review: Review }) {
  if (outcome !== 'follow_up' || !body) return null;
  return (
    <LinkButton
      size="compact-xs"
      variant="subtle"
      color="gray"
      to="/lessons"
      search={{ from: 'review', sessionId, id: reviewId }}
    >
      Make a lesson
    </LinkButton>
  );
}

function OneReview({ review, reviewing }: { review: Review; reviewing: Reviewing }) {
  const { actions, me, mayDismiss } = reviewing;
  const [isDismissing, setDismissing] = useState(false);
  const [reason, setReason] = useState('');
  const isGone = review.withdrawnAt !== undefined || review.dismissed !== undefined;
  const dismiss = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return;
    actions.dismiss(review.reviewId, reason.trim()).then(() => setDismissing(false), toastError);
  };
  return (
    <li data-gone={isGone || undefined}>
      <div className={styles.line}>
        <strong>
          <Person userId={review.reviewerId} />
        </strong>
        <span>
          {outcomeDone[review.outcome]} to #{review.throughSequence}
        </span>
        <Time at={review.createdAt} />
        {review.rests && <span className={styles.rests}>read {restsWords(review.rests)}</span>}
        {review.unread && <Chip tone="warn">accepted unread</Chip>}
        {review.self && <Chip>own session</Chip>}
        {review.notMine && !review.self && <Chip>says that somebody else ran it</Chip>}
        {review.withdrawnAt && <Chip>withdrawn</Chip>}
        {review.dismissed && <Chip tone="warn">dismissed</Chip>}
      </div>
      {review.body && <Markdown text={review.body} breaks />}
      {review.dismissed && (
        <p className={styles.reason}>
          <Person userId={review.dismissed.by} />: <Visible text={review.dismissed.reason} />
        </p>
      )}
      {!isGone && !isDismissing && (
        <div className={styles.actions}>
          <MakeLesson review={review} />
          {review.reviewerId === me && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => void actions.withdraw(review.reviewId).catch(toastError)}
            >
              Withdraw
            </Button>
          )}
          {review.reviewerId !== me && mayDismiss && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setDismissing(true)}>
              Dismiss…
            </Button>
          )}
        </div>
      )}
      {isDismissing && (
        <form className={styles.dismiss} onSubmit={dismiss}>
          <TextInput
            size="xs"
            aria-label="Reason"
            placeholder="Reason"
            value={reason}
            maxLength={1_000}
            autoFocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button size="compact-sm" type="submit" disabled={reason.trim() === ''}>
            Dismiss
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setDismissing(false)}>
            Cancel
          </Button>
        </form>
      )}
    </li>
  );
}
