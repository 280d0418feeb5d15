import { limits, type RepositoryDetails } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useAgentName } from '../../api/agent.ts';
import { membersQuery } from '../../api/member.ts';
import { repositoryQuery } from '../../api/repository.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { count, dollars, plural } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RepositoryTabs } from '../../ui/link/RepositoryTabs.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { Commits } from './Commits.tsx';
import own from './Repository.module.css';
import { repositoryLabel } from './repository-rows.ts';
import { Weeks } from './Weeks.tsx';

/** One repository: who worked in it with which agents, what it cost, and which files were changed most. */
export function Repository() {
  const { repository } = useSearch({ from: '/shell/repository' });
  const { data, error, refetch } = useQuery({
    ...repositoryQuery(repository),
    enabled: repository !== '',
  });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  // The list of sessions is by folder; with several of them each leads to its own sessions below.
  const [root, another] = data?.roots ?? [];
  return (
    <Page
      title={repositoryLabel(repository) || 'Repository'}
      {...(data && { lead: <Lead data={data} /> })}
      action={
        root &&
        !another && (
          <LinkButton to="/sessions" search={{ repo: root.repoRoot }} variant="default">
            Show its sessions
          </LinkButton>
        )
      }
    >
      {repository !== '' && <RepositoryTabs repository={repository} current="page" />}
      {!data && repository !== '' && <Skeleton height={320} />}
      {data && (
        <>
          <Numbers data={data} />
          <Weeks weeks={data.weeks} />
          <div className={own.columns}>
            <People data={data} />
            <Agents data={data} />
            <Roots data={data} />
          </div>
          <Files data={data} />
          {data.commits > 0 && <Commits repository={repository} />}
        </>
      )}
    </Page>
  );
}

const Lead = ({ data }: { data: RepositoryDetails }) => (
  <>
    Sessions since <Time at={data.firstStartedAt} />, the last one <Time at={data.lastStartedAt} />.
  </>
);

const Numbers = ({ data }: { data: RepositoryDetails }) => (
  <dl className={own.numbers}>
    <div>
      <dt>Sessions</dt>
      <dd>{count(data.sessions)}</dd>
    </div>
    <div>
      <dt>Commits known</dt>
      <dd>{count(data.commits)}</dd>
    </div>
    <div>
      <dt>Commits with a session</dt>
      <dd>{count(data.linkedCommits)}</dd>
    </div>
    <div>
      <dt>Cost</dt>
      <dd>{dollars(data.costUsd)}</dd>
    </div>
  </dl>
);

function People({ data }: { data: RepositoryDetails }) {
  const { data: members } = useQuery(membersQuery);
  const nameOf = (userId: string | undefined) =>
    userId === undefined
      ? 'Machines nobody has claimed'
      : (members?.find((member) => member.userId === userId)?.email ?? 'Former member');
  return (
    <section className={styles.section}>
      <h2>People</h2>
      <Rows label="People">
        {data.people.map(({ userId, sessions }) => (
          <Row key={userId ?? ''} title={<Name text={nameOf(userId)} />} meta={plural(sessions, 'session')} />
        ))}
      </Rows>
    </section>
  );
}

function Agents({ data }: { data: RepositoryDetails }) {
  const agentName = useAgentName();
  return (
    <section className={styles.section}>
      <h2>Agents</h2>
      <Rows label="Agents">
        {data.agents.map(({ agentId, sessions }) => (
          <Row key={agentId} title={agentName(agentId)} meta={plural(sessions, 'session')} />
        ))}
      </Rows>
    </section>
  );
}

/** Clones and worktrees. */
function Roots({ data }: { data: RepositoryDetails }) {
  const machines = new Map(data.machines.map(({ environmentId, name }) => [environmentId, name]));
  return (
    <section className={styles.section}>
      <h2>Clones and worktrees</h2>
      <Rows label="Clones and worktrees">
        {data.roots.slice(0, 20).map(({ repoRoot, environmentId, sessions }) => (
          <Row
            key={`${environmentId} ${repoRoot}`}
            title={
              <Link to="/sessions" search={{ repo: repoRoot }}>
                <Name text={repoRoot} />
              </Link>
            }
            detail={<Name text={machines.get(environmentId) ?? environmentId} />}
            meta={plural(sessions, 'session')}
          />
        ))}
      </Rows>
    </section>
  );
}

function Files({ data }: { data: RepositoryDetails }) {
  if (data.files.length === 0) return null;
  const { repository } = data;
  return (
    <section className={styles.section}>
      <h2>Files most touched</h2>
      <p>
        {data.sessions > limits.repositoryFileSessions
          ? `Files that most of the newest ${limits.repositoryFileSessions} sessions changed.`
          : 'Files that were changed in the most sessions.'}
      </p>
      <Rows label="Files most touched">
        {data.files.map(({ path, sessions }) => (
          <Row
            key={path}
            title={
              <Link to="/file" search={{ repository, path }} className={own.path}>
                <Name text={path} />
              </Link>
            }
            meta={plural(sessions, 'session')}
          />
        ))}
      </Rows>
    </section>
  );
}
