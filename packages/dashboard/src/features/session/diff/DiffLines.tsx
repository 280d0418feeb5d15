// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide diff is scrolled by key as well
import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react';
import styles from './DiffLines.module.css';
import { DiffText } from './DiffText.tsx';
import { type DiffLine, diffPairs, numberDigits } from './diff-lines.ts';
import { changedParts } from './line-parts.ts';
import { useColouredLines } from './use-coloured-lines.ts';

export interface DiffLook {
  sideBySide?: boolean;
  wrap?: boolean;
  /** White space is marked. */
  marks?: boolean;
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
  const parts = useMemo(() => changedParts(lines), [lines]);
  const rows = useMemo(
    () =>
      look.sideBySide
        ? diffPairs(lines)
        : lines.map((line): [DiffLine | undefined, DiffLine | undefined] => [line, undefined]),
    [lines, look.sideBySide],
  );
  const textOf = (line: DiffLine) => (
    <DiffText
      line={line}
      nodes={coloured?.get(line.key)}
      parts={parts.get(line.key)}
      marks={look.marks === true}
    />
  );
  let hunk = -1;
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={props.label}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: m comments by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        className={styles.lines}
        style={{ '--digits': numberDigits(lines) } as CSSProperties}
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
                  <Half line={left} number={left?.old} textOf={textOf} />
                  <Half line={right} number={right?.fresh} textOf={textOf} />
                </div>
              ) : (
                <div className={styles.line} data-sign={line.sign}>
                  <span className={styles.number} data-number={line.key}>
                    {line.old}
                  </span>
                  <span className={styles.number} data-number={line.key}>
                    {line.fresh}
                  </span>
                  <Sign line={line} />
                  {textOf(line)}
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

const Sign = ({ line }: { line: DiffLine | undefined }) => (
  <span className={styles.sign}>{!line || line.sign === ' ' ? '' : line.sign === '-' ? '−' : '+'}</span>
);

const Half = (props: {
  line: DiffLine | undefined;
  number: number | undefined;
  textOf(line: DiffLine): ReactNode;
}) => (
  <div className={styles.half} data-sign={props.line ? props.line.sign : 'none'}>
    <span className={styles.number} data-number={props.line?.key}>
      {props.number}
    </span>
    <Sign line={props.line} />
    {props.line ? props.textOf(props.line) : <span className={styles.text} />}
  </div>
);
