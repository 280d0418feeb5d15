import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataRequestsQuery, useAskDeletion, useWithdrawRequest } from '../../api/access/data-request.ts';
import { useMe } from '../../api/member.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import styles from '../../ui/Form.module.css';
import { Rows } from '../../ui/Page.tsx';
import { RequestRow } from '../../ui/person/RequestRow.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** A member asks that what is stored of them be deleted; an admin answers. */
export function AskDeletion() {
  const { data } = useQuery(dataRequestsQuery);
  const { member } = useMe();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const ask = useAskDeletion();
  const withdraw = useWithdrawRequest();
  const mine = data?.filter(({ userId }) => userId === member?.userId) ?? [];
  const isWaiting = mine.some(({ state }) => state === 'asked' || state === 'granted');
  return (
    <section className={styles.section} aria-label="Have it deleted">
      <h2>Have it deleted</h2>
      <p>
        You delete your sessions and comments one by one where they are, and take words out of all of them.
        Here you ask for all at once: your sessions and the words of your comments. An admin answers; what a
        legal hold keeps stays until it ends. Judgements, and that you did something, stay.
      </p>
      {mine.length > 0 && (
        <Rows label="Your requests">
          {mine.map((request) => (
            <RequestRow
              key={request.requestId}
              request={request}
              actions={
                request.state === 'asked' && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={withdraw.isPending}
                    onClick={() => withdraw.mutate(request.requestId, { onError: toastError })}
                  >
                    Take back
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
      {data && !isWaiting && (
        <div className={styles.buttons} style={{ marginTop: mine.length > 0 ? '0.75rem' : 0 }}>
          <Button variant="default" onClick={() => setOpen(true)}>
            Ask for deletion…
          </Button>
        </div>
      )}
      <Confirm
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Ask for the deletion of your sessions and comments?"
        action="Ask"
        busy={ask.isPending}
        onConfirm={() =>
          ask.mutate(reason.trim(), {
            onSuccess: () => {
              setOpen(false);
              toast('The admins are told.');
            },
            onError: toastError,
          })
        }
      >
        <p>Nothing is deleted before an admin says yes. What is deleted then is gone for good.</p>
        <Textarea
          label="Why (admins read it)"
          value={reason}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Confirm>
    </section>
  );
}
