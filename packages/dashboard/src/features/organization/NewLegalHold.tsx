import { type LegalHold, limits, type SetLegalHold } from '@debrief/contract';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLegalHolds } from '../../api/access/legal-hold.ts';
import { membersQuery } from '../../api/member.ts';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';

const day = 86_400_000;

const kinds = [
  { value: 'session', label: 'One session' },
  { value: 'repository', label: 'The sessions of a repository' },
  { value: 'member', label: 'The sessions of a member' },
];

/** One admin is enough to set it. */
export function NewLegalHold({ onClose }: { onClose(): void }) {
  const { set } = useLegalHolds();
  const [kind, setKind] = useState<LegalHold['kind']>('session');
  const [subject, setSubject] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted: SetLegalHold = {
      ...{ kind, subject: subject.trim(), reason: reason.trim() },
      until: new Date(`${until}T23:59:59Z`).toISOString(),
    };
    set.mutateAsync(wanted).then(
      ({ sessions }) => {
        onClose();
        toast(`In force: ${plural(sessions, 'session')} so far.`);
      },
      // What went wrong is shown above the buttons.
      () => {},
    );
  };
  const date = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
  return (
    <Modal opened onClose={onClose} title="Set a legal hold">
      <form onSubmit={submit} className={styles.stack}>
        <NativeSelect
          label="What is kept"
          data={kinds}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as LegalHold['kind']);
            setSubject('');
          }}
        />
        <Subject kind={kind} value={subject} onChange={setSubject} />
        <TextInput
          label="Why"
          description="Read by admins."
          required
          value={reason}
          maxLength={limits.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label="Until"
          description="It ends by itself at the end of that day (UTC)."
          type="date"
          required
          min={date(1)}
          max={date(limits.legalHoldDays - 1)}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        {set.error && <p role="alert">{set.error.message}</p>}
        <div className={styles.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={set.isPending}
            disabled={subject.trim() === '' || reason.trim() === '' || until === ''}
          >
            Keep it
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What of that kind. */
function Subject(props: { kind: LegalHold['kind']; value: string; onChange(subject: string): void }) {
  const { kind, value, onChange } = props;
  const { data: members = [] } = useQuery(membersQuery);
  return kind === 'member' ? (
    <NativeSelect
      label="Member"
      required
      data={[
        { value: '', label: 'Choose a member' },
        ...members.map(({ userId, email }) => ({ value: userId, label: email })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      label={kind === 'session' ? 'Id of the session' : 'Repository'}
      placeholder={kind === 'session' ? 'ses_…' : 'github.com/acme/shop'}
      required
      value={value}
      maxLength={limits.path}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
