import type { Brief } from '@debrief/contract';
import { createContext, useContext } from 'react';
import { BriefView } from './BriefView.tsx';

/** The brief of the session on the page, and the way to its events. */
export const BriefContext = createContext<{ brief: Brief; onGo(sequence: number): void } | undefined>(
  undefined,
);

/** The brief above the first entry. */
export function SessionBrief() {
  const known = useContext(BriefContext);
  return known ? <BriefView {...known} /> : null;
}
