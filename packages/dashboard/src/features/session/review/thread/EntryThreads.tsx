import type { ReadEntry } from '../../transcript/kept-entries.ts';
import { useDiscussion } from './discussion.ts';
import styles from './EntryThreads.module.css';
import { NewThread } from './NewThread.tsx';
import { ThreadCard } from './ThreadCard.tsx';
import { belongsTo } from './thread-place.ts';

/** What was said about an entry, below it. */
export function EntryThreads({ entry }: { entry: ReadEntry }) {
  const { of, composing } = useDiscussion();
  const threads = of(entry);
  const isComposing = composing !== undefined && belongsTo({ anchor: composing }, entry);
  if (threads.length === 0 && !isComposing) return null;
  return (
    <section className={styles.threads} aria-label={`Comments on event ${entry.sequences[0]}`}>
      {threads.map((thread) => (
        <ThreadCard key={thread.threadId} thread={thread} entry={entry} />
      ))}
      {isComposing && <NewThread anchor={composing} entry={entry} />}
    </section>
  );
}

/** What was said about the session as a whole, above its first entry. */
export function SessionThreads() {
  const { threads, composing } = useDiscussion();
  const own = threads.filter(({ anchor }) => anchor.sequence === 0);
  const isComposing = composing?.sequence === 0;
  if (own.length === 0 && !isComposing) return null;
  return (
    <section className={styles.threads} data-session aria-label="Comments on the session">
      {own.map((thread) => (
        <ThreadCard key={thread.threadId} thread={thread} entry={undefined} />
      ))}
      {isComposing && <NewThread anchor={composing} entry={undefined} />}
    </section>
  );
}
