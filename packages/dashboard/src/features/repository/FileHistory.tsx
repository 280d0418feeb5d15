import type { LinkedSession } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { linksQuery } from '../../api/link.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { LinkedSessionDetail, LinkedSessionTitle } from '../../ui/link/LinkedSessionTitle.tsx';
import { Strength } from '../../ui/link/Strength.tsx';
import { shortSha } from '../../ui/link/strength.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Avatar } from '../../ui/person/Avatar.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { PriorWork } from './PriorWork.tsx';
import own from './Repository.module.css';
import { repositoryLabel } from './repository-rows.ts';

/** The sessions that changed a file, newest first, with the commits they led to. */
export function FileHistory() {
  const { repository, path } = useSearch({ from: '/shell/file' });
  const { data, error, refetch } = useQuery({
    ...linksQuery({ path, ...(repository && { repository }) }),
    enabled: path !== '',
  });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const linksOf = (sessionId: string) =>
    (data?.links ?? []).filter((link) => link.session.sessionId === sessionId).slice(0, 5);
  return (
    <Page
      title={path}
      lead={
        <>
          The sessions that changed this file
          {repository && (
            <>
              {' '}
              in{' '}
              <Link to="/repository" search={{ repository }}>
                <Name text={repositoryLabel(repository)} />
              </Link>
            </>
          )}
          .
        </>
      }
    >
      {path !== '' && <PriorWork path={path} repository={repository} />}
      {!data && path !== '' && <Skeleton height={200} />}
      {data?.sessions.length === 0 && (
        <Empty
          icon={<IconFile size={22} />}
          title="No session changed this file"
          text="It was changed by hand, or by sessions that were not captured."
        />
      )}
      {data && data.sessions.length > 0 && (
        <section className={styles.section}>
          <h2>All of them, newest first</h2>
          <Rows label="Sessions">
            {data.sessions.map(({ session, sequence }) => (
              <Row
                key={session.sessionId}
                title={<LinkedSessionTitle session={session} at={sequence} />}
                detail={<WhoAndHow session={session} />}
                meta={
                  <>
                    {sequence !== undefined && (
                      <Link
                        to="/sessions/$sessionId"
                        params={{ sessionId: session.sessionId }}
                        search={{ beside: 'code' }}
                        hash={String(sequence)}
                      >
                        What it changed
                      </Link>
                    )}
                    {linksOf(session.sessionId).map(({ sha, strength, byHand }) => (
                      <span key={sha}>
                        <Link to="/commit/$sha" params={{ sha }} className={own.path}>
                          {shortSha(sha)}
                        </Link>{' '}
                        <Strength strength={strength} byHand={byHand} />
                      </span>
                    ))}
                    <Time at={session.startedAt} />
                  </>
                }
              />
            ))}
          </Rows>
        </section>
      )}
    </Page>
  );
}

/** The author, and with which agent. */
const WhoAndHow = ({ session }: { session: LinkedSession }) => (
  <>
    {session.authorUserId && (
      <>
        <Avatar userId={session.authorUserId} /> <Person userId={session.authorUserId} />
        {' · '}
      </>
    )}
    <LinkedSessionDetail session={session} />
  </>
);
