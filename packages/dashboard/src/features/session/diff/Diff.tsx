// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
import { type FileChange, type Hunk, hunksOf } from '@debrief/transcript';
import { Button } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { plural } from '../../../ui/format.ts';
import { CopyIcon } from '../../../ui/text/Copy.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { useRelative } from '../work-folder.ts';
import styles from './Diff.module.css';

const foldLines = 24;

const words = { add: 'new file', update: '', delete: 'deleted', move: 'moved' } as const;

/** A change of one file, line by line. */
export function Diff({ change }: { change: FileChange }) {
  const relative = useRelative();
  const [whole, setWhole] = useState(false);
  const hunks = useMemo(() => hunksOf(change), [change]);
  const lines = useMemo(() => numbered(hunks), [hunks]);
  const shown = whole ? lines : lines.slice(0, foldLines);
  return (
    <figure className={styles.diff}>
      <figcaption className={styles.head}>
        <code>
          <Visible
            text={
              change.movedTo
                ? `${relative(change.path)} → ${relative(change.movedTo)}`
                : relative(change.path)
            }
          />
        </code>
        {words[change.change] && <span>{words[change.change]}</span>}
        <span className={styles.counts}>
          {change.added > 0 && <span className={styles.plus}>+{change.added}</span>}
          {change.removed > 0 && <span className={styles.minus}>−{change.removed}</span>}
        </span>
        <CopyIcon text={change.path} label="Copy the path" />
      </figcaption>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide diff is scrolled by key as well
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={`Changes of ${change.path}`}>
          <div className={styles.lines}>
            {shown.map((line) => (
              <Fragment key={line.key}>
                {line.gap && <div className={styles.gap}>⋯</div>}
                <div className={styles.line} data-sign={line.sign}>
                  <span className={styles.number}>{line.number}</span>
                  <span className={styles.sign}>{line.sign === ' ' ? '' : line.sign}</span>
                  <span className={styles.text}>
                    <Visible text={line.text.length > 2_000 ? `${line.text.slice(0, 2_000)}…` : line.text} />
                  </span>
                </div>
              </Fragment>
            ))}
          </div>
        </div>
      )}
      {lines.length > foldLines && (
        <Button
          className={styles.more}
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show ${plural(lines.length - foldLines, 'more line')}`}
        </Button>
      )}
    </figure>
  );
}

interface DiffLine {
  key: string;
  sign: string;
  number: number;
  text: string;
  gap: boolean;
}

/** Removed lines carry their old number, the others their new one. */
function numbered(hunks: readonly Hunk[]): DiffLine[] {
  const lines: DiffLine[] = [];
  hunks.forEach((hunk, at) => {
    let old = hunk.oldStart;
    let fresh = hunk.newStart;
    hunk.lines.forEach((line, index) => {
      const sign = line.charAt(0);
      const number = sign === '-' ? old++ : fresh++;
      if (sign === ' ') old++;
      lines.push({ key: `${at}-${index}`, sign, number, text: line.slice(1), gap: at > 0 && index === 0 });
    });
  });
  return lines;
}
