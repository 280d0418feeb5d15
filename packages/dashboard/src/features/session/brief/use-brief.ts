import { type Brief, runningMilliseconds, type Session } from '@debrief/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../../../api/keys.ts';
import { briefQuery } from '../../../api/reading/brief.ts';
import { targetInAddress } from '../transcript/address.ts';

export interface ShownBrief {
  /** Absent until there is one, and where there can be none. */
  brief: Brief | undefined;
  /** It is still to come: its room is kept. */
  isAwaited: boolean;
  /** The whole of it is on the page; else the header has it in one line. */
  isOpen: boolean;
  toggle(): void;
  close(): void;
  onGo(sequence: number): void;
}

/** A session that works tells of every step; its brief is looked at anew this often. */
const freshMs = 10_000;

/** The brief of a session: whole for who arrives, in one line while somebody reads. */
export function useBrief(
  session: Session,
  { goTo, isReading, openThreads }: { goTo(sequence: number): void; isReading: boolean; openThreads: number },
): ShownBrief {
  const { sessionId } = session;
  const { data, isError } = useQuery(briefQuery(sessionId));
  const [isOpen, setOpen] = useState(() => !isReading && targetInAddress().sequence === undefined);
  useEffect(() => {
    if (isReading) setOpen(false);
  }, [isReading]);
  useFreshBrief(session, openThreads);
  return {
    brief: data?.brief,
    isAwaited: data ? data.state === 'behind' && !data.brief : !isError,
    isOpen,
    toggle: () => setOpen(!isOpen),
    close: () => setOpen(false),
    onGo(sequence) {
      setOpen(false);
      goTo(sequence);
    },
  };
}

/** Asks again when the stream told of something that the brief shows, and once more when the session falls silent. */
function useFreshBrief(session: Session, openThreads: number): void {
  const { sessionId, status, findings, statistics, updatedAt } = session;
  const queries = useQueryClient();
  const told = JSON.stringify([status, statistics?.foldedTo, findings, openThreads]);
  const heard = useRef(told);
  useEffect(() => {
    if (heard.current === told) return;
    const ask = () => {
      heard.current = told;
      void queries.invalidateQueries({ queryKey: keys.brief(sessionId) });
    };
    const known = queries.getQueryState(keys.brief(sessionId))?.dataUpdatedAt ?? 0;
    const timer = setTimeout(ask, Math.max(0, known + freshMs - Date.now()));
    return () => clearTimeout(timer);
  }, [told, queries, sessionId]);
  useEffect(() => {
    if (status !== 'active') return;
    const silentIn = Date.parse(updatedAt) + runningMilliseconds - Date.now();
    if (silentIn <= 0) return;
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: keys.brief(sessionId) }),
      silentIn + 1000,
    );
    return () => clearTimeout(timer);
  }, [status, updatedAt, queries, sessionId]);
}
