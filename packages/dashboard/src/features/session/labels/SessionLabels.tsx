import { limits, type SessionReview } from '@debrief/contract';
import { Button, Popover } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keys } from '../../../api/keys.ts';
import { idempotencyKey } from '../../../api/review/idempotency-key.ts';
import { doMany, labelsQuery } from '../../../api/review/review.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Suggested } from '../../../ui/Suggested.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { toastError } from '../../../ui/toast/toast.ts';
import styles from './SessionLabels.module.css';

/** Puts a word of the team on the session, or takes it off. */
function useLabel(sessionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ label, isOn }: { label: string; isOn: boolean }) => {
      const deed = isOn ? 'label' : 'unlabel';
      const { refused } = await doMany({ deed, label, sessionIds: [sessionId] }, idempotencyKey());
      if (refused[0]) throw new Error(refused[0].message);
    },
    onError: toastError,
    onSettled: () =>
      Promise.all(
        [keys.session(sessionId), keys.labels, keys.reviews, keys.sessions].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** The words of the team on a session, each with a way to take it off, and a field for another. */
export function SessionLabels({ session }: Pick<SessionReview, 'session'>) {
  const { sessionId, labels = [] } = session;
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useLabel(sessionId);
  return (
    <section className={styles.labels} aria-label="Labels">
      {labels.map((label) => (
        <Chip key={label} tone="accent" title="Label">
          <Name text={label} />
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove the label ${visibleText(label)}`}
            disabled={isPending}
            onClick={() => mutate({ label, isOn: false })}
          >
            <IconX size={11} aria-hidden />
          </button>
        </Chip>
      ))}
      {labels.length < limits.labelsPerSession && (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
          <Popover.Target>
            <button type="button" className={styles.add} onClick={() => setOpen(!isOpen)}>
              <IconTag size={13} aria-hidden />
              {labels.length === 0 ? 'Label' : <span className={styles.hidden}>Label</span>}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <NewLabel
              isBusy={isPending}
              onAdd={(label) => mutate({ label, isOn: true }, { onSuccess: () => setOpen(false) })}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </section>
  );
}

function NewLabel(props: { isBusy: boolean; onAdd(label: string): void }) {
  const [word, setWord] = useState('');
  const known = useQuery(labelsQuery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (word.trim()) props.onAdd(word.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Suggested
        size="xs"
        label="Label"
        maxLength={limits.sessionLabel}
        value={word}
        data-autofocus
        onChange={(event) => setWord(event.currentTarget.value)}
        known={(known.data ?? []).map(({ label }) => label)}
      />
      <Button size="xs" type="submit" disabled={word.trim() === ''} loading={props.isBusy}>
        Add
      </Button>
    </form>
  );
}
