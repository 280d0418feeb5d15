import type { Ending, Organization } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  downloadOrganization,
  endingQuery,
  useAskEnding,
  useWithdrawEnding,
} from '../../api/access/ending.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import styles from '../../ui/Form.module.css';
import { exact } from '../../ui/format.ts';
import { CopyLine } from '../../ui/text/Copy.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { save } from '../../ui/text/save-file.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** For owners: all of it taken along, and the organization deleted. */
export function EndingForm({ organization }: { organization: Organization }) {
  const { data } = useQuery(endingQuery);
  const download = useMutation({ mutationFn: downloadOrganization });
  const [isAsking, setAsking] = useState(false);
  const ending = data?.ending;
  return (
    <section className={styles.section} data-testid="ending">
      <h2>Take all of it along, delete the organization</h2>
      <p>
        The export has every session you may read with its events, findings, links and reviews, as lines of
        JSON. Deleting takes seven days in which only owners get in and any of them can take it back; then
        sessions, members, machines and everything else are gone for good. The audit log stays, without words.
      </p>
      {ending && <Waiting ending={ending} />}
      <div className={styles.buttons}>
        <Button
          variant="default"
          loading={download.isPending}
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (blob) => save([blob], 'debrief-organization.ndjson'),
              onError: toastError,
            })
          }
        >
          Export everything
        </Button>
        {data && !ending && (
          <Button variant="light" color="red" onClick={() => setAsking(true)}>
            Delete the organization…
          </Button>
        )}
      </div>
      {isAsking && <AskEnding organization={organization} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Waiting({ ending }: { ending: Ending }) {
  const withdraw = useWithdrawEnding();
  return (
    <div className={styles.panel} data-tone="accent" role="status">
      <h2>It is deleted on {exact(ending.closesAt)}</h2>
      <p className={styles.note}>
        Until then nobody but owners gets in; machines go on sending. The receipt is read here, also
        afterwards, by whoever has this address:
      </p>
      <CopyLine
        text={`${location.origin}/v1/endings/${ending.endingId}`}
        label="Copy the address of the receipt"
      />
      <div className={styles.end}>
        <Button
          loading={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => toast('The organization stays.'),
              onError: toastError,
            })
          }
        >
          Take it back
        </Button>
      </div>
    </div>
  );
}

function AskEnding({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const [name, setName] = useState('');
  const ask = useAskEnding();
  const isSame = name === organization.name;
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Delete the organization?"
      action="Delete in seven days"
      busy={ask.isPending}
      onConfirm={() => {
        if (isSame) ask.mutate(name, { onSuccess: onClose, onError: toastError });
      }}
    >
      <p>
        Everybody but owners is signed out at once. After seven days nothing brings it back; backups of this
        server that were made before still have it.
      </p>
      <TextInput
        label={
          <>
            Type its name, <Name text={organization.name} />
          </>
        }
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name !== '' && !isSame ? 'That is not its name.' : undefined}
      />
    </Confirm>
  );
}
