import type { Thread } from '@debrief/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../../ui/toast/toast.ts';
import { threadInAddress, writeThread } from '../../transcript/address.ts';
import type { ReaderState } from '../../use-reader.ts';
import type { Discussion } from './discussion.ts';
import { nextThread } from './thread-place.ts';

/** Going from thread to thread, and to the one the address names. */
export function useThreadTour(
  reader: ReaderState,
  discussion: Discussion,
  showTranscript: () => void,
): { go(thread: Thread): void; step(step: 1 | -1): void } {
  const { threads, isLoaded, choose } = discussion;
  const { goToSequence, list } = reader;
  const isReady = reader.reading.model.isReady && reader.reading.start !== undefined;
  const show = useRef(showTranscript);
  show.current = showTranscript;
  const showPart = useRef(reader.show);
  showPart.current = reader.show;

  // Each way takes a moment, and two may be under way: the one that was asked for last is the one to arrive.
  const lastWay = useRef(0);
  const go = useCallback(
    (thread: Thread) => {
      const way = ++lastWay.current;
      show.current();
      choose(thread.threadId);
      const goToEntry = async () => {
        if (thread.anchor.sequence === 0) list.current?.toTop();
        else await goToSequence(thread.anchor.sequence);
      };
      void goToEntry().then(() => {
        if (way !== lastWay.current) return;
        writeThread(thread.number);
        return showPart.current(() => cardOf(thread.number));
      });
    },
    [choose, goToSequence, list],
  );

  const known = useRef(threads);
  known.current = threads;
  // Read at once: where the threads come late, the page has noted by then what is in view instead.
  const [opened] = useState(threadInAddress);
  const isVisited = useRef(false);
  useEffect(() => {
    if (!isLoaded || !isReady) return;
    const visit = (wanted: number | string | undefined) => {
      if (wanted === undefined) return;
      const thread = known.current.find(({ number, threadId }) => number === wanted || threadId === wanted);
      if (thread) go(thread);
      else toast('There is no such thread here.', 'bad');
    };
    if (!isVisited.current) visit(opened);
    isVisited.current = true;
    const onHash = () => visit(threadInAddress());
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [isLoaded, isReady, go, opened]);

  return {
    go,
    step(step) {
      const { seen, review, reading } = reader;
      const at = review.selected ?? seen;
      const sequence = (at && reading.model.lane(at.lane)?.sequences[at.index]) ?? 0;
      const thread = nextThread(threads, { threadId: discussion.chosen, sequence }, step);
      if (thread) go(thread);
      else toast('No open threads.');
    },
  };
}

/** The card of a thread, once its row is drawn; below a long entry it has to be gone to by itself. */
const cardOf = (number: number): Element | undefined =>
  document.querySelector(`[data-testid="transcript"] [data-thread="${number}"]`) ?? undefined;
