import type { ReactNode } from 'react';
import styles from './Brief.module.css';

/** The way to the event that something in the brief comes from. */
export function Go(props: {
  sequence: number;
  onGo(sequence: number): void;
  title?: string;
  /** Words that are the link themselves; else its number. */
  children?: ReactNode;
}) {
  const { sequence, onGo, title, children } = props;
  return (
    <a
      className={children === undefined ? styles.number : styles.go}
      href={`#${sequence}`}
      title={title ?? `Go to #${sequence}`}
      onClick={(event) => {
        // A new tab or window is the browser's own.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onGo(sequence);
      }}
    >
      {children ?? `#${sequence}`}
    </a>
  );
}
