import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Line.module.css';

/** The one line a call is folded to: icon, name, what it was about, how it went. */
export function Line(props: {
  icon: ReactNode;
  name: ReactNode;
  title?: ReactNode;
  mono?: boolean;
  end?: ReactNode;
  open: boolean;
  tone?: 'bad' | 'warn' | undefined;
  onToggle?: (() => void) | undefined;
}) {
  const inside = (
    <>
      <span className={styles.icon} data-tone={props.tone} aria-hidden>
        {props.icon}
      </span>
      <span className={styles.name}>{props.name}</span>
      <span className={props.mono ? styles.mono : styles.title}>{props.title}</span>
      {props.onToggle && <IconChevronRight size={13} className={styles.chevron} aria-hidden />}
      {props.end && <span className={styles.end}>{props.end}</span>}
    </>
  );
  return props.onToggle ? (
    <button type="button" className={styles.line} aria-expanded={props.open} onClick={props.onToggle}>
      {inside}
    </button>
  ) : (
    <div className={styles.line}>{inside}</div>
  );
}
