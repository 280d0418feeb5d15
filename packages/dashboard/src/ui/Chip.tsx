import type { ReactNode } from 'react';
import styles from './Chip.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'bad' | 'warn';

export const Chip = ({
  tone = 'plain',
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}) => (
  <span className={styles.chip} data-tone={tone} {...(title && { title })}>
    {children}
  </span>
);
