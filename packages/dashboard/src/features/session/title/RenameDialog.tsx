import { limits, type Session } from '@debrief/contract';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { titlesQuery, useRenameSession } from '../../../api/session.ts';
import { Person } from '../../../ui/person/Person.tsx';
import { sessionTitle } from '../../../ui/session/session-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import styles from './RenameDialog.module.css';

/** Gives a session another title. Those it had stand below, and can be taken again. */
export function RenameDialog({ session, onClose }: { session: Session; onClose(): void }) {
  const { sessionId } = session;
  const [title, setTitle] = useState(sessionTitle(session));
  const rename = useRenameSession();
  const { data } = useQuery(titlesQuery(sessionId));
  const wanted = title.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '') return;
    rename.mutate(
      { sessionId, title: wanted },
      {
        onSuccess: () => {
          toast('The session has another title.');
          onClose();
        },
        onError: toastError,
      },
    );
  };
  const earlier = data?.titles.slice(0, -1).toReversed() ?? [];
  return (
    <Modal opened onClose={onClose} title="Rename the session">
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Title"
          description="For everybody in the organization. It is noted in the audit log."
          value={title}
          maxLength={limits.givenTitle}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {earlier.length > 0 && (
          <section className={styles.earlier} aria-label="Earlier titles">
            <h3>Earlier titles</h3>
            <ul>
              {earlier.map((one) => (
                <li key={one.givenAt + one.title}>
                  <button type="button" onClick={() => setTitle(one.title)} title="Take this one again">
                    <Visible text={one.title || 'Untitled session'} />
                  </button>
                  <span className={styles.by}>
                    {one.givenBy ? <Person userId={one.givenBy} /> : 'by itself'}
                    {one.givenBy && <Time at={one.givenAt} />}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={wanted === ''}>
            Rename
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
