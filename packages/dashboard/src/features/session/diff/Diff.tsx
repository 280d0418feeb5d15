import { type FileChange, hunksOf } from '@debrief/transcript';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { plural } from '../../../ui/format.ts';
import { CopyIcon } from '../../../ui/text/Copy.tsx';
import { languageOf } from '../../../ui/text/language.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { FileAsOf } from '../beside/FileAsOf.tsx';
import { useDiscussion } from '../review/thread/discussion.ts';
import { lineAnchor } from '../review/thread/line-anchor.ts';
import { useRelative } from '../work-folder.ts';
import styles from './Diff.module.css';
import { DiffLines } from './DiffLines.tsx';
import { diffLines } from './diff-lines.ts';
import { useCardLook } from './diff-look.ts';

const foldLines = 24;

const words = { add: 'new file', update: '', delete: 'deleted', move: 'moved' } as const;

/** A change of one file, line by line. */
export function Diff({ change, sequence }: { change: FileChange; sequence: number }) {
  const relative = useRelative();
  const { compose } = useDiscussion();
  const [whole, setWhole] = useState(false);
  const look = useCardLook();
  // A replaced passage does not say where in the file it stands.
  const lines = useMemo(() => diffLines(hunksOf(change), change.source.kind !== 'replace'), [change]);
  const shown = useMemo(() => (whole ? lines : lines.slice(0, foldLines)), [lines, whole]);
  const path = change.movedTo ?? change.path;
  return (
    <figure className={styles.diff} data-part="change" data-path={change.path}>
      <figcaption className={styles.head}>
        <code>
          <Name text={relative(change.path)} />
          {change.movedTo !== undefined && (
            <>
              {' → '}
              <Name text={relative(change.movedTo)} />
            </>
          )}
        </code>
        {words[change.change] && <span>{words[change.change]}</span>}
        <span className={styles.counts}>
          {change.added > 0 && <span className={styles.plus}>+{change.added}</span>}
          {change.removed > 0 && <span className={styles.minus}>−{change.removed}</span>}
        </span>
        <FileAsOf path={change.path} sequence={sequence} />
        <CopyIcon text={change.path} label="Copy the path" />
      </figcaption>
      {shown.length > 0 && (
        <DiffLines
          lines={shown}
          language={languageOf(path)}
          label={`Changes of ${visibleText(change.path)}`}
          look={look}
          onLine={(line, element) => {
            const anchor = lineAnchor(element, change.path, lines, line);
            if (anchor) compose(anchor);
          }}
        />
      )}
      {lines.length > foldLines && (
        <Button
          className={styles.more}
          variant="subtle"
          color="gray"
          size="compact-xs"
          data-more={whole ? 'open' : 'closed'}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show ${plural(lines.length - foldLines, 'more line')}`}
        </Button>
      )}
    </figure>
  );
}
