import type { Session } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accessRequestsQuery, useSessionAccess } from '../../../api/access/access.ts';
import { exact } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/Person.tsx';
import { heldWords } from '../../../ui/session/hold-words.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import styles from './AccessBar.module.css';

/** Above a session that only its author reads yet, or that somebody asks for. */
export function AccessBar({ session }: { session: Session }) {
  const { access, sessionId } = session;
  const { release } = useSessionAccess(sessionId);
  if (!access) return null;
  return (
    <div className={styles.bar} role="status">
      {access.isHeld && (
        <>
          <span>
            Only you read this session {heldWords(access, session.status === 'active', exact)}. Others see
            that it is there, and its figures.
          </span>
          <Button
            size="compact-sm"
            loading={release.isPending}
            onClick={() => void release.mutateAsync(undefined).then(() => toast('It is shared.'), toastError)}
          >
            Share now
          </Button>
        </>
      )}
      {access.asking !== undefined && <Requests sessionId={sessionId} />}
    </div>
  );
}

function Requests({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(accessRequestsQuery(sessionId));
  const { decide } = useSessionAccess(sessionId);
  const answer = (userId: string, granted: boolean) =>
    void decide
      .mutateAsync({ userId, granted })
      .then(() => toast(granted ? 'They may read it.' : 'They are not let in.'), toastError);
  return data
    ?.filter(({ state }) => state === 'asked')
    .map(({ userId }) => (
      <span key={userId} className={styles.request}>
        <span>
          <Person userId={userId} /> asks to read it
        </span>
        <Button size="compact-sm" disabled={decide.isPending} onClick={() => answer(userId, true)}>
          Let them read
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={decide.isPending}
          onClick={() => answer(userId, false)}
        >
          No
        </Button>
      </span>
    ));
}
