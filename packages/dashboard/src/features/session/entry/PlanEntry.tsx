// biome-ignore-all lint/suspicious/noArrayIndexKey: the items of a plan never move
import type { Plan, PlanItem } from '@debrief/transcript';
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconListCheck,
} from '@tabler/icons-react';
import { Markdown } from '../../../ui/text/Markdown.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { Line } from './Line.tsx';
import { Outcome, toneOf } from './Outcome.tsx';
import styles from './PlanEntry.module.css';

const signs: Record<PlanItem['status'], { icon: typeof IconCircle; name: string }> = {
  pending: { icon: IconCircle, name: 'to do' },
  active: { icon: IconCircleDashed, name: 'in progress' },
  done: { icon: IconCircleCheckFilled, name: 'done' },
  cancelled: { icon: IconCircleX, name: 'cancelled' },
};

export function PlanEntry({ entry, open, onToggle }: { entry: Plan; open: boolean; onToggle(): void }) {
  const done = entry.items.filter((item) => item.status === 'done').length;
  const active = entry.items.find((item) => item.status === 'active');
  const summary = entry.items.length > 0 ? `${done} of ${entry.items.length} done` : '';
  return (
    <div>
      <Line
        icon={<IconListCheck size={15} stroke={1.8} />}
        name="Plan"
        title={<Visible text={[summary, !open && active?.text].filter(Boolean).join(' · ')} />}
        open={open}
        tone={toneOf(entry)}
        onToggle={onToggle}
        end={<Outcome call={entry} />}
      />
      {open && (
        <div className={styles.body}>
          {entry.items.length > 0 && (
            <ul className={styles.items}>
              {entry.items.map((item, index) => {
                const { icon: Icon, name } = signs[item.status];
                return (
                  <li key={`${index}-${item.text.length}`} data-status={item.status}>
                    <Icon size={15} aria-label={name} />
                    <span>
                      <Visible text={item.text} />
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
          {entry.text && <Markdown text={entry.text} />}
        </div>
      )}
    </div>
  );
}
