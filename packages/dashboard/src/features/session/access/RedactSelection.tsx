import type { Session } from '@debrief/contract';
import { partText } from '@debrief/transcript';
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { useMe } from '../../../api/member.ts';
import { anchorOf, selectionIn } from '../review/thread/selection.ts';
import { findEntry } from '../review/thread/use-comment-here.ts';
import type { ReaderState } from '../use-reader.ts';

const RedactDialog = lazy(async () => ({ default: (await import('./RedactDialog.tsx')).RedactDialog }));

/** Takes words out that are selected in the transcript, as they stand in the record and not as they are drawn. */
export function useRedactSelection(
  session: Session,
  reader: ReaderState,
  root: RefObject<HTMLElement | null>,
): { redact: (() => void) | undefined; dialog: ReactNode } {
  const { member, mayManage } = useMe();
  const [words, setWords] = useState<string>();
  const isInCharge = mayManage || (member !== undefined && member.userId === session.authorUserId);
  const redact = useCallback(() => {
    const selection = selectionIn(root.current);
    if (!selection) return;
    const entry = findEntry(reader, selection.entryId);
    const { range } = anchorOf(selection, entry);
    const source = entry && partText(entry, selection.part, selection.path);
    setWords(range && source ? source.slice(...(range as [number, number])) : selection.selected.trim());
  }, [reader, root]);
  return {
    redact: isInCharge ? redact : undefined,
    dialog: words !== undefined && (
      <Suspense>
        <RedactDialog session={session} words={words} onClose={() => setWords(undefined)} />
      </Suspense>
    ),
  };
}
