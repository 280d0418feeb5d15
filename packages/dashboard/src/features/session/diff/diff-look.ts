import { remembered } from '../../../ui/remembered.ts';
import { useObservable } from '../../../use-observable.ts';
import type { DiffLook } from './DiffLines.tsx';

/** How differences are looked at, kept in this browser. */
export const sideBySide = remembered('diff-side-by-side', false);
export const wrapLines = remembered('diff-wrap', false);
export const whiteSpace = remembered('diff-white-space', false);
/** The differences have all the room: the tree of files and the columns beside them are folded away. */
export const fullWidth = remembered('diff-full-width', false);

/** The look of a difference within the transcript: never side by side, there is no room for that. */
export const useCardLook = (): DiffLook => ({
  wrap: useObservable(wrapLines),
  marks: useObservable(whiteSpace),
});

export const useDiffLook = (): DiffLook => ({ ...useCardLook(), sideBySide: useObservable(sideBySide) });
