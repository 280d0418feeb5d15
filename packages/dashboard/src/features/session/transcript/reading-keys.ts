import type { KeyMap } from '../../../ui/keyboard.ts';
import { isEdit, isError, isIntervention, isPrompt } from './entries.ts';
import { nextRow, type Row } from './rows.ts';

export interface ReadingActions {
  rows: readonly Row[];
  /** The row the reader is at. */
  at(): number;
  choose(index: number, align: 'start' | 'auto'): void;
  none(what: string): void;
  toggle(): void;
  toggleAll(): void;
  focus(): void;
  thinking(): void;
  find(): void;
  raw(): void;
  link(): void;
  follow(): void;
  outline(): void;
  details(): void;
  top(): void;
  end(): void;
  leave(): void;
  /** To the session after (1) or before (-1) this one in the list. */
  neighbour(step: 1 | -1): void;
}

/** The keys of the reading page; components/KeySheet.tsx tells people. */
export function readingKeys(actions: ReadingActions): KeyMap {
  const jump = (step: 1 | -1, wanted: Parameters<typeof nextRow>[3], what: string) => () => {
    const found = nextRow(actions.rows, actions.at(), step, wanted);
    if (found < 0) actions.none(what);
    else actions.choose(found, 'start');
  };
  const move = (step: 1 | -1) => () => {
    const next = Math.max(0, Math.min(actions.rows.length - 1, actions.at() + step));
    actions.choose(next, 'auto');
  };
  return {
    j: move(1),
    k: move(-1),
    ']': jump(1, isPrompt, 'prompts'),
    '[': jump(-1, isPrompt, 'prompts'),
    n: jump(1, isError, 'errors'),
    N: jump(-1, isError, 'errors'),
    d: jump(1, isEdit, 'edits'),
    D: jump(-1, isEdit, 'edits'),
    i: jump(1, isIntervention, 'interventions'),
    I: jump(-1, isIntervention, 'interventions'),
    e: actions.toggle,
    E: actions.toggleAll,
    f: actions.focus,
    t: actions.thinking,
    '/': actions.find,
    r: actions.raw,
    c: actions.link,
    l: actions.follow,
    o: actions.outline,
    u: actions.details,
    'g g': actions.top,
    G: actions.end,
    J: () => actions.neighbour(1),
    K: () => actions.neighbour(-1),
    Escape: actions.leave,
  };
}
