import type { Environment } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentName, environmentsQuery, isSample, useRevokeEnvironment } from '../../api/environment.ts';
import { healthQuery } from '../../api/health.ts';
import { useMe } from '../../api/member.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { platformNames, repositoryName } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/now.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { silentAfterMs } from '../../ui/session/session-state.ts';
import { Time } from '../../ui/Time.tsx';
import { Name, NameList } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { AuthorChoice } from './AuthorChoice.tsx';
import { ClaimRequests } from './ClaimRequests.tsx';
import { MachineKeys } from './MachineKeys.tsx';
import { KeyChip, MachineMenu } from './MachineMenu.tsx';
import { isBehind } from './version.ts';

export function Environments() {
  const { data, error, refetch, isPending } = useQuery({ ...environmentsQuery, refetchInterval: 15_000 });
  const health = useQuery(healthQuery);
  const { mayManage } = useMe();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Environments"
      lead="The machines that send sessions, and when each was last heard of."
      action={mayManage && <LinkButton to="/connect">Connect a machine</LinkButton>}
    >
      <ClaimRequests />
      {isPending && <Skeleton height={180} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconDeviceLaptop size={22} />}
          title="No machine yet"
          text="Run one command where your coding agents work, and it appears here."
        >
          {mayManage && <LinkButton to="/connect">Connect a machine</LinkButton>}
        </Empty>
      )}
      {data && data.length > 0 && (
        <Rows label="Environments">
          {data.map((environment) => (
            <EnvironmentRow
              key={environment.environmentId}
              environment={environment}
              newest={health.data?.version}
              mayManage={mayManage}
            />
          ))}
        </Rows>
      )}
      {data && <MachineKeys mayManage={mayManage} />}
    </Page>
  );
}

function EnvironmentRow(props: { environment: Environment; newest: string | undefined; mayManage: boolean }) {
  const { environment, newest } = props;
  const isRevoked = environment.status === 'revoked';
  const mayChange = props.mayManage && !isRevoked;
  const { member } = useMe();
  const isMine = member !== undefined && environment.authorUserId === member.userId;
  return (
    <Row
      faded={isRevoked}
      title={
        <>
          <Name text={environmentName(environment)} />
          <StatusChip environment={environment} />
          {!isSample(environment) && <KeyChip environment={environment} />}
          {newest && !isSample(environment) && isBehind(environment.serviceCliVersion, newest) && (
            <Chip tone="warn" title={`This server ships ${newest}. Run the connect command again to update.`}>
              CLI behind
            </Chip>
          )}
        </>
      }
      detail={
        <NameList
          names={[
            environment.displayName && environment.hostname,
            platformNames[environment.platform],
            repositoryName(environment.repoRemote, environment.repoRoot),
            environment.gitBranch,
          ]}
        />
      }
      meta={
        <>
          {!isSample(environment) && (
            <span>
              CLI <Name text={environment.serviceCliVersion} />
            </span>
          )}
          {!isSample(environment) && <AuthorChoice environment={environment} mayManage={mayChange} />}
          <span>
            Seen <Time at={environment.lastSeenAt} />
          </span>
        </>
      }
      actions={
        <>
          <LinkButton
            size="xs"
            variant="subtle"
            to="/sessions"
            search={{ environment: environment.environmentId }}
          >
            Sessions
          </LinkButton>
          <RevokeButton environment={environment} mayRevoke={mayChange} />
          {(mayChange || (isMine && !isRevoked)) && !isSample(environment) && (
            <MachineMenu environment={environment} mayManage={mayChange} />
          )}
        </>
      }
    />
  );
}

function StatusChip({ environment }: { environment: Environment }) {
  const now = useNow();
  if (environment.status === 'revoked') return <Chip tone="bad">Revoked</Chip>;
  if (now - Date.parse(environment.lastSeenAt) > silentAfterMs)
    return <Chip title="No heartbeat for more than five minutes">Silent</Chip>;
  return <Chip tone="good">Alive</Chip>;
}

function RevokeButton({ environment, mayRevoke }: { environment: Environment; mayRevoke: boolean }) {
  const revoke = useRevokeEnvironment();
  const [asking, setAsking] = useState(false);
  const name = environmentName(environment);
  // The row does not leave this component out: a component that is gone cannot say that the machine is revoked.
  if (!mayRevoke) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${visibleText(name)}?`}
        action="Revoke"
        busy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(environment.environmentId, {
            onSuccess: () => toast(`${name} is revoked.`),
            onError: toastError,
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>The machine can open no further session. What it sent stays readable. This cannot be undone.</p>
      </Confirm>
    </>
  );
}
