import { Fragment, useContext } from 'react';
import { compact, plural, relativePath } from '../../../ui/format.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { FileAsOf } from '../beside/FileAsOf.tsx';
import { WorkFolder } from '../work-folder.ts';
import styles from './Brief.module.css';
import { Go } from './Go.tsx';
import { Part, type PartProps } from './Part.tsx';

const shownFiles = 3;
const shownCommits = 3;

/** The last ones; where git printed no hash, one call that made several is named once. */
function named(commits: PartProps['brief']['changed']['commits']['items']) {
  const byName = new Map(commits.map((commit) => [commit.hash ?? commit.sequence, commit]));
  return [...byName.values()].slice(-shownCommits);
}

/** The name says most in little room; the whole path is its title. */
const lastPart = (path: string): string => path.split(/[/\\]/).findLast(Boolean) ?? path;

/** Files, lines, commits and pull requests. */
export function Changed({ brief: { changed }, onGo }: PartProps) {
  const { files, linesAdded, linesRemoved, commits, pullRequests } = changed;
  const root = useContext(WorkFolder);
  if (files.total === 0 && commits.total === 0 && pullRequests.total === 0)
    return (
      <Part name="Changed">
        <p className={styles.quiet}>No file was edited</p>
      </Part>
    );
  return (
    <Part name="Changed">
      <p>
        <b>{plural(files.total, 'file')}</b> <span className={styles.plus}>+{compact(linesAdded)}</span>{' '}
        <span className={styles.minus}>−{compact(linesRemoved)}</span>
      </p>
      <ul className={styles.files}>
        {files.items.slice(0, shownFiles).map(({ path, sequence, added, removed }) => {
          const name = <Name text={lastPart(relativePath(path, root))} />;
          return (
            <li key={path} title={path}>
              {sequence === undefined ? (
                name
              ) : (
                <Go sequence={sequence} onGo={onGo} title={path}>
                  {name}
                </Go>
              )}{' '}
              <span className={styles.spent}>
                +{compact(added)} −{compact(removed)}
              </span>
              {sequence !== undefined && <FileAsOf path={path} sequence={sequence} />}
            </li>
          );
        })}
      </ul>
      {files.total > shownFiles && (
        <p className={styles.quiet}>and {plural(files.total - shownFiles, 'more file')}</p>
      )}
      {commits.total > 0 && (
        <p className={styles.soft}>
          {plural(commits.total, 'commit')}{' '}
          {named(commits.items).map(({ sequence, hash }, index) => (
            <Fragment key={`${sequence} ${hash}`}>
              {index > 0 && ', '}
              <Go sequence={sequence} onGo={onGo}>
                <code>{hash?.slice(0, 7) ?? `#${sequence}`}</code>
              </Go>
            </Fragment>
          ))}
        </p>
      )}
      {pullRequests.items.map(({ sequence, url }) => (
        <p key={url} className={styles.soft}>
          Opened{' '}
          <Go sequence={sequence} onGo={onGo} title={url}>
            pull request {url.slice(url.lastIndexOf('/') + 1)}
          </Go>
        </p>
      ))}
    </Part>
  );
}
