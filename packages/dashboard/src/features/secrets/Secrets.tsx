import type { IssuedSecret, Secret } from '@debrief/contract';
import { Button, Modal, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { membersQuery, useMe } from '../../api/member.ts';
import { secretsQuery, useIssueSecret, useRevokeSecret } from '../../api/secret.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';

export function Secrets() {
  const { data, error, isPending, refetch } = useQuery(secretsQuery);
  const { mayManage } = useMe();
  const [opened, setOpened] = useState(false);
  const active = data?.filter((secret) => secret.status === 'active') ?? [];
  const revoked = data?.filter((secret) => secret.status === 'revoked') ?? [];
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Secrets"
      lead="A machine needs a secret to send sessions. Sessions sent with a test secret are marked as test."
      action={mayManage && <Button onClick={() => setOpened(true)}>New secret</Button>}
    >
      {opened && <NewSecret onClose={() => setOpened(false)} />}
      {isPending && <Skeleton height={120} />}
      {data && active.length === 0 && (
        <Empty
          icon={<IconKey size={22} />}
          title="No secret is active"
          text="Without one no machine can send anything."
        />
      )}
      {active.length > 0 && (
        <Rows label="Active secrets">
          {active.map((secret) => (
            <SecretRow key={secret.secretId} secret={secret} mayRevoke={mayManage} />
          ))}
        </Rows>
      )}
      {revoked.length > 0 && (
        <section className={styles.section}>
          <h2>Revoked</h2>
          <p>Kept so that the audit log stays readable.</p>
          <Rows label="Revoked secrets">
            {revoked.map((secret) => (
              <SecretRow key={secret.secretId} secret={secret} mayRevoke={false} />
            ))}
          </Rows>
        </section>
      )}
    </Page>
  );
}

function SecretRow({ secret, mayRevoke }: { secret: Secret; mayRevoke: boolean }) {
  const { data: members } = useQuery(membersQuery);
  const revoke = useRevokeSecret();
  const [asking, setAsking] = useState(false);
  const by = members?.find((member) => member.userId === secret.createdBy)?.email;
  return (
    <Row
      faded={secret.status === 'revoked'}
      title={
        <>
          <Name text={secret.label || 'No label'} />
          <Chip tone={secret.environment === 'live' ? 'accent' : 'plain'}>{secret.environment}</Chip>
        </>
      }
      detail={
        <code>
          {secret.secretPrefix}… · {secret.secretId}
        </code>
      }
      meta={
        <>
          <span>
            {by ? (
              <>
                By <Name text={by} />,{' '}
              </>
            ) : (
              'Created '
            )}
            <Time at={secret.createdAt} />
          </span>
          {secret.revokedAt && (
            <span>
              Revoked <Time at={secret.revokedAt} />
            </span>
          )}
        </>
      }
      actions={
        mayRevoke && (
          <>
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              Revoke
            </Button>
            <Confirm
              opened={asking}
              onClose={() => setAsking(false)}
              title={`Revoke ${visibleText(secret.label || secret.secretId)}?`}
              action="Revoke"
              busy={revoke.isPending}
              onConfirm={() =>
                revoke.mutate(secret.secretId, {
                  onSuccess: () => toast('The secret is revoked.'),
                  onError: toastError,
                  onSettled: () => setAsking(false),
                })
              }
            >
              <p>
                Machines that use it can send nothing from the next request on. What they already sent stays.
                This cannot be undone.
              </p>
            </Confirm>
          </>
        )
      }
    />
  );
}

function NewSecret({ onClose }: { onClose(): void }) {
  const issue = useIssueSecret();
  const [label, setLabel] = useState('');
  const [environment, setEnvironment] = useState<'live' | 'test'>('live');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    issue.mutate({ environment, ...(label.trim() && { label: label.trim() }) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={issue.data ? 'Your new secret' : 'New secret'}
      // Once closed it is gone: a click beside the dialog shall not do that.
      closeOnClickOutside={!issue.data}
    >
      {issue.data ? (
        <Issued secret={issue.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} className={styles.stack}>
          <TextInput
            label="Label"
            placeholder="Build machines"
            description="So that you know later what to revoke."
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.currentTarget.value)}
            data-autofocus
            error={issue.error?.message}
          />
          <SegmentedControl
            aria-label="Kind"
            value={environment}
            onChange={(value) => setEnvironment(value as 'live' | 'test')}
            data={[
              { value: 'live', label: 'Live' },
              { value: 'test', label: 'Test' },
            ]}
          />
          <div className={styles.end}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={issue.isPending}>
              Create
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

const Issued = ({ secret, onClose }: { secret: IssuedSecret; onClose(): void }) => (
  <div className={styles.stack}>
    <p className={styles.note}>Copy it now: it is not shown again, and nobody can look it up.</p>
    <CopyLine text={secret.secret} label="Copy the secret" />
    <div className={styles.end}>
      <Button onClick={onClose}>Done</Button>
    </div>
  </div>
);
