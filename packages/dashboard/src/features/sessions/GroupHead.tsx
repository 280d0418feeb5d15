// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import type { Environment } from '@debrief/contract';
import { repositoryName } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { Name } from '../../ui/text/Name.tsx';
import { dayName, type ListLine } from './grouping.ts';
import styles from './SessionList.module.css';

/** The line above the sessions of one day or one repository. */
export function GroupHead(props: {
  line: Exclude<ListLine, { kind: 'session' }>;
  environment: Environment | undefined;
  rowIndex: number;
  top: number;
  height: number;
}) {
  const { line, environment } = props;
  const now = useNow();
  // The remote belongs to the folder the machine registered with, and says nothing about another one.
  const remote =
    line.kind === 'repository' && environment?.repoRoot === line.root ? environment?.repoRemote : undefined;
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className={styles.group}
      data-testid="group"
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <span role="cell">
        {line.kind === 'day' ? (
          dayName(line.at, now)
        ) : line.root === undefined ? (
          'Repository not recorded'
        ) : (
          <>
            <Name text={repositoryName(remote, line.root) ?? line.root} />
            <span className={styles.root}>
              <Name text={line.root} />
            </span>
          </>
        )}
      </span>
    </div>
  );
}
