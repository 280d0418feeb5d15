import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { machinePolicyQuery, useSetMachinePolicy } from '../../api/machine/machine-key.ts';
import styles from '../../ui/Form.module.css';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** The organization's choice; members see how it stands. */
export function MachineKeys({ mayManage }: { mayManage: boolean }) {
  const { data } = useQuery(machinePolicyQuery);
  const set = useSetMachinePolicy();
  return (
    <section className={styles.section}>
      <h2>Machines use their own key</h2>
      <p>
        Each machine that runs our recorder exchanges the organization secret for a key of its own, and
        nothing else writes to its sessions. Switched on, a secret only registers machines; clients that know
        nothing but the secret can send nothing more.
      </p>
      <Switch
        label={
          data?.ownKeyOnly
            ? 'On: a secret only registers machines'
            : 'Off: machines without a key use a secret'
        }
        checked={data?.ownKeyOnly ?? false}
        disabled={!mayManage || !data || set.isPending}
        onChange={(event) =>
          set.mutate(
            { ownKeyOnly: event.currentTarget.checked },
            {
              onSuccess: ({ ownKeyOnly }) =>
                toast(ownKeyOnly ? 'Machines use their own key.' : 'Machines may use a secret.'),
              onError: toastError,
            },
          )
        }
      />
    </section>
  );
}
