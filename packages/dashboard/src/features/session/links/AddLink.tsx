import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { findCommit, useDecideLink } from '../../../api/link.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './SessionLinks.module.css';

/** Links a commit by hand, by the beginning of its name. */
export function AddLink({ sessionId }: { sessionId: string }) {
  const decide = useDecideLink();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const prefix = typed.trim().toLowerCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    try {
      await decide.mutateAsync({ sessionId, sha: await findCommit(prefix), isLinked: true });
      setTyped('');
      toast('The commit is linked.');
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        aria-label="Link a commit"
        placeholder="Commit, 7 characters or more"
        value={typed}
        maxLength={64}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={fault}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={!/^[0-9a-f]{7,64}$/.test(prefix)}
        loading={decide.isPending}
      >
        Link
      </Button>
    </form>
  );
}
