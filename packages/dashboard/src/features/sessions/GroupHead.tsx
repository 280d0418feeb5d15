// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import { dollars, plural } from '../../ui/format.ts';
import { remoteIn } from '../../ui/link/repository-words.ts';
import { useNow } from '../../ui/now.ts';
import { Avatar } from '../../ui/person/Avatar.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { dayName, type GroupLine } from './grouping.ts';
import styles from './SessionList.module.css';

/** The line above the sessions of one day, one repository or one author. */
export function GroupHead(props: {
  line: GroupLine;
  /** What the repository is called. */
  repository: string | undefined;
  rowIndex: number;
  top: number;
  height: number;
}) {
  const { line } = props;
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className={styles.group}
      data-testid="group"
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <span role="cell" className={styles.groupName}>
        <GroupName line={line} repository={props.repository} />
        <Clone line={line} />
        {line.sum && (
          <span className={styles.sum}>
            {plural(line.sum.sessions, 'session')}
            {line.sum.costUsd > 0 && ` · ${dollars(line.sum.costUsd)}`}
          </span>
        )}
      </span>
    </div>
  );
}

/** Which of its clones and worktrees; one without a remote is called by its folder already. */
const Clone = ({ line }: { line: GroupLine }) =>
  line.kind === 'repository' && line.root !== undefined && remoteIn(line.session.repository) ? (
    <span className={styles.sum}>
      <Name text={line.root} />
    </span>
  ) : null;

function GroupName({ line, repository }: { line: GroupLine; repository: string | undefined }) {
  const now = useNow();
  if (line.kind === 'day') return dayName(line.at, now);
  if (line.kind === 'author') {
    if (line.userId === undefined) return 'No author';
    return (
      <>
        <Avatar userId={line.userId} /> <Person userId={line.userId} />
      </>
    );
  }
  if (line.root === undefined) return 'Folder not recorded';
  return <Name text={repository ?? line.root} />;
}
