import type { Organization as OrganizationRecord } from '@debrief/contract';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { membersQuery, useMe } from '../../api/member.ts';
import { organizationQuery, useRenameOrganization } from '../../api/organization.ts';
import { useSample } from '../../api/session.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { CopyIcon } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { AccessForm } from './AccessForm.tsx';
import { DataRequests } from './DataRequests.tsx';
import { EndingForm } from './EndingForm.tsx';
import { GateForm } from './GateForm.tsx';
import { Integrations } from './Integrations.tsx';
import { LegalHolds } from './LegalHolds.tsx';
import { OrganizationTokens } from './OrganizationTokens.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { WebhooksLink } from './WebhooksLink.tsx';

export function Organization() {
  const { data, error, refetch } = useQuery(organizationQuery);
  const { mayManage, role } = useMe();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <Page title="Organization">
        <Skeleton height={240} />
      </Page>
    );
  return (
    <Page title="Organization" lead="What everybody here belongs to.">
      <RenameForm currentName={data.name} mayManage={mayManage} />
      <Facts organization={data} />
      <PolicyForm mayManage={mayManage} />
      <AccessForm mayManage={mayManage} />
      {mayManage && <RetentionForm />}
      {mayManage && <DataRequests />}
      {mayManage && <LegalHolds />}
      {mayManage && <Integrations />}
      {mayManage && <OrganizationTokens />}
      {mayManage && <GateForm />}
      {mayManage && <WebhooksLink />}
      {mayManage && <SampleSessions />}
      {role === 'owner' && <EndingForm organization={data} />}
    </Page>
  );
}

function RenameForm({ currentName, mayManage }: { currentName: string; mayManage: boolean }) {
  const rename = useRenameOrganization();
  const [name, setName] = useState<string>();
  const typed = name ?? currentName;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(typed.trim(), {
      onSuccess: () => {
        setName(undefined);
        toast('Renamed.');
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        className={styles.grow}
        label="Name"
        value={typed}
        readOnly={!mayManage}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        error={rename.error?.message}
      />
      {mayManage && (
        <Button
          type="submit"
          disabled={typed.trim() === '' || typed.trim() === currentName}
          loading={rename.isPending}
        >
          Rename
        </Button>
      )}
    </form>
  );
}

function Facts({ organization }: { organization: OrganizationRecord }) {
  const { organizationId, ownerUserId, createdAt } = organization;
  const members = useQuery(membersQuery);
  const owner = members.data?.find((member) => member.userId === ownerUserId);
  return (
    <Rows label="Facts">
      <Row title="Owner" meta={<Name text={owner?.email ?? ownerUserId} />} />
      <Row title="Created" meta={<time dateTime={createdAt}>{exact(createdAt)}</time>} />
      <Row
        title="Id"
        meta={<code>{organizationId}</code>}
        actions={<CopyIcon text={organizationId} label="Copy the id" />}
      />
    </Rows>
  );
}

function SampleSessions() {
  const sample = useSample();
  return (
    <section className={styles.section}>
      <h2>Sample sessions</h2>
      <p>Made-up sessions of several agents, marked as test, to look around with.</p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          loading={sample.load.isPending}
          onClick={() =>
            sample.load.mutate(undefined, {
              onSuccess: ({ sessions }) => toast(`${sessions} sample sessions are there.`),
              onError: toastError,
            })
          }
        >
          Load sample sessions
        </Button>
        <Button
          variant="default"
          loading={sample.remove.isPending}
          onClick={() =>
            sample.remove.mutate(undefined, {
              onSuccess: ({ sessions }) => toast(`${sessions} sample sessions removed.`),
              onError: toastError,
            })
          }
        >
          Remove them
        </Button>
      </div>
    </section>
  );
}
