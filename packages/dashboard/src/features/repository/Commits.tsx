import type { CommitPage } from '@debrief/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { commitsQuery } from '../../api/repository.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { count, plural } from '../../ui/format.ts';
import { SessionsBehind } from '../../ui/link/SessionsBehind.tsx';
import { shortSha } from '../../ui/link/strength.ts';
import { Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import own from './Repository.module.css';

type ListedCommit = CommitPage['commits'][number];

const kinds = {
  all: 'All commits',
  with: 'With a session',
  without: 'Without a session',
} as const;

/** The commits of a repository, with and without sessions behind them. */
export function Commits({ repository }: { repository: string }) {
  const found = useInfiniteQuery(commitsQuery(repository));
  const [kind, setKind] = useState<keyof typeof kinds>('all');
  if (found.error) return <Fault error={found.error} retry={() => void found.refetch()} />;
  const all = found.data?.pages.flatMap(({ commits }) => commits) ?? [];
  if (all.length === 0) return null;
  const shown = all.filter(({ links }) => kind === 'all' || (kind === 'with') === links.length > 0);
  return (
    <section className={styles.section}>
      <div className={own.commitsHead}>
        <h2>Commits</h2>
        <NativeSelect
          size="xs"
          aria-label="Which commits"
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as keyof typeof kinds)}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {shown.length === 0 && <p>None of the {count(all.length)} newest.</p>}
      {shown.length > 0 && (
        <Rows label="Commits">
          {shown.map((one) => (
            <CommitRow key={one.commit.sha} one={one} />
          ))}
        </Rows>
      )}
      {found.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Older commits
        </Button>
      )}
    </section>
  );
}

const CommitRow = ({ one: { commit, links } }: { one: ListedCommit }) => (
  <Row
    title={
      <>
        <Link to="/commit/$sha" params={{ sha: commit.sha }} className={own.path}>
          {shortSha(commit.sha)}
        </Link>
        {commit.branch && (
          <span className={own.branch}>
            <Name text={commit.branch} />
          </span>
        )}
      </>
    }
    detail={<SessionsBehind links={links} />}
    meta={
      <>
        <span>{plural(commit.fileCount, 'file')}</span>
        <span className={own.lines}>
          +{count(commit.added)} −{count(commit.removed)}
        </span>
        {commit.committedAt && <Time at={commit.committedAt} />}
      </>
    }
  />
);
