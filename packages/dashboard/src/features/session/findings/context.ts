import type { CheckedClaim, Severity } from '@debrief/contract';
import { createContext, useContext } from 'react';

/** What was found at an event: the worst severity, and claims that are checked. */
export interface FoundAt {
  severity?: Severity;
  titles: string[];
  claims: CheckedClaim[];
}

export interface FindingsOnPage {
  at: ReadonlyMap<number, FoundAt>;
  onGo(sequence: number): void;
}

export const FindingsContext = createContext<FindingsOnPage>({ at: new Map(), onGo: () => {} });

export const useFoundAt = (sequence: number): FoundAt | undefined =>
  useContext(FindingsContext).at.get(sequence);

export const useGoTo = () => useContext(FindingsContext).onGo;
