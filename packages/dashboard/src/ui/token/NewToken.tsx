import type { IssuedToken, TokenScope } from '@debrief/contract';
import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIssueToken } from '../../api/access/token.ts';
import styles from '../Form.module.css';
import { CopyLine } from '../text/Copy.tsx';

const choices: { scope: TokenScope; label: string; description: string }[] = [
  {
    scope: 'sessions:read',
    label: 'Read sessions',
    description: 'What you may read, and nothing else.',
  },
  {
    scope: 'reviews:write',
    label: 'Reply in threads',
    description: 'Marked as by an agent for you; it never resolves or judges.',
  },
  { scope: 'gate:read', label: 'Ask for the gate', description: '“debrief gate” in CI.' },
  { scope: 'audit:read', label: 'Follow the audit log', description: 'For a SIEM. Admins only.' },
];

/** What needs no person. */
const ofOrganizations: readonly TokenScope[] = ['gate:read', 'audit:read'];

/** For a program of one's own, or for one of the organization. */
export function NewToken({ forOrganization, onClose }: { forOrganization: boolean; onClose(): void }) {
  const issue = useIssueToken();
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [scopes, setScopes] = useState<string[]>([forOrganization ? 'gate:read' : 'sessions:read']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    issue.mutate({
      name: name.trim(),
      days: Number(days),
      scopes: scopes as TokenScope[],
      ...(forOrganization && { forOrganization }),
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={issue.data ? 'Your new token' : 'New token'}
      // Once closed it is gone: a click beside the dialog shall not do that.
      closeOnClickOutside={!issue.data}
    >
      {issue.data ? (
        <Issued token={issue.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} className={styles.stack}>
          <TextInput
            label="Name"
            placeholder={forOrganization ? 'CI' : 'My agent'}
            description="So that you know later what to revoke."
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            error={issue.error?.message}
          />
          <Checkbox.Group label="What it may" value={scopes} onChange={setScopes}>
            <div className={styles.stack}>
              {choices
                .filter(({ scope }) => !forOrganization || ofOrganizations.includes(scope))
                .map(({ scope, label, description }) => (
                  <Checkbox key={scope} value={scope} label={label} description={description} />
                ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label="Days until it ends"
            type="number"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            min={1}
            max={365}
          />
          <div className={styles.end}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={issue.isPending}
              disabled={name.trim() === '' || scopes.length === 0}
            >
              Create
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

const Issued = ({ token, onClose }: { token: IssuedToken; onClose(): void }) => (
  <div className={styles.stack}>
    <p className={styles.note}>Copy it now: it is not shown again, and nobody can look it up.</p>
    <CopyLine text={token.token} label="Copy the token" />
    <div className={styles.end}>
      <Button onClick={onClose}>Done</Button>
    </div>
  </div>
);
