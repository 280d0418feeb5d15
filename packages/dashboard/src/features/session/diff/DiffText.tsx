import type { ReactNode } from 'react';
import { Visible } from '../../../ui/text/Visible.tsx';
import styles from './DiffLines.module.css';
import type { DiffLine } from './diff-lines.ts';
import { endMarks, indentMarks, type LineParts } from './line-parts.ts';

const longLine = 2_000;

/** The code of one line: its colours, the part that differs from its counterpart, and its white space if that is asked for. */
export function DiffText(props: {
  line: DiffLine;
  nodes: ReactNode;
  parts: LineParts | undefined;
  marks: boolean;
}) {
  const { line, nodes, parts, marks } = props;
  const isLong = line.text.length > longLine;
  const text = line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text;
  const indent = marks ? indentMarks(text) : '';
  const end = marks ? endMarks(line.text) : '';
  return (
    <span
      className={line.unsure ? `${styles.text} ${styles.unsure}` : styles.text}
      title={line.unsure ? 'White space as the agent recorded it, not as in the file' : undefined}
      data-cell="code"
    >
      {parts && !isLong && (
        <span className={styles.under} aria-hidden>
          {parts.map(({ text: part, differs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
            <i key={at} data-part={part} data-differs={differs || undefined} />
          ))}
        </span>
      )}
      {indent !== '' && <span className={styles.indent} data-marks={indent} aria-hidden />}
      <span className={styles.code}>
        {isLong ? <Visible text={`${text.slice(0, longLine)}…`} /> : (nodes ?? <Visible text={text} />)}
      </span>
      {end !== '' && <span className={styles.end} data-space data-marks={end} aria-hidden />}
      {line.noBreak && <span className={styles.end} data-marks=" ⊘ no line break at the end" />}
    </span>
  );
}
