import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { loadChanges } from '../../../api/reading/transcript.ts';
import { plural, shortPath } from '../../../ui/format.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { toastError } from '../../../ui/toast/toast.ts';
import { FileAsOf } from '../beside/FileAsOf.tsx';
import { useRelative } from '../work-folder.ts';
import styles from './Details.module.css';

const filesShown = 200;

/** The files the session changed. A click goes to the first edit of a file, the next click to its next one. */
export function Files(props: { sessionId: string; foldedTo: number; onGo(sequence: number): void }) {
  const { sessionId, foldedTo } = props;
  const relative = useRelative();
  const { data } = useQuery({
    queryKey: ['changes', sessionId, foldedTo],
    queryFn: ({ signal }) => loadChanges({ sessionId }, signal),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const last = useRef({ path: '', at: -1 });
  if (!data || data.totalFiles === 0) return null;
  const go = async (path: string) => {
    const { file } = await loadChanges({ sessionId, path });
    const edits = file?.edits ?? [];
    const at = last.current.path === path ? (last.current.at + 1) % Math.max(1, edits.length) : 0;
    last.current = { path, at };
    const edit = edits[at];
    if (edit) props.onGo(edit.sequence);
  };
  const files = data.files.toSorted((a, b) => b.added + b.removed - (a.added + a.removed));
  return (
    <section>
      <h2>Files touched ({data.totalFiles})</h2>
      <ul className={styles.files}>
        {files.slice(0, filesShown).map((file) => (
          <li key={file.path}>
            <button
              type="button"
              onClick={() => void go(file.path).catch(toastError)}
              title={visibleText(file.path)}
            >
              <span className={styles.path}>
                <Name text={shortPath(relative(file.path), 34)} />
              </span>
              <span className={styles.plus}>+{file.added}</span>
              <span className={styles.minus}>−{file.removed}</span>
            </button>
            <FileAsOf path={file.path} sequence={Number.parseInt(file.last, 10)} />
          </li>
        ))}
      </ul>
      {data.totalFiles > filesShown && <p>and {plural(data.totalFiles - filesShown, 'more file')}</p>}
    </section>
  );
}
