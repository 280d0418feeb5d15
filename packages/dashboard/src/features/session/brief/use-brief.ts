import type { Session } from '@debrief/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { keys } from '../../../api/keys.ts';
import { briefQuery } from '../../../api/reading/brief.ts';

/** The brief of a session with the way to its events; undefined until there is one. */
export function useBrief(session: Session, goTo: (sequence: number) => void) {
  const { sessionId, status, findings, statistics } = session;
  const queries = useQueryClient();
  const { data } = useQuery(briefQuery(sessionId, status === 'active'));
  // The stream tells of what was folded and found before the next look.
  const told = JSON.stringify([statistics?.foldedTo, findings]);
  const heard = useRef(told);
  useEffect(() => {
    if (heard.current === told) return;
    heard.current = told;
    void queries.invalidateQueries({ queryKey: keys.brief(sessionId) });
  }, [told, queries, sessionId]);
  // The first row of the transcript reads it, so it changes only when the brief does.
  const latest = useRef(goTo);
  latest.current = goTo;
  const brief = data?.brief;
  return useMemo(() => brief && { brief, onGo: (sequence: number) => latest.current(sequence) }, [brief]);
}
