import { IconFileCode } from '@tabler/icons-react';
import { visibleText } from '../../../ui/text/visible.ts';
import { useRelative } from '../work-folder.ts';
import styles from './FileAsOf.module.css';
import { useShowFile } from './show-file.ts';

/** Beside a path: the file as it was after an event. */
export function FileAsOf({ path, sequence }: { path: string; sequence: number }) {
  const show = useShowFile();
  const relative = useRelative();
  const label = `Show ${visibleText(relative(path))} as of #${sequence}`;
  return (
    <button
      type="button"
      className={styles.show}
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        show(path, sequence);
      }}
    >
      <IconFileCode size={14} aria-hidden />
    </button>
  );
}
