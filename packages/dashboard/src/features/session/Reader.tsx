import type { SessionReview } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import { Button } from '@mantine/core';
import { useClipboard, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { count } from '../../ui/format.ts';
import { useKeys } from '../../ui/keyboard.ts';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/Page.tsx';
import { listPlace, neighbour } from '../../ui/session/list-place.ts';
import { sessionTitle } from '../../ui/session/session-state.ts';
import { toast } from '../../ui/toast/toast.ts';
import { Details } from './details/Details.tsx';
import { captureVerdict } from './details/health.ts';
import { UsageOfLanes } from './details/lane-usage.ts';
import { paintFinds } from './find/paint-finds.ts';
import { useFind } from './find/use-find.ts';
import { Outline } from './Outline.tsx';
import { RawDialog } from './RawDialog.tsx';
import styles from './Reader.module.css';
import { SessionHeader } from './SessionHeader.tsx';
import { Toolbar } from './Toolbar.tsx';
import { firstSequence, isPrompt } from './transcript/entries.ts';
import { readingKeys } from './transcript/reading-keys.ts';
import { type ListHandle, TranscriptList } from './transcript/TranscriptList.tsx';
import { useDeepLink, writeSequence } from './transcript/use-deep-link.ts';
import type { Held } from './transcript/use-held-row.ts';
import { useReview } from './transcript/use-review.ts';
import { useTranscript } from './transcript/use-transcript.ts';
import { usePanels } from './use-panels.ts';
import { WorkFolder } from './work-folder.ts';

/** One session, read from top to bottom. */
export function Reader({ review: record }: { review: SessionReview }) {
  const { session, environment } = record;
  const reading = useTranscript(session.sessionId, session.agentId, session.status, session.eventCount);
  const { transcript, progress } = reading;
  const review = useReview(reading);
  const { rows, select, toggle } = review;
  const navigate = useNavigate();
  const clipboard = useClipboard();
  const now = useNow();
  const narrow = useMediaQuery('(max-width: 860px)', false, { getInitialValueInEffect: false });
  const [panels, setPanels] = usePanels(narrow);
  const [raw, setRaw] = useState<Entry>();
  const [follow, setFollow] = useState(session.status === 'active' && location.hash === '');
  const list = useRef<ListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Held>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the transcript is live; `version` says it moved
  const title = useMemo(
    () => session.title ?? transcript.summary().title ?? sessionTitle(session),
    [session, transcript, progress.version],
  );
  useTitle(title);

  const choose = useCallback(
    (entry: Entry) => {
      select(entry.id);
      writeSequence(firstSequence(entry));
    },
    [select],
  );
  /** Selects an entry and holds it in view, also where the rows that show it come later. */
  const goTo = useCallback(
    (entry: Entry | undefined) => {
      if (!entry) return;
      setFollow(false);
      choose(entry);
      setHeld({ key: entry.id });
    },
    [choose],
  );
  const goToSequence = (sequence: number) => {
    if (narrow) setPanels({ outline: false, details: false });
    goTo(review.reveal(sequence));
  };

  const link = useDeepLink(transcript, progress, session.eventCount, goToSequence);
  const finding = useFind(transcript, ({ id, around }) => {
    const entry = entryById(transcript.entries, id, around);
    review.uncover(entry, around);
    goTo(entry);
  });
  useEffect(() => {
    const root = stage.current;
    paintFinds(root, finding.text.trim());
    if (!root || finding.text.trim() === '') return;
    const repaint = new MutationObserver(() => paintFinds(root, finding.text.trim()));
    repaint.observe(root, { childList: true, subtree: true });
    return () => {
      repaint.disconnect();
      paintFinds(null, '');
    };
  }, [finding.text]);

  const onLink = useCallback(
    (entry: Entry) => {
      clipboard.copy(`${location.origin}${location.pathname}#${firstSequence(entry)}`);
      toast('Link copied.');
    },
    [clipboard.copy],
  );
  const selectedIndex = rows.findIndex((row) => row.key === review.selected);
  const selectedEntry = rows[selectedIndex]?.entry;

  useKeys(
    readingKeys({
      rows,
      at: () => (selectedIndex >= 0 ? selectedIndex : (list.current?.current() ?? 0) - 1),
      choose(index, align) {
        const entry = rows[index]?.entry;
        if (!entry) return;
        setFollow(false);
        choose(entry);
        list.current?.show(index, align);
      },
      none: (what) => toast(`No more ${what}.`),
      toggle: () => selectedEntry && toggle(selectedEntry),
      toggleAll: review.toggleAll,
      focus: () => review.setFocused(!review.focused),
      thinking: () => review.toggleLens('thinking'),
      find: () => field.current?.focus(),
      raw: () => selectedEntry && setRaw(selectedEntry),
      link: () => selectedEntry && onLink(selectedEntry),
      follow: () => setFollow(!follow),
      outline: () => setPanels({ ...panels, outline: !panels.outline }),
      details: () => setPanels({ ...panels, details: !panels.details }),
      top: () => list.current?.toTop(),
      end: () => list.current?.toEnd(),
      leave: () => void navigate({ to: '/sessions', search: listPlace.get().search }),
      neighbour: (step) => {
        const sessionId = neighbour(listPlace.get(), session.sessionId, step);
        if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } });
        else toast(step > 0 ? 'No next session in the list.' : 'No previous session in the list.');
      },
    }),
  );

  const verdict = captureVerdict({
    session,
    environment,
    loadedTo: progress.loadedTo,
    gaps: transcript.gaps,
    pendingParts: session.status === 'active' ? 0 : transcript.pendingParts(),
    now,
  });
  const currentPrompt = useMemo(() => promptBefore(rows, selectedIndex), [rows, selectedIndex]);
  const usageOf = useCallback((lanes: ReadonlySet<string>) => transcript.usageOf(lanes), [transcript]);
  const folder = session.repoRoot ?? transcript.summary().cwd;
  const nothing = rows.length === 0 && (progress.caughtUp || progress.error !== undefined);

  return (
    <WorkFolder value={folder}>
      <UsageOfLanes value={usageOf}>
        <div className={styles.reader} data-session={session.sessionId}>
          <SessionHeader review={record} reading={reading} verdict={verdict} title={title} />
          <Toolbar
            review={review}
            reading={reading}
            total={session.eventCount}
            finding={finding}
            field={field}
            panels={panels}
            onPanels={(next) =>
              // On a phone there is room for one of them.
              setPanels(
                narrow && next.outline && next.details
                  ? { ...next, outline: !panels.outline, details: !panels.details }
                  : next,
              )
            }
            follow={follow}
            onFollow={() => setFollow(!follow)}
          />
          <div className={styles.stage}>
            {panels.outline && (
              <aside className={styles.outline} aria-label="Outline">
                <Outline items={review.outline} current={currentPrompt} onGo={goToSequence} />
              </aside>
            )}
            <div className={styles.transcript} ref={stage}>
              {link.awaited !== undefined && progress.loadedTo > 0 && (
                <div className={styles.awaited}>
                  <span role="status">
                    Going to event {count(link.awaited)}…{' '}
                    {Math.floor((100 * progress.loadedTo) / link.awaited)} %
                  </span>
                  <Button size="compact-xs" variant="subtle" onClick={link.giveUp}>
                    Stay here
                  </Button>
                </div>
              )}
              {nothing ? (
                progress.error ? (
                  <Fault error={progress.error} retry={reading.retry} />
                ) : (
                  <Empty
                    title={session.eventCount === 0 ? 'Nothing captured yet' : 'Nothing to show'}
                    text={
                      session.eventCount === 0
                        ? 'Events appear here as they arrive.'
                        : 'All entries are of kinds that are switched off.'
                    }
                  />
                )
              ) : (
                <TranscriptList
                  rows={rows}
                  selected={review.selected}
                  isOpen={review.isOpen}
                  choice={review.choice}
                  follow={follow && progress.caughtUp}
                  onLeaveEnd={() => follow && setFollow(false)}
                  held={held}
                  onRelease={() => setHeld(undefined)}
                  handle={list}
                  onSelect={choose}
                  onToggle={toggle}
                  onRaw={setRaw}
                  onLink={onLink}
                />
              )}
            </div>
            {panels.details && (
              <aside className={styles.details} aria-label="Details">
                <Details review={record} reading={reading} verdict={verdict} onGo={goToSequence} />
              </aside>
            )}
          </div>
          {raw && <RawDialog sessionId={session.sessionId} entry={raw} onClose={() => setRaw(undefined)} />}
        </div>
      </UsageOfLanes>
    </WorkFolder>
  );
}

function promptBefore(rows: { entry: Entry; key: string }[], index: number): string | undefined {
  for (let at = index; at >= 0; at--) {
    const row = rows[at];
    if (row && isPrompt(row.entry)) return row.key;
  }
  return undefined;
}

function entryById(entries: readonly Entry[], id: string, around: readonly string[]): Entry | undefined {
  const [outer, ...inner] = around;
  if (outer === undefined) return entries.find((entry) => entry.id === id);
  const parent = entries.find((entry) => entry.id === outer);
  return parent?.kind === 'subagent' ? entryById(parent.entries, id, inner) : undefined;
}
