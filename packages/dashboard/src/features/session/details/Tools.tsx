import { toolKinds } from '@debrief/transcript';
import { useMemo } from 'react';
import { count } from '../../../ui/format.ts';
import type { KindName } from '../transcript/skeleton.ts';
import type { SessionReading } from '../transcript/use-reading.ts';
import styles from './Details.module.css';

const toolNames: Record<(typeof toolKinds)[number], string> = {
  shell: 'Shell',
  edit: 'Edit',
  write: 'Write',
  read: 'Read',
  search: 'Search',
  web: 'Web',
  todo: 'Plan',
  mcp: 'MCP',
  task: 'Sub-agent',
  question: 'Question',
  other: 'Other',
};

/** Which kinds of tools the main conversation called, and how often. */
export function Tools({ reading: { model, shape } }: { reading: SessionReading }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is live; `shape` says that it moved
  const used = useMemo(() => {
    const main = model.lane(0);
    if (!main) return [];
    const alike: Partial<Record<string, KindName[]>> = { todo: ['plan'], task: ['subagent'] };
    return toolKinds
      .map((tool) => {
        const kinds = new Set<string>([`tool:${tool}`, ...(alike[tool] ?? [])]);
        return { tool, calls: main.count((kind) => kinds.has(kind)) };
      })
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => b.calls - a.calls);
  }, [model, shape]);
  if (used.length === 0) return null;
  const max = used[0]?.calls ?? 1;
  return (
    <section>
      <h2>Tools</h2>
      <ul className={styles.bars}>
        {used.map(({ tool, calls }) => (
          <li key={tool}>
            <span className={styles.name}>{toolNames[tool]}</span>
            <meter
              className={styles.meter}
              min={0}
              max={max}
              value={calls}
              aria-label={`${toolNames[tool]} calls`}
            />
            <span className={styles.amount}>{count(calls)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
