import type { Anchor } from '@debrief/contract';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../../api/member.ts';
import { reviewQuery } from '../../../../api/review/review.ts';
import { Visible } from '../../../../ui/text/Visible.tsx';
import type { ReadEntry } from '../../transcript/kept-entries.ts';
import { useRelative } from '../../work-folder.ts';
import { Composer } from '../composer/Composer.tsx';
import { useDiscussion } from './discussion.ts';
import styles from './ThreadCard.module.css';
import { placeWords, threadQuote } from './thread-place.ts';

/** A comment that opens a thread. */
export function NewThread({ anchor, entry }: { anchor: Anchor; entry: ReadEntry | undefined }) {
  const { sessionId, actions, compose, choose } = useDiscussion();
  const relative = useRelative();
  const [needsAnswer, setNeedsAnswer] = useState<boolean>();
  const { member } = useMe();
  const { data: review } = useQuery(reviewQuery(sessionId));
  // What the server takes when nothing is said: an author tells, others ask.
  const isAsking = member === undefined || review?.authorUserId !== member.userId;
  const quote = threadQuote({ anchor }, entry);
  const place = placeWords(anchor, relative);
  return (
    <div className={styles.card} data-new>
      <div className={styles.head}>
        <span className={styles.place}>
          <Visible text={place} />
        </span>
      </div>
      {quote && (
        <blockquote className={styles.quote}>
          <Visible text={quote} />
        </blockquote>
      )}
      <div className={styles.write}>
        <Composer
          autoFocus
          draft={`${sessionId}.new.${anchor.entry ?? anchor.sequence}.${anchor.path ?? ''}.${anchor.line ?? ''}.${anchor.range?.[0] ?? ''}`}
          label={anchor.sequence === 0 ? 'Comment on the session' : `Comment on ${place}`}
          action="Comment"
          footer={
            <Switch
              size="xs"
              label="Wants an answer"
              title="The author is asked to answer. By default yes, unless it begins with FYI."
              checked={needsAnswer ?? isAsking}
              onChange={(event) => setNeedsAnswer(event.currentTarget.checked)}
            />
          }
          onSend={async (body, key, sure) => {
            const thread = await actions.open(
              { anchor, body, ...sure, ...(needsAnswer !== undefined && { needsAnswer }) },
              key,
            );
            choose(thread.threadId);
            compose(undefined);
          }}
          onCancel={() => compose(undefined)}
        />
      </div>
    </div>
  );
}
