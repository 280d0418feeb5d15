import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { findCommit, useDecideLink, useDecidePullLink } from '../../../api/link.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './SessionLinks.module.css';

/** Links a commit or a pull request by hand, by the beginning of its name or by its address. */
export function AddLink({ sessionId }: { sessionId: string }) {
  const decide = useDecideLink();
  const decidePull = useDecidePullLink();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const text = typed.trim();
  const isAddress = /^https?:\/\/\S/i.test(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    try {
      if (isAddress) await decidePull.mutateAsync({ sessionId, url: text, isLinked: true });
      else await decide.mutateAsync({ sessionId, sha: await findCommit(text.toLowerCase()), isLinked: true });
      setTyped('');
      toast(isAddress ? 'The pull request is linked.' : 'The commit is linked.');
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        aria-label="Link a commit or a pull request"
        placeholder="Commit or address of a pull request"
        value={typed}
        maxLength={2048}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={fault}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={!isAddress && !/^[0-9a-f]{7,64}$/i.test(text)}
        loading={decide.isPending || decidePull.isPending}
      >
        Link
      </Button>
    </form>
  );
}
