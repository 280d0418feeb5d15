import type { Brief } from '@debrief/contract';
import type { ReactNode } from 'react';
import styles from './Brief.module.css';

export interface PartProps {
  brief: Brief;
  onGo(sequence: number): void;
}

export const Part = (props: { name: string; children: ReactNode }) => (
  <div className={styles.part} data-part={props.name.toLowerCase()}>
    <h2>{props.name}</h2>
    {props.children}
  </div>
);
