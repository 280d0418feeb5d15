import type { Session } from '@debrief/contract';
import { Button } from '@mantine/core';
import { IconCheck, IconFlag, IconMessage, IconUserPlus } from '@tabler/icons-react';
import { count, plural } from '../../../ui/format.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { Avatar } from '../../../ui/person/Avatar.tsx';
import { usePersonName } from '../../../ui/person/Person.tsx';
import { ReviewChip } from '../../../ui/review/ReviewChip.tsx';
import { outcomeDone, reasonWords } from '../../../ui/review/review-state.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from './ReviewBar.module.css';
import { standingOutcomes } from './standing-outcomes.ts';
import type { Reviewing } from './use-reviewing.ts';

/** Where the review of this session stands, how far it is read, who is asked, what is open. */
export function ReviewBar(props: {
  reviewing: Reviewing;
  findings: Session['findings'];
  onFinding(): void;
  onThread(): void;
  onComment(): void;
}) {
  const { reviewing } = props;
  const { detail, me, mark, seen, end } = reviewing;
  if (!detail) return <div className={styles.bar} aria-busy />;
  const turn = detail.attention.find(({ userId }) => userId === me);
  return (
    <section className={styles.bar} aria-label="Review">
      <ReviewChip standing={detail} />
      {turn && <span className={styles.turn}>{reasonWords[turn.reason]}</span>}
      {detail.lacksAuthor && (
        <Hint label="Nobody can tell that a reviewer is somebody else than who ran it. Whoever did can claim the machine, or an admin names its author.">
          <span className={styles.turn}>Cannot be accepted: it has no author</span>
        </Hint>
      )}
      <Progress reviewing={reviewing} />
      <Assignees reviewing={reviewing} />
      <span className={styles.space} />
      <FindingCount findings={props.findings} onFinding={props.onFinding} />
      <button
        type="button"
        className={styles.threads}
        title={detail.openThreads > 0 ? 'To the next open thread (q)' : 'Comment on the session'}
        onClick={detail.openThreads > 0 ? props.onThread : props.onComment}
      >
        <IconMessage size={14} aria-hidden />
        {detail.openThreads > 0 ? (
          plural(detail.openThreads, 'open thread')
        ) : (
          <span className={styles.word}>{detail.threads > 0 ? 'No open thread' : 'Comment'}</span>
        )}
      </button>
      <Hint label="Review (v)">
        <Button
          size="compact-sm"
          aria-haspopup="dialog"
          aria-expanded={reviewing.shown === 'review'}
          onClick={() => reviewing.show(reviewing.shown === 'review' ? undefined : 'review')}
        >
          Review
        </Button>
      </Hint>
      <span
        className={styles.line}
        style={{ width: `${end > 0 ? Math.min(100, (Math.max(mark, seen) / end) * 100) : 0}%` }}
        aria-hidden
      />
    </section>
  );
}

/** How many findings are worth a look; what is low is in the details only. */
function FindingCount({ findings, onFinding }: { findings: Session['findings']; onFinding(): void }) {
  const worth = findings ? findings.high + findings.medium : 0;
  if (!findings || worth === 0) return null;
  return (
    <button
      type="button"
      className={styles.threads}
      data-severity={findings.high > 0 ? 'high' : 'medium'}
      title={`To the next finding (h): ${findings.high} high, ${findings.medium} medium, ${findings.low} low`}
      onClick={onFinding}
    >
      <IconFlag size={14} aria-hidden />
      {plural(worth, 'finding')}
    </button>
  );
}

function wordsFor(mark: number, seen: number, end: number): string {
  if (mark > 0) return `Reviewed to #${count(mark)} of #${count(end)}`;
  return seen > 0 ? `Seen to #${count(Math.min(seen, end))} of #${count(end)}` : 'Nothing seen yet';
}

function Progress({ reviewing: { detail, me, mark, seen, end } }: { reviewing: Reviewing }) {
  const nameOf = usePersonName();
  const others = (detail?.marks ?? []).filter(
    ({ userId, throughSequence }) => userId !== me && throughSequence > 0,
  );
  const label = others.length
    ? `Reviewed by ${others.map(({ userId, throughSequence }) => `${nameOf(userId)} to #${throughSequence}`).join(', ')}`
    : 'What you have seen only you know; what is folded, and closed sub-agents, do not count. x says that it is reviewed to here, X to the end.';
  return (
    <span className={styles.progress} title={visibleText(label)} data-testid="mark">
      {mark >= end && end > 0 ? (
        <>
          <IconCheck size={13} aria-hidden /> Reviewed to the end, #{count(end)}
        </>
      ) : (
        wordsFor(mark, seen, end)
      )}
    </span>
  );
}

function Assignees({ reviewing }: { reviewing: Reviewing }) {
  const { detail, me } = reviewing;
  if (!detail) return null;
  const outcomes = standingOutcomes(detail.reviews);
  const asked = detail.assignments.filter(({ declinedAt }) => !declinedAt);
  const mine = asked.find(({ userId }) => userId === me);
  const isMine = mine !== undefined;
  return (
    <span className={styles.assignees}>
      {asked.map(({ userId, why = 'asked to review' }) => {
        const outcome = outcomes.get(userId);
        return (
          <span key={userId} className={styles.assignee} data-done={outcome !== undefined || undefined}>
            <Avatar userId={userId} note={outcome ? outcomeDone[outcome.outcome] : why} />
          </span>
        );
      })}
      {mine?.why && !outcomes.has(mine.userId) && (
        <span className={styles.why} title={mine.why}>
          {mine.why}
        </span>
      )}
      <Hint
        label={
          reviewing.mayAssign ? 'Ask for a review (w)' : isMine ? 'No longer me (w)' : 'Assign to me (w)'
        }
      >
        <button
          type="button"
          className={styles.assign}
          aria-label={reviewing.mayAssign ? 'Ask for a review' : isMine ? 'No longer me' : 'Assign to me'}
          onClick={() => reviewing.show('assign')}
        >
          <IconUserPlus size={15} aria-hidden />
        </button>
      </Hint>
    </span>
  );
}
