import type { SessionReview } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useSessionAccess } from '../../../api/access/access.ts';
import { useAgentName } from '../../../api/agent.ts';
import { useMe } from '../../../api/member.ts';
import { Empty } from '../../../ui/Empty.tsx';
import styles from '../../../ui/Form.module.css';
import { plural } from '../../../ui/format.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Person } from '../../../ui/person/Person.tsx';
import { closedTitle } from '../../../ui/session/session-state.ts';
import { Time } from '../../../ui/Time.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { toast, toastError } from '../../../ui/toast/toast.ts';

/** In place of a session that one may not read: whose it is, and what one can do. */
export function ClosedSession({ review: { session } }: { review: SessionReview }) {
  const { mayManage } = useMe();
  const agentName = useAgentName();
  const { access, authorUserId } = session;
  return (
    <Page title={closedTitle(session) ?? 'Session'}>
      <Empty
        icon={<IconLock size={22} />}
        title={access?.isHeld ? 'Its author has not shared it yet' : 'You may not read this session'}
        text={
          access?.isHeld
            ? 'Until then only the author reads what is in it.'
            : 'It is for its author, for whoever is asked to review it, for those its repository is open to, and for admins.'
        }
      />
      <p className={styles.note}>
        {authorUserId && (
          <>
            <Person userId={authorUserId} />,{' '}
          </>
        )}
        <Name text={agentName(session.agentId)} />, <Time at={session.startedAt} />,{' '}
        {plural(session.eventCount, 'event')}
      </p>
      <div className={styles.stack}>
        {access?.isHeld ? mayManage && <Release sessionId={session.sessionId} /> : <Ask {...{ session }} />}
        <div>
          <LinkButton to="/sessions" variant="subtle" leftSection={<IconArrowLeft size={16} />}>
            Back to the sessions
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}

function Ask({ session: { sessionId, access, authorUserId } }: Pick<SessionReview, 'session'>) {
  const { ask } = useSessionAccess(sessionId);
  if (!authorUserId) return <p className={styles.note}>Nobody is known as its author: ask an admin.</p>;
  if (access?.request === 'asked') return <p role="status">You have asked. The author is told.</p>;
  return (
    <div>
      {access?.request === 'refused' && <p className={styles.note}>The author said no when you asked.</p>}
      <Button
        loading={ask.isPending}
        onClick={() => void ask.mutateAsync(undefined).then(() => toast('The author is told.'), toastError)}
      >
        Ask the author
      </Button>
    </div>
  );
}

/** An admin can, and says why. */
function Release({ sessionId }: { sessionId: string }) {
  const { release } = useSessionAccess(sessionId);
  const [reason, setReason] = useState('');
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void release.mutateAsync(reason.trim()).then(() => toast('It is shared.'), toastError);
      }}
    >
      <TextInput
        label="Share it without the author"
        description="The author is told, with your reason, and it is in the audit log."
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" disabled={reason.trim() === ''} loading={release.isPending}>
          Share it
        </Button>
      </div>
    </form>
  );
}
