import type { KeyMap } from '../../../ui/keyboard.ts';

export interface ReviewKeyActions {
  comment(): void;
  thread(step: 1 | -1): void;
  markHere(): void;
  markEnd(): void;
  review(): void;
  assign(): void;
  next(): void;
  previous(): void;
}

/** The keys of reviewing; app/KeySheet.tsx tells people. */
export const reviewKeys = (actions: ReviewKeyActions): KeyMap => ({
  m: actions.comment,
  q: () => actions.thread(1),
  Q: () => actions.thread(-1),
  x: actions.markHere,
  X: actions.markEnd,
  v: actions.review,
  w: actions.assign,
  b: actions.next,
  B: actions.previous,
});
