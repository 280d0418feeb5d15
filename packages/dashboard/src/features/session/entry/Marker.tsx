import type { Approval, Compaction, Failure, Interruption, Notice } from '@debrief/transcript';
import {
  IconAlertTriangle,
  IconArrowsMinimize,
  IconHandStop,
  IconInfoCircle,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { compact } from '../../../ui/format.ts';
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { Line } from './Line.tsx';
import styles from './Marker.module.css';

type Marked = Compaction | Interruption | Approval | Failure | Notice;

interface Look {
  icon: ReactNode;
  name: string;
  line: string;
  tone?: 'bad' | 'warn';
  /** What unfolding shows, when it is more than the line. */
  body?: ReactNode;
}

function lookOf(entry: Marked): Look {
  const line = oneLine(entry.text);
  const more = entry.text.trim().length > line.length ? { body: <Markdown text={entry.text} breaks /> } : {};
  switch (entry.kind) {
    case 'compaction': {
      const { tokensBefore: before, tokensAfter: after } = entry;
      const sizes =
        before === undefined
          ? ''
          : `${compact(before)}${after === undefined ? '' : ` → ${compact(after)}`} tokens`;
      const text = [entry.trigger, sizes].filter(Boolean).join(' · ');
      return {
        icon: <IconArrowsMinimize size={15} />,
        name: 'Context compacted',
        line: text,
        ...(entry.text.trim() && { body: <Markdown text={entry.text} /> }),
      };
    }
    case 'interruption':
      return { icon: <IconHandStop size={15} />, name: 'Interrupted', line, tone: 'warn', ...more };
    case 'approval':
      return entry.decision === 'denied'
        ? { icon: <IconShieldX size={15} />, name: 'Denied', line, tone: 'warn', ...more }
        : {
            icon: <IconShieldCheck size={15} />,
            name: entry.decision === 'approved' ? 'Approved' : 'Permission asked',
            line,
            ...more,
          };
    case 'error':
      return {
        icon: <IconAlertTriangle size={15} />,
        name: entry.code ? `Error ${entry.code}` : 'Error',
        line,
        tone: 'bad',
        ...(more.body && { body: <CodeBlock text={entry.text} tone="bad" label="Error" /> }),
      };
    case 'notice':
      return {
        icon: <IconInfoCircle size={15} />,
        name: entry.label,
        line,
        ...(entry.level === 'warning' && { tone: 'warn' as const }),
        ...more,
      };
  }
}

/** Moments that are not talk and not work: compaction, interruption, permission, error, notice. */
export function Marker({ entry, open, onToggle }: { entry: Marked; open: boolean; onToggle(): void }) {
  const look = lookOf(entry);
  return (
    <div className={styles.marker} data-kind={entry.kind}>
      <Line
        icon={look.icon}
        name={<Visible text={look.name} />}
        title={<Visible text={look.line} />}
        open={open}
        tone={look.tone}
        onToggle={look.body ? onToggle : undefined}
      />
      {open && look.body && <div className={styles.body}>{look.body}</div>}
    </div>
  );
}

const oneLine = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, 240) ?? '';
