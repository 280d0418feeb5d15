import { Button, Skeleton } from '@mantine/core';
import { IconGitPullRequest } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { linksQuery, useDecidePullLink } from '../../api/link.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { LinkedSessionDetail, LinkedSessionTitle } from '../../ui/link/LinkedSessionTitle.tsx';
import { SessionsBehind } from '../../ui/link/SessionsBehind.tsx';
import { shortSha } from '../../ui/link/strength.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { safeUrl } from '../../ui/text/safe-url.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import own from './Commit.module.css';
import { sessionsOf } from './pull-sessions.ts';

/** A pull request and the sessions behind it. */
export function Pull() {
  const { url } = useSearch({ from: '/shell/pull' });
  const { data, error, refetch } = useQuery({ ...linksQuery({ pull: url }), enabled: url !== '' });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const [pull] = data?.pulls ?? [];
  const address = safeUrl(url);
  const title = pull ? `#${pull.number} ${pull.title ?? ''}` : 'Pull request';
  return (
    <Page
      title={title}
      lead={
        address && (
          <a href={address.href} rel="noreferrer noopener" target="_blank">
            <Name text={url} />
          </a>
        )
      }
    >
      {url !== '' && !data && <Skeleton height={200} />}
      {pull && (
        <dl className={own.numbers}>
          <div>
            <dt>State</dt>
            <dd>
              <Chip tone={pull.state === 'merged' ? 'good' : 'accent'}>{pull.state}</Chip>
            </dd>
          </div>
          {pull.headBranch && (
            <div>
              <dt>Branch</dt>
              <dd>
                <Name text={pull.headBranch} />
              </dd>
            </div>
          )}
          {pull.mergeSha && (
            <div>
              <dt>Merged as</dt>
              <dd className={own.sha}>
                <Link to="/commit/$sha" params={{ sha: pull.mergeSha }}>
                  {shortSha(pull.mergeSha)}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      )}
      {data && <Sessions sessions={sessionsOf(data)} url={url} />}
      {data && data.commits.length > 0 && (
        <section className={styles.section}>
          <h2>{plural(data.commits.length, 'commit')}</h2>
          <Rows label="Commits">
            {data.commits.map((commit) => (
              <Row
                key={commit.sha}
                title={
                  <Link to="/commit/$sha" params={{ sha: commit.sha }} className={own.sha}>
                    {shortSha(commit.sha)}
                  </Link>
                }
                detail={<SessionsBehind links={data.links.filter(({ sha }) => sha === commit.sha)} />}
                meta={
                  <>
                    <span>{plural(commit.fileCount, 'file')}</span>
                    {commit.committedAt && <Time at={commit.committedAt} />}
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

function Sessions({ sessions, url }: { sessions: ReturnType<typeof sessionsOf>; url: string }) {
  const decide = useDecidePullLink();
  const unlink = (sessionId: string) =>
    decide.mutate(
      { sessionId, url, isLinked: false },
      { onSuccess: () => toast('The link is removed.'), onError: toastError },
    );
  if (sessions.length === 0) {
    return (
      <Empty
        icon={<IconGitPullRequest size={22} />}
        title="No session is known to be behind it"
        text="Its commits were made by hand, or no machine has told of them."
      />
    );
  }
  return (
    <Rows label="Sessions behind it">
      {sessions.map(({ session, at, reason }) => (
        <Row
          key={session.sessionId}
          title={<LinkedSessionTitle session={session} at={at} />}
          detail={
            <>
              {reason}
              <br />
              <LinkedSessionDetail session={session} />
            </>
          }
          meta={<Time at={session.startedAt} />}
          actions={
            <Button
              size="xs"
              variant="default"
              onClick={() => unlink(session.sessionId)}
              loading={decide.isPending && decide.variables.sessionId === session.sessionId}
            >
              Unlink
            </Button>
          }
        />
      ))}
    </Rows>
  );
}
