import type { Tick } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../../api/member.ts';
import { reviewQuery, useReviewActions } from '../../../../api/review/review.ts';
import { toastError } from '../../../../ui/toast/toast.ts';
import { useDiscussion } from '../thread/discussion.ts';
import type { Tickable } from './ticked.ts';

export interface Ticks {
  all: readonly Tick[];
  /** The reader's own id. */
  me: string | undefined;
  /** Both the reader and what is ticked are known: a click is not lost. */
  isKnown: boolean;
  /** Over when the server has answered; a refusal is shown. */
  set(what: Tickable, ticked: boolean): Promise<void>;
}

const none: readonly Tick[] = [];

/** What members say to have read and checked of the session on the page. */
export function useTicks(): Ticks {
  const { sessionId } = useDiscussion();
  const { data } = useQuery(reviewQuery(sessionId));
  const actions = useReviewActions(sessionId);
  const { member } = useMe();
  const me = member?.userId;
  return {
    all: data?.ticks ?? none,
    me,
    isKnown: me !== undefined && data !== undefined,
    async set(what, ticked) {
      if (me !== undefined) await actions.tick({ ...what, ticked }, me).catch(toastError);
    },
  };
}
