import type { ClaimRequest } from '@debrief/contract';
import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { claimRequestsQuery, useDecideClaim } from '../../api/author.ts';
import { environmentName } from '../../api/environment.ts';
import styles from '../../ui/Form.module.css';
import { Row, Rows } from '../../ui/Page.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** Machines that have an author and that somebody else says are theirs; nothing is shown where there are none. */
export function ClaimRequests() {
  const { data } = useQuery({ ...claimRequestsQuery, refetchInterval: 30_000 });
  if (!data || data.length === 0) return null;
  return (
    <Box component="section" className={styles.section} mb="xl">
      <h2>Asked for</h2>
      <p>Somebody says that one of these machines is theirs. A yes gives them its sessions from then on.</p>
      <Rows label="Machines that are asked for">
        {data.map((request) => (
          <RequestRow key={`${request.environment.environmentId} ${request.userId}`} request={request} />
        ))}
      </Rows>
    </Box>
  );
}

function RequestRow({ request }: { request: ClaimRequest }) {
  const { environment, userId, requestedAt, mayDecide } = request;
  const decide = useDecideClaim();
  const answer = (accept: boolean, said: string) =>
    decide.mutate(
      { environmentId: environment.environmentId, userId, accept },
      { onSuccess: () => toast(said), onError: toastError },
    );
  return (
    <Row
      title={<Name text={environmentName(environment)} />}
      detail={
        <span>
          <Person userId={userId} /> asks for it
        </span>
      }
      meta={
        <>
          {environment.authorUserId && (
            <span>
              So far <Person userId={environment.authorUserId} />
            </span>
          )}
          <span>
            Asked <Time at={requestedAt} />
          </span>
        </>
      }
      actions={
        mayDecide ? (
          <>
            <Button size="xs" disabled={decide.isPending} onClick={() => answer(true, 'It is theirs now.')}>
              Give it to them
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={decide.isPending}
              onClick={() => answer(false, 'It stays where it is.')}
            >
              Decline
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={decide.isPending}
            onClick={() => answer(false, 'You no longer ask for it.')}
          >
            Take it back
          </Button>
        )
      }
    />
  );
}
