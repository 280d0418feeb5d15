import type { CreatedIntegration, Integration, IntegrationProvider } from '@debrief/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integrationsQuery, useIntegrations } from '../../api/link.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import styles from '../../ui/Form.module.css';
import { Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { CopyIcon, CopyLine } from '../../ui/text/Copy.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

const names: Record<IntegrationProvider, string> = { github: 'GitHub', gitlab: 'GitLab' };

/** Webhooks that tell of pull requests, so that squash merges lead to their sessions. */
export function Integrations() {
  const { data } = useQuery(integrationsQuery);
  const { create } = useIntegrations();
  return (
    <section className={styles.section} data-testid="integrations">
      <h2>Pull requests</h2>
      <p>
        A webhook of GitHub or GitLab tells this server of pull requests, so that squash merges lead to the
        sessions behind them. The server only listens here.
      </p>
      {data && data.length > 0 && (
        <Rows label="Integrations">
          {data.map((integration) => (
            <IntegrationRow key={integration.integrationId} integration={integration} />
          ))}
        </Rows>
      )}
      <div className={styles.buttons} style={{ marginTop: data?.length ? '0.75rem' : 0 }}>
        {(['github', 'gitlab'] as const).map((provider) => (
          <Button
            key={provider}
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate(provider, { onError: toastError })}
          >
            Set up {names[provider]}
          </Button>
        ))}
      </div>
      {create.data && <Created created={create.data} onClose={() => create.reset()} />}
    </section>
  );
}

function IntegrationRow({ integration }: { integration: Integration }) {
  const { remove } = useIntegrations();
  const [asking, setAsking] = useState(false);
  return (
    <Row
      title={names[integration.provider]}
      detail={
        <>
          <code>{integration.url}</code> <CopyIcon text={integration.url} label="Copy the address" />
        </>
      }
      meta={
        integration.lastDeliveryAt ? (
          <span>
            Last delivery <Time at={integration.lastDeliveryAt} />
          </span>
        ) : (
          'No delivery yet'
        )
      }
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Remove
          </Button>
          <Confirm
            opened={asking}
            onClose={() => setAsking(false)}
            title={`Take no more deliveries of ${names[integration.provider]}?`}
            action="Remove"
            busy={remove.isPending}
            onConfirm={() =>
              remove.mutate(integration.integrationId, {
                onSuccess: () => toast('The integration is removed.'),
                onError: toastError,
                onSettled: () => setAsking(false),
              })
            }
          >
            <p>What it told of pull requests stays. Its secret stops working at once.</p>
          </Confirm>
        </>
      }
    />
  );
}

const steps: Record<IntegrationProvider, string> = {
  github:
    'In the repository or organization: Settings, Webhooks, Add webhook. Content type application/json. Choose “Let me select individual events” and only Pull requests.',
  gitlab:
    'In the project or group: Settings, Webhooks, Add new webhook. Paste the secret as signing token, or as secret token where GitLab offers no signing token. Choose only Merge request events.',
};

const Created = ({ created, onClose }: { created: CreatedIntegration; onClose(): void }) => (
  <Modal opened onClose={onClose} title={`Set up ${names[created.provider]}`} closeOnClickOutside={false}>
    <div className={styles.stack}>
      <p className={styles.note}>{steps[created.provider]}</p>
      <CopyLine text={created.url} label="Copy the address" />
      <p className={styles.note}>Copy the secret now: it is not shown again.</p>
      <CopyLine text={created.secret} label="Copy the secret" />
      <div className={styles.end}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  </Modal>
);
