import type { GatePolicy } from '@debrief/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { gatePolicyQuery, useSetGatePolicy } from '../../api/outbox/gate.ts';
import styles from '../../ui/Form.module.css';
import { toast, toastError } from '../../ui/toast/toast.ts';

type Rules = Omit<GatePolicy, 'repositories'>;

const names: Record<keyof Rules, string> = {
  unreviewed: 'Sessions that are not reviewed',
  openThreads: 'Open discussions',
  highFindings: 'Findings of high severity that nobody decided about',
  unknownCommits: 'Commits that no session is known of',
};

const levels = [
  { value: 'off', label: 'say nothing' },
  { value: 'warn', label: 'warn' },
  { value: 'fail', label: 'fail' },
];

/** What `debrief gate` says of a merge. */
export function GateForm() {
  const { data } = useQuery(gatePolicyQuery);
  const save = useSetGatePolicy();
  const [change, setChange] = useState<Partial<Rules>>({});
  if (!data) return null;
  const policy = { ...data, ...change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(policy, {
      onSuccess: () => {
        setChange({});
        toast('The gate goes by this from now on.');
      },
      onError: toastError,
    });
  };
  return (
    <section className={styles.section} data-testid="gate">
      <h2>Gate</h2>
      <p>
        What <code>debrief gate</code> says in your CI before a merge. It needs a token with the scope
        gate:read.
        {data.repositories.length > 0 && ` ${data.repositories.length} repositories have rules of their own.`}
      </p>
      <form className={styles.stack} onSubmit={submit}>
        {(Object.keys(names) as (keyof Rules)[]).map((rule) => (
          <NativeSelect
            key={rule}
            label={names[rule]}
            className={styles.grow}
            value={policy[rule]}
            data={levels}
            onChange={(event) =>
              setChange({ ...change, [rule]: event.currentTarget.value as Rules[typeof rule] })
            }
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit" disabled={Object.keys(change).length === 0} loading={save.isPending}>
            Change the gate
          </Button>
        </div>
      </form>
    </section>
  );
}
