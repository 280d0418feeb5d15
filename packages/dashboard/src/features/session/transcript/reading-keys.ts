import type { KeyMap } from '../../../ui/keyboard.ts';
import type { Jump } from './entries.ts';

export interface ReadingActions {
  /** To the next (1) or previous (-1) entry. */
  move(step: 1 | -1): void;
  jump(to: Jump, step: 1 | -1): void;
  toggle(): void;
  toggleAll(): void;
  toggleTurn(): void;
  toggleTurns(): void;
  focus(): void;
  thinking(): void;
  find(): void;
  raw(): void;
  link(): void;
  follow(): void;
  outline(): void;
  details(): void;
  changes(): void;
  /** The file that is read of, beside the transcript. */
  code(): void;
  top(): void;
  end(): void;
  leave(): void;
  /** To the next (1) or previous (-1) finding. */
  finding(step: 1 | -1): void;
  /** To the decision about the finding that is selected. */
  decide(): void;
  /** To the session after (1) or before (-1) this one in the list. */
  neighbour(step: 1 | -1): void;
}

/** The keys of the reading page; app/KeySheet.tsx tells people. */
export const readingKeys = (actions: ReadingActions): KeyMap => ({
  j: () => actions.move(1),
  k: () => actions.move(-1),
  ']': () => actions.jump('prompt', 1),
  '[': () => actions.jump('prompt', -1),
  n: () => actions.jump('error', 1),
  N: () => actions.jump('error', -1),
  d: () => actions.jump('edit', 1),
  D: () => actions.jump('edit', -1),
  i: () => actions.jump('decision', 1),
  I: () => actions.jump('decision', -1),
  h: () => actions.finding(1),
  H: () => actions.finding(-1),
  y: actions.decide,
  e: actions.toggle,
  E: actions.toggleAll,
  z: actions.toggleTurn,
  Z: actions.toggleTurns,
  f: actions.focus,
  t: actions.thinking,
  '/': actions.find,
  r: actions.raw,
  c: actions.link,
  l: actions.follow,
  o: actions.outline,
  u: actions.details,
  p: actions.changes,
  a: actions.code,
  'g g': actions.top,
  G: actions.end,
  J: () => actions.neighbour(1),
  K: () => actions.neighbour(-1),
  Escape: actions.leave,
});
