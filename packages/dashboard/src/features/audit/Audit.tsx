import { type AuditAction, auditActions } from '@debrief/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { type AuditFilter, auditQuery } from '../../api/audit.ts';
import { environmentName, environmentsQuery } from '../../api/environment.ts';
import { installationsQuery } from '../../api/installation.ts';
import { membersQuery } from '../../api/member.ts';
import { organizationQuery } from '../../api/organization.ts';
import { secretsQuery } from '../../api/secret.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import styles from './Audit.module.css';
import type { AuditSearch } from './audit-search.ts';
import { auditWords, channelWords } from './audit-words.ts';
import { type AuditLine, visitsOf } from './visits.ts';

export function Audit() {
  const { actor, action, days } = useSearch({ from: '/shell/audit' });
  const navigate = useNavigate();
  // An action that does not exist (any more) is none.
  const filter: AuditFilter = { actorId: actor, action: auditActions.find((one) => one === action), days };
  const setFilter = (next: AuditFilter) => {
    const search: AuditSearch = {
      ...(next.actorId && { actor: next.actorId }),
      ...(next.action && { action: next.action }),
      ...(next.days && { days: next.days }),
    };
    void navigate({ to: '/audit', search, replace: true });
  };
  const log = useInfiniteQuery(auditQuery(filter));
  const name = useName();
  const pages = log.data?.pages;
  const lines = useMemo(() => visitsOf(pages?.flatMap((page) => page.entries) ?? []), [pages]);
  return (
    <Page title="Audit log" lead="Who did what, newest first. Nothing in it can be changed.">
      <Filters filter={filter} onFilter={setFilter} />
      {log.isPending && <Skeleton height={240} />}
      {log.error && <Fault error={log.error} retry={() => void log.refetch()} />}
      {log.isSuccess && lines.length === 0 && (
        <Empty icon={<IconHistory size={22} />} title="Nothing of that kind yet" />
      )}
      {lines.length > 0 && (
        <Rows label="Audit log">
          {lines.map((line) => (
            <Line key={line.entry.auditId} line={line} name={name} />
          ))}
        </Rows>
      )}
      {log.hasNextPage && (
        <Button
          mt="md"
          fullWidth
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </Page>
  );
}

/** By person, deed and time. */
function Filters({ filter, onFilter }: { filter: AuditFilter; onFilter(filter: AuditFilter): void }) {
  const { data: members } = useQuery(membersQuery);
  return (
    <div className={styles.filters}>
      <NativeSelect
        aria-label="Only this person"
        value={filter.actorId ?? ''}
        onChange={({ currentTarget }) => onFilter({ ...filter, actorId: currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Everybody' },
          ...(members ?? []).map(({ userId, email }) => ({ value: userId, label: visibleText(email) })),
        ]}
      />
      <NativeSelect
        aria-label="Only this action"
        value={filter.action ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, action: (currentTarget.value || undefined) as AuditAction | undefined })
        }
        data={[
          { value: '', label: 'Everything' },
          ...auditActions.map((one) => ({ value: one, label: auditWords(one) })),
        ]}
      />
      <NativeSelect
        aria-label="Only this time"
        value={String(filter.days ?? '')}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, days: Number(currentTarget.value) || undefined })
        }
        data={[
          { value: '', label: 'At any time' },
          { value: '1', label: 'In the last day' },
          { value: '7', label: 'In the last week' },
          { value: '30', label: 'In the last month' },
        ]}
      />
    </div>
  );
}

/** What people call who or what has this id; the id itself when it is gone. */
function useName(): (id: string) => string {
  const { data: organization } = useQuery(organizationQuery);
  const { data: members } = useQuery(membersQuery);
  const { data: secrets } = useQuery(secretsQuery);
  const { data: environments } = useQuery(environmentsQuery);
  const { data: installations } = useQuery(installationsQuery);
  const agentName = useAgentName();
  const machineName = (id: string | undefined) => {
    const found = environments?.find((one) => one.environmentId === id);
    return found && environmentName(found);
  };
  const installationName = (id: string) => {
    const found = installations?.find((one) => one.installationId === id);
    if (!found) return undefined;
    const machine = machineName(found.environmentId);
    return machine ? `${agentName(found.agentId)} on ${machine}` : agentName(found.agentId);
  };
  return (id) =>
    members?.find((one) => one.userId === id)?.email ??
    secrets?.find((one) => one.secretId === id)?.label ??
    machineName(id) ??
    installationName(id) ??
    (organization?.organizationId === id ? organization.name : id);
}

function Line({ line, name }: { line: AuditLine; name: (id: string) => string }) {
  const { entry, channels } = line;
  // What was fetched ahead says nothing of a session that was opened then.
  const shown = channels.filter((channel) => channel !== 'ahead');
  const isAhead = channels.length > shown.length && shown.length === 0;
  const who =
    entry.actorId === 'policy' ? 'The policy' : entry.actorId ? name(entry.actorId) : 'The operator';
  const target = entry.targetTitle ?? (entry.targetId && name(entry.targetId));
  return (
    <Row
      title={
        <>
          {isAhead ? 'Stayed at the row of a session, not opened' : auditWords(entry.action)}
          {shown.length > 0 && <span className={styles.channels}>{shown.map(channelWords).join(', ')}</span>}
          {entry.outcome === 'refused' && <Chip tone="bad">Refused</Chip>}
        </>
      }
      detail={
        <>
          <Name text={who} />
          {target && target !== who && (
            <>
              {' → '}
              {entry.targetId?.startsWith('ses_') ? (
                <Link to="/sessions/$sessionId" params={{ sessionId: entry.targetId }}>
                  <Name text={target} />
                </Link>
              ) : (
                <span title={entry.targetId}>
                  <Name text={target} />
                </span>
              )}
            </>
          )}
        </>
      }
      meta={
        <>
          {entry.ip && <span title={visibleText(entry.userAgent ?? '')}>{entry.ip}</span>}
          <Time at={entry.at} />
        </>
      }
    />
  );
}
