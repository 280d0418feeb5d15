import type { Thread } from '@debrief/contract';
import { useState } from 'react';
import { plural } from '../../../../ui/format.ts';
import { Person, usePersonName } from '../../../../ui/person/Person.tsx';
import { idsToNames } from '../../../../ui/text/mention.ts';
import { Visible } from '../../../../ui/text/Visible.tsx';
import { useRelative } from '../../work-folder.ts';
import { useDiscussion } from './discussion.ts';
import styles from './ThreadOutline.module.css';
import { inOrder, placeWords, plainWords } from './thread-place.ts';

/** The threads of the session, in its order, above the outline. */
export function ThreadOutline({ onGo }: { onGo(thread: Thread): void }) {
  const { threads, chosen } = useDiscussion();
  const [withResolved, setWithResolved] = useState(false);
  const nameOf = usePersonName();
  const relative = useRelative();
  if (threads.length === 0) return null;
  const open = inOrder(threads).filter(({ state }) => state === 'open');
  const shown = withResolved ? inOrder(threads) : open;
  const resolved = threads.length - open.length;
  return (
    <nav className={styles.outline} aria-label="Threads">
      <h2>
        Threads
        {resolved > 0 && (
          <button type="button" aria-pressed={withResolved} onClick={() => setWithResolved(!withResolved)}>
            {withResolved ? 'hide resolved' : `${resolved} resolved`}
          </button>
        )}
      </h2>
      {shown.length > 0 && (
        <ol>
          {shown.map((thread) => {
            const last = thread.comments.findLast(({ deletedAt }) => !deletedAt);
            return (
              <li key={thread.threadId}>
                <button
                  type="button"
                  className={styles.item}
                  data-state={thread.state}
                  aria-current={chosen === thread.threadId || undefined}
                  onClick={() => onGo(thread)}
                >
                  <span className={styles.words}>
                    <Visible text={last ? plainWords(idsToNames(last.body, nameOf)) : '(deleted)'} />
                  </span>
                  <span className={styles.meta}>
                    t{thread.number} · <Visible text={placeWords(thread.anchor, relative)} /> ·{' '}
                    <Person userId={last?.writtenBy ?? thread.openedBy} />
                    {thread.commentCount > 1 && ` · ${plural(thread.commentCount, 'comment')}`}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </nav>
  );
}
