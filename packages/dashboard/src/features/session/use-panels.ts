import { useState } from 'react';
import { remembered } from '../../ui/remembered.ts';
import { useObservable } from '../../use-observable.ts';

export interface Panels {
  outline: boolean;
  details: boolean;
}

/** Below this width both columns together would leave too little room for code. */
const roomForBoth = 1_600;

const outline = remembered('outline', true);
const details = remembered('details', window.innerWidth >= roomForBoth);

/** Which side columns are shown. Kept in this browser, except on a narrow screen, where they cover the transcript. */
export function usePanels(isNarrow: boolean): [Panels, (next: Panels) => void] {
  const kept = { outline: useObservable(outline), details: useObservable(details) };
  const [covering, setCovering] = useState<Panels>({ outline: false, details: false });
  if (isNarrow) return [covering, setCovering];
  return [
    kept,
    (next) => {
      outline.set(next.outline);
      details.set(next.details);
    },
  ];
}
