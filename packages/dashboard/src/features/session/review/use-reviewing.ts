import type { Session, SessionReviewDetail } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../api/member.ts';
import { type ReviewActions, reviewQuery, useReviewActions } from '../../../api/review/review.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import type { ReaderState } from '../use-reader.ts';
import { useSeen } from './mark/use-seen.ts';

/** The review of the session that is read, as the reader takes part in it. */
export interface Reviewing {
  detail: SessionReviewDetail | undefined;
  actions: ReviewActions;
  /** The reader's own id. */
  me: string | undefined;
  /** May ask others to review, and not only take part: admins and the author. */
  mayAssign: boolean;
  mayDismiss: boolean;
  /** How far the reader has said to have reviewed it, which everybody sees. */
  mark: number;
  /** How far it was on their screen, which nobody else sees. */
  seen: number;
  /** The last event that matters, or the last there is. */
  end: number;
  markHere(): void;
  markEnd(): void;
  /** Which of its dialogs is open. */
  shown: 'review' | 'assign' | undefined;
  show(dialog: 'review' | 'assign' | undefined): void;
}

export function useReviewing(session: Session, reader: ReaderState): Reviewing {
  const { sessionId } = session;
  const { data: detail } = useQuery(reviewQuery(sessionId));
  const actions = useReviewActions(sessionId);
  const { member, mayManage } = useMe();
  const me = member?.userId;
  const [shown, show] = useState<'review' | 'assign'>();
  const mark = detail?.marks.find(({ userId }) => userId === me)?.throughSequence ?? 0;
  const { seen, spanAt } = useSeen({
    sessionId,
    list: reader.list,
    reading: reader.reading,
    view: reader.review,
    known: detail?.seen,
  });
  const end = detail?.material || session.eventCount;
  const set = (through: number) => {
    if (through === mark) return;
    actions.mark(through, true).then(() => toast(`Reviewed to #${through}.`), toastError);
  };
  return {
    detail,
    actions,
    me,
    mayAssign: mayManage || (me !== undefined && detail?.authorUserId === me),
    mayDismiss: mayManage,
    mark,
    seen,
    end,
    markHere() {
      const { rows, selected } = reader.review;
      const row = selected?.lane === 0 ? rows.find(0, selected.index) : reader.list.current?.visible()?.last;
      const span = row === undefined || row < 0 ? undefined : spanAt(row);
      if (span) set(span[1]);
    },
    markEnd: () => set(Math.max(end, reader.reading.model.reading?.foldedTo ?? 0)),
    shown,
    show,
  };
}
