import { Skeleton } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { repositoriesQuery } from '../../api/repository.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { plural } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { byRepository } from './repository-rows.ts';

/** Where sessions ran: each repository once, on however many machines it is. */
export function Repositories() {
  const { data, error, refetch } = useQuery(repositoriesQuery);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Repositories"
      lead="Where sessions ran. A repository is the same on every machine by its remote; one without a remote is called by its folder."
    >
      {!data && <Skeleton height={200} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconGitBranch size={22} />}
          title="No session ran in a repository yet"
          text="They appear with the first session that a machine sends."
        />
      )}
      {data && data.length > 0 && (
        <Rows label="Repositories">
          {byRepository(data).map(({ repository, name, roots, sessions, lastStartedAt }) => (
            <Row
              key={repository}
              title={
                <Link to="/repository" search={{ repository }}>
                  <Name text={name} />
                </Link>
              }
              detail={<Name text={roots.slice(0, 3).join(' · ')} />}
              meta={
                <>
                  <span>{plural(sessions, 'session')}</span>
                  <Time at={lastStartedAt} />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Page>
  );
}
