import type { Entry } from '@debrief/transcript';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { clock, count } from '../../../../ui/format.ts';
import { Visible } from '../../../../ui/text/Visible.tsx';
import { toolName } from '../ToolEntry.tsx';
import styles from './RunLine.module.css';

/** Many calls of one kind in a row: "Bash × 53", with the first of them. */
export function RunLine({
  entry,
  run,
  depth,
  selected,
  onToggle,
}: {
  entry: Entry;
  run: { count: number; isOpen: boolean };
  depth: number;
  selected: boolean;
  onToggle(): void;
}) {
  const Chevron = run.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={styles.run}
      aria-expanded={run.isOpen}
      data-selected={selected || undefined}
      data-depth={Math.min(depth, 4) || undefined}
      data-testid="run"
      onClick={onToggle}
    >
      <span className={styles.time}>{entry.at && clock(entry.at)}</span>
      <Chevron size={13} aria-hidden />
      <span className={styles.name}>
        <Visible text={nameOf(entry)} /> × {count(run.count)}
      </span>
      {!run.isOpen && entry.kind === 'tool' && entry.title !== entry.name && (
        <span className={styles.first}>
          <Visible text={entry.title} /> …
        </span>
      )}
    </button>
  );
}

/** Tools of a kind may have several names; where they usually have one, it is the name. */
function nameOf(entry: Entry): string {
  if (entry.kind !== 'tool') return 'Calls';
  if (entry.tool === 'mcp') return 'MCP calls';
  return entry.tool === 'other' ? 'Tool calls' : toolName(entry);
}
