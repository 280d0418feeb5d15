import type { TranscriptLane } from '@debrief/contract';
import type { Subagent } from '@debrief/transcript';
import { IconRobot } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { compact, costText, duration, plural } from '../../../ui/format.ts';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import type { LaneSkeleton } from '../transcript/skeleton.ts';
import { Line } from './Line.tsx';
import { Outcome, toneOf } from './Outcome.tsx';
import styles from './SubagentEntry.module.css';

/** Some agents name a call after the sub-agent; what it was asked says more. */
const titleOf = ({ title, agentType, prompt = '' }: Subagent): string =>
  title !== agentType ? title : (prompt.trim().split('\n', 1)[0]?.slice(0, 200) ?? '');

/** A sub-agent; unfolded, its entries follow as rows of their own. */
export function SubagentEntry(props: {
  entry: Subagent;
  open: boolean;
  lane: TranscriptLane | undefined;
  skeleton: LaneSkeleton | undefined;
  onToggle(): void;
}) {
  const { entry, open, lane, skeleton, onToggle } = props;
  const totals = skeleton && skeleton.length > 0 ? totalsOf(skeleton) : undefined;
  const facts = [
    lane && plural(lane.total, 'entry', 'entries'),
    totals && totals.edits > 0 && plural(totals.edits, 'edit'),
    lane?.tokens && `${compact(totalOf(lane.tokens))} tokens`,
    lane?.costUsd !== undefined && lane.costUsd > 0 && costText(lane.costUsd, lane.costIsPartial ?? false),
    entry.durationMs !== undefined && entry.durationMs > 0 && duration(entry.durationMs),
  ].filter(Boolean);
  return (
    <div className={styles.box}>
      <Line
        icon={<IconRobot size={16} stroke={1.8} />}
        name={<Visible text={entry.agentType ?? 'Sub-agent'} />}
        title={<Visible text={titleOf(entry)} />}
        open={open}
        tone={toneOf(entry)}
        onToggle={onToggle}
        end={
          <>
            <span className={styles.facts}>{facts.join(' · ')}</span>
            {totals && totals.errors > 0 && <Chip tone="bad">{plural(totals.errors, 'error')}</Chip>}
            <Outcome call={entry} untimed />
          </>
        }
      />
      {open && !lane && (
        <div className={styles.body}>
          {entry.prompt && <Markdown text={entry.prompt} breaks />}
          {entry.output && <CodeBlock text={entry.output} label="Answer" />}
        </div>
      )}
    </div>
  );
}

const totalOf = ({ input, output, cache }: NonNullable<TranscriptLane['tokens']>): number =>
  input + output + cache;

function totalsOf(skeleton: LaneSkeleton): { edits: number; errors: number } {
  const totals = { edits: 0, errors: 0 };
  for (let index = 0; index < skeleton.length; index++) {
    if (skeleton.has(index, 'edit')) totals.edits++;
    if (skeleton.has(index, 'error')) totals.errors++;
  }
  return totals;
}
