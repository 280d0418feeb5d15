// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide diff is scrolled by key as well
import { Fragment, type ReactNode, useMemo } from 'react';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './DiffLines.module.css';
import { type DiffLine, diffPairs } from './diff-lines.ts';
import { useColouredLines } from './use-coloured-lines.ts';

const longLine = 2_000;

export interface DiffLook {
  sideBySide?: boolean;
  wrap?: boolean;
}

/** The lines of a diff, above each other or side by side. */
export function DiffLines(props: {
  lines: readonly DiffLine[];
  language: string | undefined;
  label: string;
  look?: DiffLook;
  /** What stands above a hunk; by default a line of dots between two hunks. */
  headOf?(hunk: number): ReactNode;
  /** Somebody pressed the number of a line. */
  onLine?(line: DiffLine, element: Element): void;
  /** What stands below a line. */
  belowOf?(line: DiffLine): ReactNode;
}) {
  const { lines, look = {} } = props;
  const coloured = useColouredLines(lines, props.language);
  const rows = useMemo(
    () =>
      look.sideBySide
        ? diffPairs(lines)
        : lines.map((line): [DiffLine | undefined, DiffLine | undefined] => [line, undefined]),
    [lines, look.sideBySide],
  );
  let hunk = -1;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={props.label}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: m comments by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        className={styles.lines}
        data-commented={props.onLine ? true : undefined}
        onClick={({ target }) => {
          const element = target instanceof Element ? target.closest('[data-number]') : null;
          const line = element && lines.find(({ key }) => key === element.getAttribute('data-number'));
          if (line) props.onLine?.(line, element);
        }}
        data-wrap={look.wrap || undefined}
        data-split={look.sideBySide || undefined}
      >
        {rows.map(([left, right]) => {
          const line = (left ?? right) as DiffLine;
          const isFirst = line.hunk !== hunk;
          hunk = line.hunk;
          return (
            <Fragment key={line.key}>
              {isFirst && (props.headOf?.(hunk) ?? (hunk > 0 && <div className={styles.gap}>⋯</div>))}
              {look.sideBySide ? (
                <div className={styles.pair}>
                  <Half line={left} number={left?.old} nodes={coloured} />
                  <Half line={right} number={right?.fresh} nodes={coloured} />
                </div>
              ) : (
                <div className={styles.line} data-sign={line.sign}>
                  <span className={styles.number} data-number={line.key}>
                    {line.old}
                  </span>
                  <span className={styles.number} data-number={line.key}>
                    {line.fresh}
                  </span>
                  <span className={styles.sign}>{line.sign === ' ' ? '' : line.sign}</span>
                  <Text line={line} nodes={coloured} />
                </div>
              )}
              {props.belowOf?.(line)}
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

type Nodes = ReadonlyMap<string, ReactNode> | undefined;

const Half = (props: { line: DiffLine | undefined; number: number | undefined; nodes: Nodes }) => (
  <div className={styles.half} data-sign={props.line ? props.line.sign : 'none'}>
    <span className={styles.number} data-number={props.line?.key}>
      {props.number}
    </span>
    <span className={styles.sign}>{!props.line || props.line.sign === ' ' ? '' : props.line.sign}</span>
    {props.line && <Text line={props.line} nodes={props.nodes} />}
  </div>
);

const Text = ({ line, nodes }: { line: DiffLine; nodes: Nodes }) => (
  <span className={styles.text}>
    {line.text.length > longLine ? (
      <Visible text={`${line.text.slice(0, longLine)}…`} />
    ) : (
      (nodes?.get(line.key) ?? <Visible text={line.text} />)
    )}
  </span>
);
