import type { ReactNode } from 'react';
import styles from './Empty.module.css';

/** Nothing here yet: what it would be, and what to do. */
export function Empty(props: { icon?: ReactNode; title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {props.icon && <div className={styles.icon}>{props.icon}</div>}
      <h2>{props.title}</h2>
      {props.text && <p>{props.text}</p>}
      {props.children && <div className={styles.actions}>{props.children}</div>}
    </div>
  );
}
