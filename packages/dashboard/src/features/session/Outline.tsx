import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { clock, plural } from '../../ui/format.ts';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './Outline.module.css';
import type { OutlineItem } from './transcript/rows.ts';

/** The prompts of a session: its table of contents. */
export function Outline(props: {
  items: OutlineItem[];
  current: string | undefined;
  onGo(sequence: number): void;
}) {
  const scroller = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 58,
    overscan: 8,
    getItemKey: (index) => props.items[index]?.id ?? index,
  });
  const at = props.items.findIndex((item) => item.id === props.current);
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' });
  }, [at, list]);
  return (
    <nav className={styles.outline} ref={scroller} aria-label="Prompts">
      {props.items.length === 0 && <p className={styles.none}>No prompts yet</p>}
      <ol style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((virtual) => {
          const item = props.items[virtual.index];
          return (
            item && (
              <li key={virtual.key} style={{ transform: `translateY(${virtual.start}px)` }}>
                <button
                  type="button"
                  className={styles.item}
                  aria-current={item.id === props.current || undefined}
                  onClick={() => props.onGo(item.sequence)}
                >
                  <span className={styles.text}>
                    <Visible text={item.text} />
                  </span>
                  <span className={styles.meta}>
                    {item.at && clock(item.at).slice(0, 5)}
                    {item.steps > 0 && <span>{plural(item.steps, 'step')}</span>}
                    {item.errors > 0 && <span className={styles.errors}>{plural(item.errors, 'error')}</span>}
                  </span>
                </button>
              </li>
            )
          );
        })}
      </ol>
    </nav>
  );
}
