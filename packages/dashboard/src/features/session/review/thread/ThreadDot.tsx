import { plural } from '../../../../ui/format.ts';
import type { ReadEntry } from '../../transcript/kept-entries.ts';
import { useDiscussion } from './discussion.ts';
import styles from './ThreadDot.module.css';

/** A ring beside the time of an entry that somebody commented on, filled while a thread is open. */
export function ThreadDot({ entry }: { entry: ReadEntry }) {
  const threads = useDiscussion().of(entry);
  if (threads.length === 0) return null;
  const open = threads.filter(({ state }) => state === 'open').length;
  const text = open > 0 ? plural(open, 'open thread') : `${plural(threads.length, 'thread')}, resolved`;
  return (
    <span
      className={styles.dot}
      data-open={open > 0 || undefined}
      title={text}
      role="img"
      aria-label={text}
    />
  );
}
