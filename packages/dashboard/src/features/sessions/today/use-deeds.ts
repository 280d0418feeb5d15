import type { DoMany, ManyAnswer, ManyDeed } from '@debrief/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '../../../api/keys.ts';
import { idempotencyKey } from '../../../api/review/idempotency-key.ts';
import { doMany } from '../../../api/review/review.ts';
import { plural } from '../../../ui/format.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';

const doneWords: Record<ManyDeed, string> = {
  settle: 'accepted',
  ask: 'asked about',
  follow_up: 'sent back for a follow-up',
  assign: 'assigned',
  label: 'labelled',
  unlabel: 'without the label',
};

/** Does one thing about many sessions and remembers what was refused; that stays selected. */
export function useDeeds(onRefused: (sessionIds: string[]) => void) {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<ManyAnswer['refused']>([]);
  const [isBusy, setBusy] = useState(false);
  // The same deed tried again after a fault is the same request.
  const attempt = useRef({ text: '', key: '' });
  return {
    refused,
    isBusy,
    forget: () => setRefused([]),
    async run(deed: DoMany): Promise<boolean> {
      setBusy(true);
      const text = JSON.stringify(deed);
      if (attempt.current.text !== text) attempt.current = { text, key: idempotencyKey() };
      try {
        const answer = await doMany(deed, attempt.current.key);
        attempt.current = { text: '', key: '' };
        setRefused(answer.refused);
        onRefused(answer.refused.map(({ sessionId }) => sessionId));
        if (answer.done.length > 0)
          toast(`${plural(answer.done.length, 'session')} ${doneWords[deed.deed]}.`);
        if (deed.label !== undefined) void queries.invalidateQueries({ queryKey: keys.labels });
        await queries.invalidateQueries({ queryKey: keys.reviews });
        return true;
      } catch (error) {
        toastError(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
