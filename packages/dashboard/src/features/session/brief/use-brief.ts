import type { Brief, Session } from '@debrief/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../../../api/keys.ts';
import { briefQuery } from '../../../api/reading/brief.ts';
import { targetInAddress } from '../transcript/address.ts';

export interface ShownBrief {
  /** Absent until there is one. */
  brief: Brief | undefined;
  /** The whole of it is on the page; else the header has it in one line. */
  isOpen: boolean;
  toggle(): void;
  close(): void;
  onGo(sequence: number): void;
}

/** The brief of a session: whole for who arrives, in one line while somebody reads. */
export function useBrief(
  session: Session,
  { goTo, isReading }: { goTo(sequence: number): void; isReading: boolean },
): ShownBrief {
  const { sessionId, status, findings, statistics } = session;
  const queries = useQueryClient();
  const { data } = useQuery(briefQuery(sessionId, status === 'active'));
  const [isOpen, setOpen] = useState(() => !isReading && targetInAddress().sequence === undefined);
  useEffect(() => {
    if (isReading) setOpen(false);
  }, [isReading]);
  // The stream tells of what was folded and found before the next look.
  const told = JSON.stringify([statistics?.foldedTo, findings]);
  const heard = useRef(told);
  useEffect(() => {
    if (heard.current === told) return;
    heard.current = told;
    void queries.invalidateQueries({ queryKey: keys.brief(sessionId) });
  }, [told, queries, sessionId]);
  return {
    brief: data?.brief,
    isOpen,
    toggle: () => setOpen(!isOpen),
    close: () => setOpen(false),
    onGo(sequence) {
      setOpen(false);
      goTo(sequence);
    },
  };
}
