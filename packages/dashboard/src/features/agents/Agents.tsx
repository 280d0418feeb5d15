import type { Agent, Environment, Installation } from '@debrief/contract';
import { Button, Modal, NativeSelect, Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { agentsQuery, useAgentName } from '../../api/agent.ts';
import { environmentName, environmentsQuery } from '../../api/environment.ts';
import { installationsQuery, useChangeInstallation, useCreateInstallation } from '../../api/installation.ts';
import { useMe } from '../../api/member.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name, NameList } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { readConfig } from './installation-config.ts';

export function Agents() {
  const installations = useQuery(installationsQuery);
  const agents = useQuery(agentsQuery);
  const environments = useQuery(environmentsQuery);
  const { mayManage } = useMe();
  const [adding, setAdding] = useState<string>();
  const [editing, setEditing] = useState<Installation>();
  const installed = new Set(installations.data?.map((one) => one.agentId));
  if (installations.error)
    return <Fault error={installations.error} retry={() => void installations.refetch()} />;
  return (
    <Page
      title="Agents"
      lead="Which coding agents are captured, and where."
      action={mayManage && <Button onClick={() => setAdding('')}>Add an agent</Button>}
    >
      {installations.isPending && <Skeleton height={120} />}
      {installations.data?.length === 0 && (
        <Empty
          icon={<IconRobot size={22} />}
          title="No agent yet"
          text="Agents register themselves when a machine is connected. You can also add one by hand."
        />
      )}
      {installations.data && installations.data.length > 0 && (
        <Rows label="Installations">
          {installations.data.map((installation) => (
            <InstallationRow
              key={installation.installationId}
              installation={installation}
              environment={environments.data?.find((one) => one.environmentId === installation.environmentId)}
              mayManage={mayManage}
              onEdit={() => setEditing(installation)}
            />
          ))}
        </Rows>
      )}
      <section className={styles.section}>
        <h2>Catalog</h2>
        <p>Every agent Debrief knows by name.</p>
        <Rows label="Catalog">
          {agents.data?.map((agent) => (
            <Row
              key={agent.agentId}
              title={
                <>
                  {agent.displayName}
                  {installed.has(agent.agentId) && <Chip tone="good">In use</Chip>}
                </>
              }
              meta={
                <>
                  {agent.vendor !== agent.displayName && <span>{agent.vendor}</span>}
                  <code>{agent.agentId}</code>
                </>
              }
            />
          ))}
        </Rows>
      </section>
      {adding !== undefined && (
        <AddInstallation
          agents={agents.data ?? []}
          environments={(environments.data ?? []).filter((one) => one.status === 'active')}
          onClose={() => setAdding(undefined)}
        />
      )}
      {editing && <EditInstallation installation={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

function InstallationRow(props: {
  installation: Installation;
  environment: Environment | undefined;
  mayManage: boolean;
  onEdit(): void;
}) {
  const { installation, environment } = props;
  const agentName = useAgentName();
  const change = useChangeInstallation();
  const active = installation.status === 'active';
  return (
    <Row
      faded={!active}
      title={
        <>
          <Name text={agentName(installation.agentId)} />
          {!active && <Chip tone="warn">Disabled</Chip>}
        </>
      }
      detail={
        <NameList
          names={[
            environment ? environmentName(environment) : 'Every environment',
            installation.version && `version ${installation.version}`,
          ]}
        />
      }
      meta={
        <span>
          Changed <Time at={installation.updatedAt} />
        </span>
      }
      actions={
        <>
          <LinkButton size="xs" variant="subtle" to="/sessions" search={{ agent: installation.agentId }}>
            Sessions
          </LinkButton>
          {props.mayManage && (
            <>
              <Button size="xs" variant="default" onClick={props.onEdit}>
                Edit
              </Button>
              <Switch
                size="xs"
                checked={active}
                disabled={change.isPending}
                aria-label={`Capture ${visibleText(agentName(installation.agentId))}`}
                onChange={(event) =>
                  change.mutate(
                    {
                      installationId: installation.installationId,
                      status: event.currentTarget.checked ? 'active' : 'disabled',
                    },
                    { onError: toastError },
                  )
                }
              />
            </>
          )}
        </>
      }
    />
  );
}

function AddInstallation(props: { agents: Agent[]; environments: Environment[]; onClose(): void }) {
  const create = useCreateInstallation();
  const [agentId, setAgentId] = useState(props.agents[0]?.agentId ?? '');
  const [environmentId, setEnvironmentId] = useState('');
  const [version, setVersion] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      {
        agentId: agentId as Parameters<typeof create.mutate>[0]['agentId'],
        ...(environmentId && { environmentId }),
        ...(version.trim() && { version: version.trim() }),
      },
      {
        onSuccess: () => {
          toast('Added.');
          props.onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={props.onClose} title="Add an agent">
      <form className={styles.stack} onSubmit={submit}>
        <NativeSelect
          label="Agent"
          value={agentId}
          onChange={(event) => setAgentId(event.currentTarget.value)}
          data={props.agents.map((agent) => ({ value: agent.agentId, label: agent.displayName }))}
          data-autofocus
        />
        <NativeSelect
          label="Environment"
          value={environmentId}
          onChange={(event) => setEnvironmentId(event.currentTarget.value)}
          data={[
            { value: '', label: 'Every environment' },
            ...props.environments.map((one) => ({
              value: one.environmentId,
              label: visibleText(environmentName(one)),
            })),
          ]}
        />
        <TextInput
          label="Version"
          placeholder="Optional"
          value={version}
          maxLength={100}
          onChange={(event) => setVersion(event.currentTarget.value)}
          error={create.error?.message}
        />
        <div className={styles.end}>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={agentId === ''}>
            Add
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function EditInstallation({ installation, onClose }: { installation: Installation; onClose(): void }) {
  const change = useChangeInstallation();
  const agentName = useAgentName();
  const [version, setVersion] = useState(installation.version ?? '');
  const [text, setText] = useState(JSON.stringify(installation.config ?? {}, null, 2));
  const config = readConfig(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!config.ok) return;
    change.mutate(
      {
        installationId: installation.installationId,
        config: config.value,
        ...(version.trim() && { version: version.trim() }),
      },
      {
        onSuccess: () => {
          toast('Saved.');
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={visibleText(agentName(installation.agentId))} size="lg">
      <form className={styles.stack} onSubmit={submit}>
        <TextInput
          label="Version"
          value={version}
          maxLength={100}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <Textarea
          className={styles.mono}
          label="Configuration"
          description="A JSON object, replaced whole."
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={config.ok ? change.error?.message : config.reason}
        />
        <div className={styles.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!config.ok}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
