import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import styles from './PageTabs.module.css';

/** The parts of a page, each with an address of its own. */
export const PageTabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);

/** One of them; `count` says how much waits in it. */
export const PageTab = createLink(
  ({
    count = 0,
    isCurrent,
    children,
    ...props
  }: AnchorHTMLAttributes<HTMLAnchorElement> & { count?: number; isCurrent: boolean }) => (
    <a {...props} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
      {children}
      {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
    </a>
  ),
);
