import type { FileEdit, Thread } from '@debrief/contract';
import { useMemo } from 'react';
import type { DiffLine } from '../../diff/diff-lines.ts';
import { useDiscussion } from './discussion.ts';
import styles from './LineThreads.module.css';
import { NewThread } from './NewThread.tsx';
import { ThreadCard } from './ThreadCard.tsx';

const numberOf = ({ fresh, old }: DiffLine): number | undefined => fresh ?? old;

/** Threads on lines of a file, for the changes: below their line, or above the file when the line is not shown. */
// `entry`: only those on this edit, where the edits of a file are shown one after the other.
export function useLineThreads(path: string, lines: readonly DiffLine[], entry?: string) {
  const { threads, composing, compose } = useDiscussion();
  const { byKey, others } = useMemo(() => {
    const found = new Map<string, Thread[]>();
    const rest: Thread[] = [];
    for (const thread of threads) {
      if (thread.anchor.path !== path || (entry !== undefined && thread.anchor.entry !== entry)) continue;
      const line = lines.find((one) => numberOf(one) !== undefined && numberOf(one) === thread.anchor.line);
      if (line) found.set(line.key, [...(found.get(line.key) ?? []), thread]);
      else rest.push(thread);
    }
    return { byKey: found, others: rest };
  }, [threads, path, lines, entry]);
  const isComposed = (line: DiffLine) =>
    composing?.path === path &&
    (entry === undefined || composing.entry === entry) &&
    composing.line !== undefined &&
    composing.line === numberOf(line);
  const first = lines.find(isComposed);
  return {
    others,
    belowOf(line: DiffLine) {
      const here = byKey.get(line.key);
      const isWriting = first?.key === line.key;
      if (!here && !isWriting) return null;
      return (
        <div className={styles.threads}>
          {here?.map((thread) => (
            <ThreadCard key={thread.threadId} thread={thread} entry={undefined} />
          ))}
          {isWriting && composing && <NewThread anchor={composing} entry={undefined} />}
        </div>
      );
    },
    /** Opens a comment on a line that an edit wrote. */
    onLine(line: DiffLine, edit: FileEdit | undefined) {
      const number = numberOf(line);
      if (edit && number)
        compose({ sequence: edit.sequence, entry: edit.entry, part: 'change', path, line: number });
    },
  };
}

/** Threads on a file that belong to no line that is shown. */
export function FileThreads({ threads }: { threads: readonly Thread[] }) {
  if (threads.length === 0) return null;
  return (
    <section className={styles.threads} aria-label="Comments on this file">
      {threads.map((thread) => (
        <ThreadCard key={thread.threadId} thread={thread} entry={undefined} />
      ))}
    </section>
  );
}
