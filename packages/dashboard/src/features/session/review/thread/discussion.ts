import type { Anchor, Thread } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { type ThreadActions, threadsQuery, useThreadActions } from '../../../../api/review/thread.ts';
import { belongsTo } from './thread-place.ts';

/** The threads of the session that is read, and what is being written. */
export interface Discussion {
  sessionId: string;
  threads: readonly Thread[];
  isLoaded: boolean;
  actions: ThreadActions;
  /** Threads below an entry. */
  of(entry: Pick<Entry, 'id' | 'sequences'>): readonly Thread[];
  /** Where a new comment is being written. */
  composing: Anchor | undefined;
  compose(anchor: Anchor | undefined): void;
  /** The thread that was gone to. */
  chosen: string | undefined;
  choose(threadId: string | undefined): void;
}

const Context = createContext<Discussion | undefined>(undefined);
export const DiscussionProvider = Context.Provider;

export function useDiscussion(): Discussion {
  const found = useContext(Context);
  if (!found) throw new Error('A thread is shown outside of a session.');
  return found;
}

const none: readonly Thread[] = [];

export function useSessionDiscussion(sessionId: string): Discussion {
  const { data } = useQuery(threadsQuery(sessionId));
  const actions = useThreadActions(sessionId);
  const [composing, compose] = useState<Anchor>();
  const [chosen, choose] = useState<string>();
  const threads = data?.threads ?? none;
  const isLoaded = data !== undefined;
  const of = useCallback(
    (entry: Pick<Entry, 'id' | 'sequences'>) => {
      if (threads.length === 0) return none;
      const found = threads.filter((thread) => belongsTo(thread, entry));
      return found.length > 0 ? found : none;
    },
    [threads],
  );
  return useMemo(
    () => ({ sessionId, threads, isLoaded, actions, of, composing, compose, chosen, choose }),
    [sessionId, threads, isLoaded, actions, of, composing, chosen],
  );
}
