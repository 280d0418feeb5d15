import type { TodayItem } from '@debrief/contract';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FindingChips } from '../../../ui/finding/FindingChips.tsx';
import { compact, count, dollars, plural } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/Person.tsx';
import { ReviewChip } from '../../../ui/review/ReviewChip.tsx';
import { reasonWords } from '../../../ui/review/review-state.ts';
import { AgentIcon } from '../../../ui/session/AgentIcon.tsx';
import { Labels } from '../../../ui/session/Labels.tsx';
import { Time } from '../../../ui/Time.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { usePlaceName } from '../use-repository-name.ts';
import styles from './Today.module.css';

/** One open session: what it was, whose, where to begin reading, how large and how dear, and when. */
export function SessionLine(props: {
  item: TodayItem;
  me: string | undefined;
  isChosen: boolean;
  isSelected: boolean;
  /** What was found is said in the row; otherwise it stands above. */
  isNamed: boolean;
  onSelect(): void;
  onPutBack(): void;
}) {
  const { item, me } = props;
  const title = item.title || 'Untitled session';
  const first = item.findings?.top[0];
  return (
    <li
      className={styles.line}
      data-chosen={props.isChosen || undefined}
      data-selected={props.isSelected || undefined}
      data-testid="line"
    >
      <Checkbox
        size="xs"
        aria-label={`Select ${visibleText(title)}`}
        checked={props.isSelected}
        onChange={props.onSelect}
      />
      <div className={styles.what}>
        <AgentIcon agentId={item.agentId} isRunning={false} />
        <div className={styles.words}>
          <Link
            to="/sessions/$sessionId"
            params={{ sessionId: item.sessionId }}
            {...(first && { hash: String(first.sequence) })}
            className={styles.title}
            data-seen={item.seen || undefined}
            title={visibleText(title)}
          >
            <Visible text={title} />
          </Link>
          <Whose item={item} isNamed={props.isNamed} />
          {item.why && <span className={styles.because}>{item.why}</span>}
        </div>
      </div>
      <div className={styles.marks}>
        {item.review.state !== 'unreviewed' && <ReviewChip standing={item.review} />}
        {item.turn.map((reason) => (
          <span key={reason} className={styles.mine}>
            {reasonWords[reason]}
          </span>
        ))}
        <Held item={item} me={me} onPutBack={props.onPutBack} />
      </div>
      <span className={styles.begin}>
        {first ? `opens at #${first.sequence}` : `${compact(item.events)} events`}
      </span>
      <span
        className={styles.size}
        title={`${plural(item.edits, 'edit')}, ${plural(item.lines, 'line')} changed`}
      >
        {item.lines > 0 ? `±${count(item.lines)}` : ''}
      </span>
      <span className={styles.cost}>{item.costUsd === undefined ? '' : dollars(item.costUsd)}</span>
      <span className={styles.when}>
        <Time at={item.endedAt ?? item.startedAt} />
      </span>
    </li>
  );
}

function Whose({ item, isNamed }: { item: TodayItem; isNamed: boolean }) {
  const { authorUserId } = item;
  const place = usePlaceName()(item);
  return (
    <span className={styles.whose}>
      <span>{authorUserId ? <Person userId={authorUserId} /> : 'no author'}</span>
      {place && (
        <span>
          <Name text={place} />
        </span>
      )}
      {isNamed && <FindingChips session={item} />}
      <Labels labels={item.labels} />
      {item.errors > 0 && <span>{plural(item.errors, 'failed call')}</span>}
    </span>
  );
}

function Held(props: { item: TodayItem; me: string | undefined; onPutBack(): void }) {
  const { reservation } = props.item;
  if (!reservation || Date.parse(reservation.until) <= Date.now()) return null;
  if (reservation.userId !== props.me)
    return (
      <span className={styles.taken}>
        <Person userId={reservation.userId} /> has it
      </span>
    );
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={props.onPutBack}>
      Put back
    </Button>
  );
}
