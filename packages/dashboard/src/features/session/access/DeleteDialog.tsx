import type { Session } from '@debrief/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRemoveSession } from '../../../api/review/access.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { plural } from '../../../ui/format.ts';
import { sessionTitle } from '../../../ui/session/session-state.ts';
import { Visible } from '../../../ui/text/Visible.tsx';
import { toastError } from '../../../ui/toast/toast.ts';

/** Asks before a session is deleted, which nothing brings back. */
export function DeleteDialog({ session, onClose }: { session: Session; onClose(): void }) {
  const remove = useRemoveSession();
  const navigate = useNavigate();
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Delete this session?"
      action="Delete for good"
      busy={remove.isPending}
      // Not as a callback of "mutate": the page hears that the session is gone, and is over, before the answer is here.
      onConfirm={() =>
        void remove
          .mutateAsync(session.sessionId)
          .then(() => navigate({ to: '/erasures/$sessionId', params: session }), toastError)
      }
    >
      <p>
        <strong>
          <Visible text={sessionTitle(session)} />
        </strong>{' '}
        with its {plural(session.eventCount, 'event')}, its threads and reviews, and everything made of it is
        erased. Nothing brings it back, besides a backup of the operator.
      </p>
      <p>The machine may still have its own transcript. The deletion is noted in the audit log.</p>
    </Confirm>
  );
}
