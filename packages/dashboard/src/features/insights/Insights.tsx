import type { Insights as Answer } from '@debrief/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { useMe } from '../../api/member.ts';
import { insightsQuery } from '../../api/repository.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { plural } from '../../ui/format.ts';
import { RepositoryTabs } from '../../ui/link/RepositoryTabs.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { csvOf, sections } from './figures.ts';
import { InsightSection } from './InsightSection.tsx';
import own from './Insights.module.css';
import type { InsightsSearch } from './insights-search.ts';

const week = 7 * 86_400_000;

/** The Monday some weeks back, so that the question stays the same all week. */
const since = (weeks: number): string => {
  const now = Date.now();
  return new Date(Math.floor(now / week) * week - weeks * week + week / 7).toISOString();
};

/** What sessions come to, week by week: about work, never about people. */
export function Insights() {
  const search = useSearch({ from: '/shell/insights' });
  const { repository, agent, of, weeks = 12 } = search;
  const me = useMe().member?.userId;
  const { data, error, refetch } = useQuery(
    insightsQuery({
      ...(weeks !== 12 && { from: since(weeks) }),
      ...(repository !== undefined && { repository }),
      ...(agent !== undefined && { agentId: agent }),
      ...(of && { of }),
    }),
  );
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title={repository === undefined ? 'Insights' : 'Insights of a repository'}
      lead={<Lead repository={repository} />}
      action={data && <Download data={data} />}
    >
      {repository !== undefined && <RepositoryTabs repository={repository} current="insights" />}
      <Choices search={search} agents={data?.agents.map(({ agentId }) => agentId) ?? []} />
      {!data && <Skeleton height={420} />}
      {data && <Weeks data={data} search={search} me={me} />}
    </Page>
  );
}

const Lead = ({ repository }: { repository: string | undefined }) => (
  <>
    {repository !== undefined && (
      <>
        <Name text={repository} />.{' '}
      </>
    )}
    Whole weeks, from Monday to Sunday, UTC. Never of fewer than three people, nor by person.
  </>
);

function Choices({ search, agents }: { search: InsightsSearch; agents: readonly string[] }) {
  const navigate = useNavigate({ from: '/insights' });
  const agentName = useAgentName();
  const change = (changed: Partial<Record<keyof InsightsSearch, unknown>>) =>
    void navigate({ search: (before) => without({ ...before, ...changed }), replace: true });
  const known = [...new Set([...agents, ...(search.agent === undefined ? [] : [search.agent])])];
  return (
    <div className={own.choices}>
      <NativeSelect
        aria-label="Whose sessions"
        value={search.of ?? ''}
        onChange={({ currentTarget }) => change({ of: currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Of the team' },
          { value: 'me', label: 'Only mine' },
        ]}
      />
      <NativeSelect
        aria-label="How many weeks"
        value={String(search.weeks ?? 12)}
        onChange={({ currentTarget }) =>
          change({ weeks: currentTarget.value === '12' ? undefined : Number(currentTarget.value) })
        }
        data={['12', '26', '52'].map((value) => ({ value, label: `${value} weeks` }))}
      />
      <NativeSelect
        aria-label="Only this agent"
        value={search.agent ?? ''}
        onChange={({ currentTarget }) => change({ agent: currentTarget.value || undefined })}
        data={[
          { value: '', label: 'All agents' },
          ...known.map((agentId) => ({ value: agentId, label: agentName(agentId) })),
        ]}
      />
    </div>
  );
}

const without = (search: object): InsightsSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

function Weeks({ data, search, me }: { data: Answer; search: InsightsSearch; me: string | undefined }) {
  const weeks = useMemo(() => data.weeks, [data]);
  const isEmpty = weeks.every(({ record }) => record === undefined);
  const isPart = weeks.some(({ isWhole }) => !isWhole);
  if (isEmpty) return <Nothing isPart={isPart} isOwn={data.of === 'me'} />;
  return (
    <>
      {isPart && (
        <p className={own.notice}>
          Some sessions are left out, because they are of fewer than three people, or what is left would be.
        </p>
      )}
      <p className={own.notice}>What the last four weeks came to; “before” are the four weeks before them.</p>
      <div className={own.sections}>
        {sections.map((section) => (
          <InsightSection key={section.title} section={section} weeks={weeks} search={search} me={me} />
        ))}
      </div>
      {data.repositories.length > 0 && <Repositories data={data} />}
    </>
  );
}

const Nothing = ({ isPart, isOwn }: { isPart: boolean; isOwn: boolean }) =>
  isPart ? (
    <Empty
      title="Too few people to show anything"
      text="Figures are shown of three people or more, so that none of them is one person's. “Only mine” shows your own, to you alone."
    />
  ) : (
    <Empty
      title="No sessions in these weeks"
      text={
        isOwn
          ? 'Sessions of machines that you have claimed are counted here, in whole weeks that are over.'
          : 'Sessions are counted here once their week is over. Samples and tests are not.'
      }
    />
  );

const Repositories = ({ data }: { data: Answer }) => (
  <section>
    <h2 className={own.heading}>By repository</h2>
    <Rows label="By repository">
      {data.repositories.map(({ repository, sessions }) => (
        <Row
          key={repository}
          title={
            <Link to="/insights" search={{ repository }}>
              <Name text={repository} />
            </Link>
          }
          meta={plural(sessions, 'session')}
        />
      ))}
    </Rows>
  </section>
);

function Download({ data }: { data: Answer }) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([csvOf(data.weeks)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `insights-${data.weeks[0]?.from.slice(0, 10) ?? ''}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" onClick={save}>
      Download CSV
    </Button>
  );
}
