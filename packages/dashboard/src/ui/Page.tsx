import { type ReactNode, useEffect } from 'react';
import { unread } from '../api/review/inbox.ts';
import { useObservable } from '../use-observable.ts';
import styles from './Page.module.css';
import { visibleText } from './text/visible.ts';

export function useTitle(title: string): void {
  const count = useObservable(unread);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${visibleText(title)} · Debrief`;
  }, [title, count]);
}

/** A page of settings or lists: a heading, what it is for, and its one main action. */
export function Page(props: { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode }) {
  useTitle(props.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{visibleText(props.title)}</h1>
          {props.lead && <p>{props.lead}</p>}
        </div>
        {props.action}
      </header>
      {props.children}
    </div>
  );
}

/** A bordered list; on a narrow screen its rows become cards. */
export const Rows = ({ children, label }: { children: ReactNode; label: string }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
);

export const Row = (props: {
  title: ReactNode;
  detail?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  faded?: boolean;
}) => (
  <li className={styles.row} data-faded={props.faded || undefined}>
    <div className={styles.main}>
      <div className={styles.title}>{props.title}</div>
      {props.detail && <div className={styles.detail}>{props.detail}</div>}
    </div>
    {props.meta && <div className={styles.meta}>{props.meta}</div>}
    {props.actions && <div className={styles.actions}>{props.actions}</div>}
  </li>
);
