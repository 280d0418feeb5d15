import type { TranscriptLane } from '@debrief/contract';
import type { Subagent } from '@debrief/transcript';
import { IconArrowsDiagonal, IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { OpenedSession } from '../subagent/opened-session.ts';
import type { LaneSkeleton } from '../transcript/skeleton.ts';
import { Line } from './Line.tsx';
import { toneOf } from './Outcome.tsx';
import styles from './SubagentEntry.module.css';
import { outcomeTone, resultLine, stateName, stepFacts, titleOf } from './subagent-facts.ts';

/** A sub-agent: type, steps, cost, result and state; unfolded, its entries follow as rows of their own. */
export function SubagentEntry(props: {
  entry: Subagent;
  open: boolean;
  lane: TranscriptLane | undefined;
  skeleton: LaneSkeleton | undefined;
  onToggle(): void;
}) {
  const { entry, open, lane, skeleton, onToggle } = props;
  const sessionId = useContext(OpenedSession);
  const result = resultLine(entry);
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
            <span className={styles.facts}>{stepFacts(entry, lane, skeleton).join(' · ')}</span>
            <Chip tone={outcomeTone[entry.outcome]}>{stateName[entry.outcome]}</Chip>
          </>
        }
      />
      <div className={styles.foot}>
        <span className={styles.result} title="The first line of its answer">
          {!open && <Visible text={result} />}
        </span>
        <Link
          to="/sessions/$sessionId"
          params={{ sessionId }}
          search={{ agent: entry.id }}
          className={styles.open}
          data-subagent={entry.id}
          onClick={(event) => event.stopPropagation()}
        >
          <IconArrowsDiagonal size={13} aria-hidden /> Open by itself
        </Link>
      </div>
      {open && !lane && (
        <div className={styles.body}>
          {entry.prompt && <Markdown text={entry.prompt} breaks />}
          {entry.output && <CodeBlock text={entry.output} label="Answer" />}
        </div>
      )}
    </div>
  );
}
