import type { HoldTime, Session } from '@debrief/contract';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  accessPolicyQuery,
  heldQuery,
  redactedQuery,
  useSessionAccess,
  useSetAccess,
} from '../../api/access/access.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact, plural } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { heldWords, holdChoices, holdNames } from '../../ui/session/hold-words.ts';
import { sessionTitle } from '../../ui/session/session-state.ts';
import { Time } from '../../ui/Time.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** One's own sessions that nobody else reads yet. */
export function Held() {
  const { data, error, refetch } = useQuery(heldQuery);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Yours, not yet shared"
      lead="Only you read these. Others see that they are there, whose they are and their figures, and no word of them."
    >
      {!data && <Skeleton height={120} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconLockOpen size={22} />}
          title="Nothing of yours is held"
          text="Sessions are held when your organization, their repository or you say so."
        />
      )}
      {data && data.length > 0 && (
        <Rows label="Sessions that are held">
          {data.map((session) => (
            <HeldRow key={session.sessionId} session={session} />
          ))}
        </Rows>
      )}
      <OwnHold />
    </Page>
  );
}

function HeldRow({ session }: { session: Session }) {
  const { sessionId, access } = session;
  const { data: redacted } = useQuery(redactedQuery(sessionId));
  const { release } = useSessionAccess(sessionId);
  return (
    <Row
      title={
        <Link to="/sessions/$sessionId" params={{ sessionId }}>
          <Name text={sessionTitle(session)} />
        </Link>
      }
      detail={<span>Held {access && heldWords(access, session.status === 'active', exact)}</span>}
      meta={
        <>
          <span>
            <Time at={session.startedAt} />
          </span>
          <span>{redacted ? redactedWords(redacted.total, redacted.isComplete) : ''}</span>
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          loading={release.isPending}
          onClick={() => void release.mutateAsync(undefined).then(() => toast('It is shared.'), toastError)}
        >
          Share now
        </Button>
      }
    />
  );
}

const redactedWords = (entries: number, isComplete: boolean): string =>
  entries === 0
    ? 'Nothing was taken out'
    : `Taken out in ${plural(entries, 'entry', 'entries')}${isComplete ? '' : ' or more'}`;

/** Longer than the policy says, never shorter. */
function OwnHold() {
  const { data } = useQuery(accessPolicyQuery);
  const { ownHold } = useSetAccess();
  return (
    <section className={styles.section}>
      <h2>Hold my next sessions</h2>
      <p>
        While a session runs and for this long after its end only you read it.
        {data &&
          data.policy.hold !== 'none' &&
          ` Your organization holds every session ${holdNames[data.policy.hold]}.`}{' '}
        The longer one counts.
      </p>
      <NativeSelect
        aria-label="Hold my next sessions"
        data={holdChoices}
        value={data?.ownHold ?? 'none'}
        disabled={!data || ownHold.isPending}
        onChange={(event) =>
          ownHold.mutate(event.currentTarget.value as HoldTime, {
            onSuccess: () => toast('Saved.'),
            onError: toastError,
          })
        }
      />
    </section>
  );
}
