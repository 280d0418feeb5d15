import { type AddEndpoint, type EndpointKind, endpointTypes } from '@debrief/contract';
import { Button, Checkbox, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEndpoints } from '../../api/outbox/endpoint.ts';
import styles from '../../ui/Form.module.css';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { toast } from '../../ui/toast/toast.ts';
import own from './Webhooks.module.css';

export const kindNames: Record<EndpointKind, string> = {
  webhook: 'Webhook',
  slack: 'Slack and alike',
  teams: 'Teams',
  github: 'GitHub',
  gitlab: 'GitLab',
  forgejo: 'Forgejo or Gitea',
};

const notes: Record<EndpointKind, string> = {
  webhook: 'Your own program, by Standard Webhooks 1.0: signed, at least once, in order for each session.',
  slack: 'An incoming webhook of Slack, Mattermost or Rocket.Chat; of Discord with /slack at its end.',
  teams: 'A workflow of Teams: “When a Teams webhook request is received”.',
  github: 'The gate as a status of the newest commit of each pull request that its webhook tells of.',
  gitlab: 'The gate as a status of the newest commit of each merge request that its webhook tells of.',
  forgejo: 'The gate as a status of the newest commit of each pull request that its webhook tells of.',
};

/** What a forge is asked with, and where. */
const forges: Partial<Record<EndpointKind, { token: string; address: string }>> = {
  github: { token: 'Fine-grained: Commit statuses, read and write.', address: 'https://api.github.com' },
  gitlab: { token: 'Scope api, role Developer.', address: 'https://gitlab.com' },
  forgejo: { token: 'Scope write:repository.', address: 'https://forge.example.com' },
};

/** What most teams want to hear. */
const usual: NonNullable<AddEndpoint['types']> = [
  'finding.raised',
  'review.requested',
  'review.submitted',
  'thread.opened',
];

/** A forge has a token and no news to choose; all others the other way round. */
function sent({ types, credential, ...given }: AddEndpoint): AddEndpoint {
  const plain = { ...given, name: given.name.trim(), url: given.url.trim() };
  return forges[given.kind] ? { ...plain, credential: credential?.trim() } : { ...plain, types };
}

export function NewEndpoint({ onClose }: { onClose(): void }) {
  const { add } = useEndpoints();
  const [given, setGiven] = useState<AddEndpoint>({
    kind: 'webhook',
    name: '',
    url: '',
    types: usual,
    severity: 'high',
    withTitles: false,
  });
  const put = (change: Partial<AddEndpoint>) => setGiven({ ...given, ...change });
  const forge = forges[given.kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(sent(given), {
      onSuccess: ({ secret }) => {
        if (secret !== undefined) return;
        toast('It is told from now on.');
        onClose();
      },
    });
  };
  if (add.data?.secret !== undefined) {
    return <SecretOnce secret={add.data.secret} note="It verifies what arrives." onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title="Tell somebody of what happens here">
      <form className={styles.stack} onSubmit={submit}>
        <NativeSelect
          label="Kind"
          value={given.kind}
          onChange={(event) => put({ kind: event.currentTarget.value as EndpointKind })}
          data={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
        />
        <p className={styles.note}>{notes[given.kind]}</p>
        <TextInput
          label="Name"
          required
          maxLength={100}
          value={given.name}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          required
          type="url"
          placeholder={forge?.address ?? 'https://'}
          value={given.url}
          onChange={(event) => put({ url: event.currentTarget.value })}
          error={add.error?.message}
        />
        {forge ? (
          <PasswordInput
            label="Token"
            description={`${forge.token} It is kept encrypted and never shown.`}
            required
            autoComplete="off"
            value={given.credential ?? ''}
            onChange={(event) => put({ credential: event.currentTarget.value })}
          />
        ) : (
          <News given={given} put={put} />
        )}
        <div className={styles.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending} disabled={!forge && given.types?.length === 0}>
            Add
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What it is told. */
const News = ({ given, put }: { given: AddEndpoint; put(change: Partial<AddEndpoint>): void }) => (
  <>
    <Checkbox.Group
      label="News"
      value={given.types ?? []}
      onChange={(types) => put({ types: types as AddEndpoint['types'] })}
    >
      <div className={own.types}>
        {endpointTypes.map((type) => (
          <Checkbox key={type} value={type} label={type} />
        ))}
      </div>
    </Checkbox.Group>
    {given.types?.includes('finding.raised') && (
      <NativeSelect
        label="Findings from this severity on"
        value={given.severity ?? 'high'}
        onChange={(event) => put({ severity: event.currentTarget.value as 'low' | 'medium' | 'high' })}
        data={['high', 'medium', 'low']}
      />
    )}
    <Checkbox
      label="Send titles of sessions that everybody here may read"
      checked={given.withTitles ?? false}
      onChange={(event) => put({ withTitles: event.currentTarget.checked })}
    />
  </>
);

/** A secret that is shown this once. */
export const SecretOnce = ({ secret, note, onClose }: { secret: string; note: string; onClose(): void }) => (
  <Modal opened onClose={onClose} title="Your signing secret" closeOnClickOutside={false}>
    <div className={styles.stack}>
      <p className={styles.note}>Copy the secret now: it is not shown again. {note}</p>
      <CopyLine text={secret} label="Copy the secret" />
      <div className={styles.end}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  </Modal>
);
