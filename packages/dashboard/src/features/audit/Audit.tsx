import { type AuditAction, type AuditEntry, auditActions } from '@debrief/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { auditQuery } from '../../api/audit.ts';
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
import { auditWords } from './audit-words.ts';

export function Audit() {
  const [action, setAction] = useState<AuditAction>();
  const log = useInfiniteQuery(auditQuery(action));
  const name = useName();
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page
      title="Audit log"
      lead="Who did what, newest first. Nothing in it can be changed."
      action={
        <NativeSelect
          aria-label="Only this action"
          value={action ?? ''}
          onChange={(event) => setAction((event.currentTarget.value || undefined) as AuditAction | undefined)}
          data={[
            { value: '', label: 'Everything' },
            ...auditActions.map((one) => ({ value: one, label: auditWords(one) })),
          ]}
        />
      }
    >
      {log.isPending && <Skeleton height={240} />}
      {log.error && <Fault error={log.error} retry={() => void log.refetch()} />}
      {log.isSuccess && entries.length === 0 && (
        <Empty icon={<IconHistory size={22} />} title="Nothing of that kind yet" />
      )}
      {entries.length > 0 && (
        <Rows label="Audit log">
          {entries.map((entry) => (
            <Entry key={entry.auditId} entry={entry} name={name} />
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

function Entry({ entry, name }: { entry: AuditEntry; name: (id: string) => string }) {
  const who = entry.actorId ? name(entry.actorId) : 'The operator';
  const target = entry.targetId && name(entry.targetId);
  return (
    <Row
      title={
        <>
          {auditWords(entry.action)}
          {entry.channel && <Chip title="What of it was shown">{visibleText(entry.channel)}</Chip>}
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
