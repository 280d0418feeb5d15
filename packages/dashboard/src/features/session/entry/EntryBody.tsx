import type { TranscriptLane } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import { Button } from '@mantine/core';
import { IconBrain, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import type { LaneSkeleton } from '../transcript/skeleton.ts';
import { Attachments } from './attachment/Attachments.tsx';
import { cutText } from './cut-text.ts';
import { DecisionEntry } from './DecisionEntry.tsx';
import styles from './EntryBody.module.css';
import { Marker } from './Marker.tsx';
import { PlanEntry } from './PlanEntry.tsx';
import { SubagentEntry } from './SubagentEntry.tsx';
import { ToolEntry } from './ToolEntry.tsx';
import { UnknownEntry } from './UnknownEntry.tsx';

interface Props {
  entry: Entry;
  open: boolean;
  lane: TranscriptLane | undefined;
  skeleton: LaneSkeleton | undefined;
  onToggle(): void;
}

/** The right picture for each kind of entry. */
export function EntryBody({ entry, open, lane, skeleton, onToggle }: Props) {
  switch (entry.kind) {
    case 'prompt':
      return (
        <div className={styles.prompt}>
          {entry.origin !== 'human' && (
            <div className={styles.origin}>
              <Chip>{originNames[entry.origin]}</Chip>
            </div>
          )}
          <div data-part="text">
            <LongText text={entry.text} breaks />
          </div>
          <Attachments list={entry.attachments} />
        </div>
      );
    case 'reply':
      return (
        <div className={styles.reply} data-part="text">
          <LongText text={entry.text} />
          <Attachments list={entry.attachments} />
        </div>
      );
    case 'thinking':
      return <Thought text={entry.text} open={open} onToggle={onToggle} />;
    case 'tool':
      return <ToolEntry entry={entry} open={open} onToggle={onToggle} />;
    case 'plan':
      return <PlanEntry entry={entry} open={open} onToggle={onToggle} />;
    case 'subagent':
      return <SubagentEntry entry={entry} open={open} lane={lane} skeleton={skeleton} onToggle={onToggle} />;
    case 'decision':
      return <DecisionEntry entry={entry} open={open} onToggle={onToggle} />;
    case 'unknown':
      return <UnknownEntry entry={entry} open={open} onToggle={onToggle} />;
    default:
      return <Marker entry={entry} open={open} onToggle={onToggle} />;
  }
}

const originNames = { queued: 'Said while it worked', command: 'Command', agent: 'From the agent' } as const;

/** A long text is cut, so that nobody has to scroll past a pasted log. */
function LongText({ text, breaks = false }: { text: string; breaks?: boolean }) {
  const [whole, setWhole] = useState(false);
  const { head, hidden } = cutText(text);
  return (
    <>
      <Markdown text={whole || hidden === undefined ? text : `${head}…`} breaks={breaks} />
      {hidden !== undefined && (
        <Button
          variant="subtle"
          size="compact-xs"
          data-more={whole ? 'open' : 'closed'}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show ${hidden}`}
        </Button>
      )}
    </>
  );
}

function Thought(props: { text: string; open: boolean; onToggle(): void }) {
  return (
    <div className={styles.thought}>
      <button
        type="button"
        className={styles.thoughtHead}
        aria-expanded={props.open}
        onClick={props.onToggle}
      >
        <IconBrain size={14} aria-hidden />
        <span className={styles.thoughtLine}>
          {props.open ? 'Thinking' : <Visible text={firstLine(props.text)} />}
        </span>
        <IconChevronRight size={13} className={styles.chevron} aria-hidden />
      </button>
      {props.open && (
        <div className={styles.thoughtText} data-part="text">
          <LongText text={props.text} />
        </div>
      )}
    </div>
  );
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n', 1)[0]
    ?.slice(0, 200)
    .replace(/[*`#]+/g, '')
    .trim() ?? '';
