import type { FileAt } from '@debrief/contract';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { count } from '../../../ui/format.ts';
import { languageOf } from '../../../ui/text/language.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { Go } from '../brief/Go.tsx';
import { DiffLines } from '../diff/DiffLines.tsx';
import { type DiffLine, diffLines } from '../diff/diff-lines.ts';
import { useCardLook } from '../diff/diff-look.ts';
import styles from './CodeBeside.module.css';
import { beginOf } from './file-beside.ts';
import { usePrompt, type Ways } from './ways.ts';

type ShownFile = NonNullable<FileAt['file']>;

/** All that is known of a file. A line that is pressed, or gone to with the arrow keys, says which edit put it in. */
export function FileLines({ file, ways }: { file: ShownFile; ways: Ways }) {
  const lines = useMemo(() => diffLines(file.hunks, true), [file.hunks]);
  const [chosen, setChosen] = useState<{ of: readonly DiffLine[]; at: number }>();
  const at = chosen?.of === lines ? chosen.at : -1;
  const box = useRef<HTMLDivElement>(null);
  const look = useCardLook();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are shown from what the last edit did
  useEffect(() => {
    const first = box.current?.querySelector('[data-sign="+"], [data-sign="-"]');
    const scroller = box.current?.parentElement;
    if (!scroller) return;
    const top = first ? first.getBoundingClientRect().top - scroller.getBoundingClientRect().top : 0;
    scroller.scrollTop = first ? Math.max(0, scroller.scrollTop + top - scroller.clientHeight / 3) : 0;
  }, [lines]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || lines.length === 0) return;
    event.preventDefault();
    const begin = Math.max(
      0,
      lines.findIndex(({ sign }) => sign !== ' '),
    );
    const next = at < 0 ? begin : Math.min(lines.length - 1, Math.max(0, at + step));
    setChosen({ of: lines, at: next });
    const key = lines[next]?.key;
    box.current?.querySelector(`[data-number="${key}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the lines inside take the focus
    <div ref={box} className={styles.lines} onKeyDown={onKeyDown}>
      <DiffLines
        lines={lines}
        language={languageOf(file.path)}
        label={`${visibleText(file.path)}, line by line; arrow keys say where a line came from`}
        look={look}
        headOf={(hunk) => <Unknown file={file} hunk={hunk} />}
        onLine={(line) => setChosen({ of: lines, at: lines.indexOf(line) })}
        belowOf={(line) => line === lines[at] && <Origin file={file} line={line} ways={ways} />}
      />
      {!file.isWhole && !file.isUnplaced && file.exists && isLast(file) && (
        <p className={styles.unknown}>What follows is not recorded.</p>
      )}
    </div>
  );
}

const isLast = ({ rows }: ShownFile): boolean => rows.first + rows.shown >= rows.total;

/** Lines between two stretches that nobody saw. */
function Unknown({ file, hunk }: { file: ShownFile; hunk: number }) {
  const [before, here] = [file.hunks[hunk - 1], file.hunks[hunk]];
  if (!here || file.isUnplaced) return hunk > 0 ? <p className={styles.unknown}>⋯</p> : null;
  if (!before && file.rows.first > 0) return null;
  const from = before ? before.newStart + before.newLines : 1;
  const to = here.newStart - 1;
  if (here.newStart === 0 || to < from) return null;
  return (
    <p className={styles.unknown}>
      {from === to ? `Line ${count(from)} is` : `Lines ${count(from)}–${count(to)} are`} not recorded
    </p>
  );
}

/** The edit that put a line in, and what was asked for when it did. */
function Origin({ file, line, ways }: { file: ShownFile; line: DiffLine; ways: Ways }) {
  const [hunk, index] = line.key.split('-').map(Number) as [number, number];
  const edit = file.edits[file.hunks[hunk]?.from[index] ?? -1];
  const prompt = usePrompt(ways, edit);
  if (!edit)
    return (
      <p className={styles.origin} role="status">
        No edit of this session put this line in.
      </p>
    );
  return (
    <p className={styles.origin} role="status">
      Put in at <Go sequence={beginOf(edit)} onGo={ways.onGo} />
      {prompt && (
        <>
          , asked for at <Go sequence={prompt.sequence} onGo={ways.onGo} />: <Visible text={prompt.text} />
        </>
      )}
    </p>
  );
}
