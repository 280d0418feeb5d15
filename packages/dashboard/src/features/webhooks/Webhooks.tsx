import type { Endpoint } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/member.ts';
import { endpointsQuery, useEndpoints } from '../../api/outbox/endpoint.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { Deliveries } from './Deliveries.tsx';
import { kindNames, NewEndpoint, SecretOnce } from './NewEndpoint.tsx';

/** Where the organization is told of things: webhooks and channels of a chat. */
export function Webhooks() {
  const { mayManage } = useMe();
  const { data, error, isPending, refetch } = useQuery({ ...endpointsQuery, enabled: mayManage });
  const [opened, setOpened] = useState(false);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Webhooks and chat"
      lead="Tells your own programs, Slack, Mattermost, Discord or Teams what happens here, and GitHub, GitLab or Forgejo how the gate stands. Only ids, states and a link are sent, no words of sessions or comments. Nothing is sent until you add one."
      action={mayManage && <Button onClick={() => setOpened(true)}>Add</Button>}
    >
      {!mayManage && <p>Only admins see this.</p>}
      {opened && <NewEndpoint onClose={() => setOpened(false)} />}
      {mayManage && isPending && <Skeleton height={120} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconWebhook size={22} />}
          title="Nobody is told"
          text="Add the address of a webhook or of a channel."
        />
      )}
      {data && data.length > 0 && (
        <Rows label="Webhooks and chat">
          {data.map((endpoint) => (
            <EndpointRow key={endpoint.endpointId} endpoint={endpoint} />
          ))}
        </Rows>
      )}
    </Page>
  );
}

const offWords = {
  admin: 'Off',
  gone: 'Off: it answered that it is gone',
  failing: 'Off: nothing got through for three days',
} as const;

function State({ endpoint }: { endpoint: Endpoint }) {
  if (!endpoint.isOn) return <Chip tone="plain">{offWords[endpoint.offReason ?? 'admin']}</Chip>;
  if (!endpoint.failingSince) return null;
  return (
    <Chip tone="warn">
      Failing since <Time at={endpoint.failingSince} />
    </Chip>
  );
}

const newsOf = (types: Endpoint['types']): string => {
  if (types.length === 0) return 'the gate as a commit status';
  return types.length === 1 ? String(types[0]) : `${types.length} kinds of news`;
};

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { endpointId, isOn, kind, types } = endpoint;
  const { change, test, rotate } = useEndpoints();
  const [isListed, setListed] = useState(false);
  return (
    <>
      <Row
        faded={!isOn}
        title={
          <>
            <Name text={endpoint.name} />
            <Chip tone="plain">{kindNames[kind]}</Chip>
            <State endpoint={endpoint} />
          </>
        }
        detail={
          <code>
            <Name text={endpoint.url} /> · {newsOf(types)}
          </code>
        }
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              loading={test.isPending}
              disabled={!isOn}
              onClick={() =>
                test.mutate(endpointId, { onSuccess: () => setListed(true), onError: toastError })
              }
            >
              Test
            </Button>
            <Button size="xs" variant="default" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              Deliveries
            </Button>
            {kind === 'webhook' && (
              <Button
                size="xs"
                variant="default"
                loading={rotate.isPending}
                onClick={() => rotate.mutate(endpointId, { onError: toastError })}
              >
                New secret
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ endpointId, isOn: !isOn }, { onError: toastError })}
            >
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
            <Remove endpoint={endpoint} />
          </>
        }
      />
      {rotate.data && (
        <SecretOnce
          secret={rotate.data.secret}
          note="Both secrets sign for 24 hours; then only this one."
          onClose={() => rotate.reset()}
        />
      )}
      {isListed && (
        <li>
          <Deliveries endpointId={endpointId} />
        </li>
      )}
    </>
  );
}

function Remove({ endpoint }: { endpoint: Endpoint }) {
  const { remove } = useEndpoints();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${visibleText(endpoint.name)}?`}
        action="Remove"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(endpoint.endpointId, {
            onSuccess: () => toast('It is told nothing any more.'),
            onError: toastError,
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>What it has not been told yet, and the list of its deliveries, go with it.</p>
      </Confirm>
    </>
  );
}
