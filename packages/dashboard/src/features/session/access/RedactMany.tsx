import { limits, type RedactionJob } from '@debrief/contract';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { redactionJobQuery, useRedactMany } from '../../../api/review/redaction.ts';
import { plural } from '../../../ui/format.ts';
import { toastError } from '../../../ui/toast/toast.ts';
import own from './RedactDialog.module.css';

const shortest = 4;

/** Words in many sessions: they are looked for first, which changes nothing and may take a while. */
export function RedactMany(props: {
  words: string;
  onWords(words: string): void;
  onBegin(): void;
  onClose(): void;
}) {
  const { words, onWords, onBegin, onClose } = props;
  const { look, confirm } = useRedactMany();
  const { data: job } = useQuery(redactionJobQuery(look.data?.jobId));
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!job) look.mutate(words, { onSuccess: onBegin, onError: toastError });
    else if (job.state === 'looked')
      confirm.mutate({ jobId: job.jobId, reason: reason.trim() }, { onError: toastError });
  };
  const isAsked = job?.state === 'looked' && !confirm.isSuccess;
  const hasAny = job !== undefined && job !== null && job.sessions > 0;
  return (
    <form onSubmit={submit}>
      <Textarea
        data-autofocus
        autosize
        minRows={1}
        maxRows={6}
        label="Words"
        description="Exactly as they stand there. They are taken out of every event, comment and title of all these sessions, of the search and of everything made of them."
        value={words}
        maxLength={limits.redactionText}
        disabled={look.isPending || look.isSuccess}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      {job && <HowFar job={job} />}
      {isAsked && hasAny && (
        <TextInput
          mt="sm"
          label="Why"
          description="Everybody who reads one of these sessions reads this, so not the words themselves."
          value={reason}
          maxLength={limits.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={job?.state === 'redacted' ? () => location.reload() : onClose}>
          {isAsked || !job ? 'Cancel' : 'Close'}
        </Button>
        {!job && (
          <Button
            type="submit"
            loading={look.isPending || look.isSuccess}
            disabled={words.trim().length < shortest}
          >
            Look for them everywhere
          </Button>
        )}
        {isAsked && hasAny && (
          <Button type="submit" color="red" loading={confirm.isPending} disabled={reason.trim() === ''}>
            Take them out of {plural(job.sessions, 'session')} for good
          </Button>
        )}
      </Group>
    </form>
  );
}

const states: Record<RedactionJob['state'], string> = {
  looking: 'Looking',
  looked: 'Looked through everything; nothing is changed yet',
  redacting: 'They are being taken out; this goes on when you close this window',
  redacted: 'They are gone',
  cancelled: 'Cancelled: nothing was changed',
};

function HowFar({ job: { state, total, looked, sessions, places, held, kept } }: { job: RedactionJob }) {
  return (
    <div className={own.found} role="status">
      {(state === 'looking' || state === 'redacting') && (
        <progress className={own.bar} aria-label="How far it is" max={Math.max(1, total)} value={looked} />
      )}
      <p>
        {states[state]}: {plural(places, 'place')} in {plural(sessions, 'session')}, {looked} of {total}{' '}
        looked through.
      </p>
      {held > 0 && (
        <p>
          {plural(held, 'session')} you may not read {held === 1 ? 'was' : 'were'} not looked at: if the words
          stand there, they stay.
        </p>
      )}
      {kept > 0 && <p>A legal hold keeps {plural(kept, 'session')}: the words stay there.</p>}
    </div>
  );
}
