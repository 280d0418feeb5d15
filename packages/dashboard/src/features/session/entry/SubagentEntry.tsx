import type { Subagent } from '@debrief/transcript';
import { IconRobot } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { compact, costText, duration, plural, totalTokens } from '../../../ui/format.ts';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { useLaneUsage } from '../details/lane-usage.ts';
import { totalsOf } from '../transcript/entries.ts';
import { Line } from './Line.tsx';
import { Outcome, toneOf } from './Outcome.tsx';
import styles from './SubagentEntry.module.css';

/** Some agents name a call after the sub-agent; what it was asked says more. */
const titleOf = ({ title, agentType, prompt = '' }: Subagent): string =>
  title !== agentType ? title : (prompt.trim().split('\n', 1)[0]?.slice(0, 200) ?? '');

/** A sub-agent with its own totals; unfolded, its entries follow as rows of their own. */
export function SubagentEntry({
  entry,
  open,
  onToggle,
}: {
  entry: Subagent;
  open: boolean;
  onToggle(): void;
}) {
  const totals = useMemo(() => totalsOf(entry.entries), [entry.entries]);
  const took = entry.durationMs ?? totals.durationMs;
  const used = useLaneUsage(entry);
  const tokens = used ? totalTokens(used.usage) : 0;
  const facts = [
    totals.steps > 0 && plural(totals.steps, 'step'),
    totals.edits > 0 && plural(totals.edits, 'edit'),
    tokens > 0 && `${compact(tokens)} tokens`,
    used &&
      tokens > 0 &&
      used.cost.total > 0 &&
      costText(used.cost.total, used.cost.unknownModels.length > 0),
    took !== undefined && took > 0 && duration(took),
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
            {totals.errors > 0 && <Chip tone="bad">{plural(totals.errors, 'error')}</Chip>}
            <Outcome call={entry} untimed />
          </>
        }
      />
      {open && entry.entries.length === 0 && (
        <div className={styles.body}>
          {entry.prompt && <Markdown text={entry.prompt} breaks />}
          {entry.output && <CodeBlock text={entry.output} label="Answer" />}
        </div>
      )}
    </div>
  );
}
