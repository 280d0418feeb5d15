import type { EndpointDelivery } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deliveriesQuery, useEndpoints } from '../../api/outbox/endpoint.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Webhooks.module.css';

/** The newest of what an endpoint was told and is to be told. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const { data } = useQuery(deliveriesQuery(endpointId));
  const { retry } = useEndpoints();
  if (!data) return null;
  if (data.length === 0) return <p className={styles.none}>Nothing has been sent yet.</p>;
  return (
    <div className={styles.deliveries}>
      <Rows label="Deliveries">
        {data.map((one) => (
          <Row
            key={one.deliveryId}
            title={
              <>
                {one.type} <StateChip delivery={one} />
              </>
            }
            detail={<code>{one.deliveryId}</code>}
            meta={<Told delivery={one} />}
            actions={
              one.state !== 'delivered' &&
              one.state !== 'dropped' && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() =>
                    retry.mutate({ endpointId, deliveryId: one.deliveryId }, { onError: toastError })
                  }
                >
                  Send now
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </div>
  );
}

const tones = { delivered: 'good', waiting: 'plain', failed: 'bad', dropped: 'plain' } as const;
const states = {
  delivered: 'delivered',
  waiting: 'waiting',
  failed: 'given up',
  dropped: 'not needed any more',
};

const StateChip = ({ delivery: { state } }: { delivery: EndpointDelivery }) => (
  <Chip tone={tones[state]}>{states[state]}</Chip>
);

const Told = ({ delivery: one }: { delivery: EndpointDelivery }) => (
  <>
    <span>
      {one.lastStatus !== undefined && `Answered ${one.lastStatus}`}
      {one.lastFault && <Name text={one.lastFault} />}
      {one.attempts > 1 && ` · ${one.attempts} times`} <Time at={one.lastAt ?? one.at} />
    </span>
    {one.nextAt && one.attempts > 0 && (
      <span>
        Again <Time at={one.nextAt} />
      </span>
    )}
  </>
);
