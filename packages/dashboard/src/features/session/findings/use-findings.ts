import type { Session } from '@debrief/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { findingsQuery } from '../../../api/finding.ts';
import { keys } from '../../../api/keys.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { nextFinding, placesOf } from './places.ts';

/** What was found in the session, and the ways from one finding to the next. */
export function useFindings(
  session: Session,
  { selectedAt, goTo }: { selectedAt: number | undefined; goTo(sequence: number): void },
) {
  const { sessionId, findings, status } = session;
  const queries = useQueryClient();
  const { data: found } = useQuery(findingsQuery(sessionId, status === 'active'));
  // The stream tells of new counts before the next look.
  const counts = JSON.stringify(findings);
  useEffect(() => {
    if (counts) void queries.invalidateQueries({ queryKey: keys.findings(sessionId) });
  }, [counts, queries, sessionId]);
  const at = useMemo(() => placesOf(found), [found]);
  // Every row of the transcript reads it, so it changes only when the findings do.
  const latest = useRef(goTo);
  latest.current = goTo;
  const page = useMemo(() => ({ at, onGo: (sequence: number) => latest.current(sequence) }), [at]);
  return {
    found,
    page,
    next(step: 1 | -1) {
      const sequence = nextFinding(at, selectedAt ?? (step > 0 ? -1 : Number.POSITIVE_INFINITY), step);
      if (sequence === undefined) toast('No more findings.');
      else goTo(sequence);
    },
    /** Puts the cursor on the first verdict of the finding that is selected. */
    decide() {
      setTimeout(() => {
        const here = document.querySelector<HTMLElement>(
          '[data-testid="findings"] [data-here] [data-verdict]',
        );
        if (here) here.focus();
        else toast('Select a finding first, with h.');
      });
    },
  };
}
