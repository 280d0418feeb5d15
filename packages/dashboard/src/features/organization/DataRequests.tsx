import type { DataRequest } from '@debrief/contract';
import { Button, Modal, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataRequestsQuery, useDecideRequest } from '../../api/access/data-request.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { Rows } from '../../ui/Page.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { RequestRow } from '../../ui/person/RequestRow.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** For admins: members who want deleted what is stored of them, and what became of those who were removed. */
export function DataRequests() {
  const { data, error, refetch } = useQuery(dataRequestsQuery);
  const [answered, setAnswered] = useState<DataRequest>();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data?.length) return null;
  return (
    <section className={styles.section} data-testid="data-requests">
      <h2>Requests about members’ data</h2>
      <p>Members ask on “My data” that their sessions and comments be deleted.</p>
      <Rows label="Requests about members’ data">
        {data.map((request) => (
          <RequestRow
            key={request.requestId}
            request={request}
            actions={
              request.state === 'asked' && (
                <Button size="xs" variant="default" onClick={() => setAnswered(request)}>
                  Answer
                </Button>
              )
            }
          />
        ))}
      </Rows>
      {answered && <Answer request={answered} onClose={() => setAnswered(undefined)} />}
    </section>
  );
}

function Answer({ request, onClose }: { request: DataRequest; onClose(): void }) {
  const [answer, setAnswer] = useState('');
  const decide = useDecideRequest();
  const send = (granted: boolean) =>
    decide.mutate(
      { requestId: request.requestId, granted, answer: answer.trim() },
      {
        onSuccess: () => {
          toast(granted ? 'Granted; it is being deleted.' : 'Refused; they are told.');
          onClose();
        },
        onError: toastError,
      },
    );
  return (
    <Modal opened onClose={onClose} title="Delete what is stored about them?">
      <div className={styles.stack}>
        <p style={{ margin: 0 }}>
          <Person userId={request.userId} /> asks for it
          {request.reason ? (
            <>
              : “<Visible text={request.reason} />”
            </>
          ) : (
            '.'
          )}{' '}
          {plural(request.left, 'session')} with everything made of them, and the words of their comments,
          would be gone for good.
        </p>
        <Textarea
          label="Answer (needed to refuse)"
          value={answer}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      </div>
      <div className={styles.end}>
        <Button variant="default" onClick={onClose}>
          Later
        </Button>
        <Button
          variant="default"
          disabled={answer.trim() === ''}
          loading={decide.isPending}
          onClick={() => send(false)}
        >
          Refuse
        </Button>
        <Button color="red" loading={decide.isPending} onClick={() => send(true)}>
          Delete all of it
        </Button>
      </div>
    </Modal>
  );
}
