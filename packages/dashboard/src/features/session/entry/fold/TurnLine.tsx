import type { Turn } from '@debrief/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { costText, duration, plural } from '../../../../ui/format.ts';
import { plainMarkdown } from '../../../../ui/text/plain-markdown.ts';
import { Visible } from '../../../../ui/text/Visible.tsx';
import styles from './TurnLine.module.css';

/** What happened in a turn, as far as there was any of it. */
export const turnFacts = (turn: Turn): string[] =>
  [
    turn.steps > 0 && plural(turn.steps, 'step'),
    turn.files > 0 && plural(turn.files, 'file'),
    turn.errors > 0 && plural(turn.errors, 'error'),
    turn.denials > 0 && `${turn.denials} denied`,
    turn.decisions > 0 && plural(turn.decisions, 'decision'),
    turn.subagents > 0 && plural(turn.subagents, 'sub-agent'),
    turn.compactions > 0 && plural(turn.compactions, 'compaction'),
    turn.commits > 0 && plural(turn.commits, 'commit'),
    turn.costUsd !== undefined && turn.costUsd > 0 && costText(turn.costUsd, turn.costIsPartial),
    turn.durationMs !== undefined && turn.durationMs > 0 && duration(turn.durationMs),
  ].filter((fact): fact is string => typeof fact === 'string');

/** A folded turn: what happened in it, and the first line of the answer. */
export const TurnLine = ({ turn, onOpen }: { turn: Turn | undefined; onOpen(): void }) => (
  <button type="button" className={styles.turn} onClick={onOpen} aria-label="Open this turn">
    <IconChevronRight size={13} aria-hidden />
    <span className={styles.facts}>{turn ? turnFacts(turn).join(' · ') || 'No steps' : 'Folded'}</span>
    {turn?.answer && (
      <span className={styles.answer}>
        <Visible text={plainMarkdown(turn.answer)} />
      </span>
    )}
  </button>
);
