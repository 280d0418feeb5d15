import type { SessionReview } from '@debrief/contract';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import { useKeys } from '../../ui/keyboard.ts';
import { useNow } from '../../ui/now.ts';
import { useTitle } from '../../ui/Page.tsx';
import { useQueue } from '../../ui/review/use-queue.ts';
import { listPlace, neighbour } from '../../ui/session/list-place.ts';
import { sessionState, sessionTitle } from '../../ui/session/session-state.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useObservable } from '../../use-observable.ts';
import { useRedactSelection } from './access/RedactSelection.tsx';
import { CodeBeside } from './beside/CodeBeside.tsx';
import { ShowFileContext } from './beside/show-file.ts';
import { useBeside } from './beside/use-beside.ts';
import { BriefView } from './brief/BriefView.tsx';
import { useBrief } from './brief/use-brief.ts';
import { ChangesView } from './changes/ChangesView.tsx';
import { Details } from './details/Details.tsx';
import { captureVerdict } from './details/health.ts';
import { fullWidth } from './diff/diff-look.ts';
import { termsOf } from './find/terms.ts';
import { useFind } from './find/use-find.ts';
import { useMarkedFinds } from './find/use-marked-finds.ts';
import { FindingsContext } from './findings/context.ts';
import { useFindings } from './findings/use-findings.ts';
import { Outline } from './outline/Outline.tsx';
import { RawDialog } from './RawDialog.tsx';
import styles from './Reader.module.css';
import { AssignDialog } from './review/AssignDialog.tsx';
import { ReviewBar } from './review/ReviewBar.tsx';
import { ReviewPanel } from './review/ReviewPanel.tsx';
import { reviewKeys } from './review/review-keys.ts';
import { CommentOnSelection } from './review/thread/CommentOnSelection.tsx';
import { DiscussionProvider, useSessionDiscussion } from './review/thread/discussion.ts';
import { ThreadOutline } from './review/thread/ThreadOutline.tsx';
import { useCommentHere } from './review/thread/use-comment-here.ts';
import { useThreadTour } from './review/thread/use-thread-tour.ts';
import { useLook } from './review/use-look.ts';
import { useReviewing } from './review/use-reviewing.ts';
import { SessionHeader } from './SessionHeader.tsx';
import { Stage } from './Stage.tsx';
import type { SessionSearch } from './session-search.ts';
import { SessionTime } from './strip/SessionTime.tsx';
import { OpenedSession } from './subagent/opened-session.ts';
import { useWayBack } from './subagent/use-way-back.ts';
import { Toolbar } from './Toolbar.tsx';
import { firstSequence } from './transcript/entries.ts';
import type { ReadEntry } from './transcript/kept-entries.ts';
import { readingKeys } from './transcript/reading-keys.ts';
import { usePanels } from './use-panels.ts';
import { useReader } from './use-reader.ts';
import { WorkFolder } from './work-folder.ts';

const AccessBar = lazy(async () => ({ default: (await import('./access/AccessBar.tsx')).AccessBar }));

const route = getRouteApi('/shell/sessions/$sessionId');

/** One session, read from top to bottom. */
// Long because it joins the parts of the page: header, tool bar, side columns, transcript or changes, keys.
export function Reader({ review: record }: { review: SessionReview }) {
  const { session, environment } = record;
  const search = route.useSearch();
  const navigate = useNavigate();
  const reader = useReader(session, search.agent);
  const { reading, review } = reader;
  const discussion = useSessionDiscussion(session.sessionId);
  const reviewing = useReviewing(session, reader);
  useLook(session.sessionId);
  const queue = useQueue();
  const now = useNow();
  const isNarrow = useMediaQuery('(max-width: 860px)', false, { getInitialValueInEffect: false });
  const [panels, setPanels] = usePanels(isNarrow);
  const isWide = useObservable(fullWidth) && search.view === 'changes' && !isNarrow;
  // What the link leads to is on screen first; what stands beside it takes as long again to draw.
  const isBesideDrawn = useDeferredValue(true, false);
  const [raw, setRaw] = useState<ReadEntry>();
  const field = useRef<HTMLInputElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const title = sessionTitle(session);
  useTitle(title);

  const setSearch = (part: { [K in keyof SessionSearch]?: SessionSearch[K] | undefined }) =>
    void navigate({
      to: '.',
      search: (old: object) =>
        Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value)),
      hash: location.hash.slice(1),
      replace: true,
      resetScroll: false,
    });
  const finding = useFind({
    sessionId: session.sessionId,
    initial: search.find ?? '',
    isReady: reading.start !== undefined,
    onText: (text) => text !== (search.find ?? '') && setSearch({ find: text }),
    onGo: (match, text) => {
      if (search.view || search.agent) setSearch({ view: undefined, agent: undefined });
      void reader.goToMatch(match, text);
    },
  });
  useMarkedFinds(stage, termsOf(finding.text), finding.matches[finding.at]?.sequence);

  const closeCovering = () => isNarrow && setPanels({ outline: false, details: false });
  const showTranscript = () => {
    closeCovering();
    if (search.view || search.agent) setSearch({ view: undefined, agent: undefined });
  };
  const goToSequence = (sequence: number) => {
    showTranscript();
    void reader.goToSequence(sequence);
  };
  useWayBack(search.agent, reader);
  const foldedTo = reading.model.reading?.foldedTo ?? session.statistics?.foldedTo ?? 0;
  const isBeside = search.beside === 'code' && search.view === undefined;
  const beside = useBeside(reader, session.sessionId, foldedTo, isBeside);
  const closeCode = () => setSearch({ beside: undefined });
  const toggleCode = () => (isBeside ? closeCode() : setSearch({ beside: 'code', view: undefined }));
  const shownPanels = isBeside || isWide ? { outline: false, details: false } : panels;
  const showFile = (path: string, sequence: number) => {
    closeCovering();
    beside.show(path, sequence);
    setSearch({ beside: 'code', view: undefined });
    void reader.goToSequence(sequence);
  };
  const leaveCode = (sequence: number) => {
    closeCode();
    void reader.goToSequence(sequence);
  };
  const { selectedEntry } = reader;
  const selectedAt = selectedEntry && firstSequence(selectedEntry);
  const brief = useBrief(session, {
    goTo: goToSequence,
    openThreads: discussion.threads.filter(({ state }) => state === 'open').length,
    // A link, a find or a selected entry: somebody reads already.
    isReading:
      finding.text !== '' ||
      search.view !== undefined ||
      search.agent !== undefined ||
      reader.isFollowing ||
      selectedAt !== undefined,
  });
  const tour = useThreadTour(reader, discussion, showTranscript);
  const comment = useCommentHere(reader, discussion, stage);
  const redaction = useRedactSelection(session, reader, stage);
  const { found, page, next, decide } = useFindings(session, { selectedAt, goTo: goToSequence });
  useKeys({
    ...reviewKeys({
      comment: () => comment(),
      thread: tour.step,
      markHere: reviewing.markHere,
      markEnd: reviewing.markEnd,
      review: () => reviewing.show('review'),
      assign: () => reviewing.show('assign'),
      next: () => void queue.next(session.sessionId),
      previous: () => queue.previous(session.sessionId),
    }),
    ...readingKeys({
      move: reader.move,
      jump: reader.jump,
      toggle: () => toggleSelected(reader),
      toggleAll: review.toggleAll,
      toggleTurn: () => reader.seen && review.toggleTurn(turnPlace(reader)),
      toggleTurns: review.toggleTurns,
      focus: () => review.setFocused(!review.isFocused),
      thinking: () => review.toggleLens('thinking'),
      find: () => field.current?.focus(),
      raw: () => selectedEntry && setRaw(selectedEntry),
      link: () => selectedEntry && reader.copyLink(selectedEntry),
      follow: () => reader.setFollowing(!reader.isFollowing),
      outline: () => setPanels({ ...panels, outline: !panels.outline }),
      details: () => setPanels({ ...panels, details: !panels.details }),
      changes: () => setSearch({ view: search.view ? undefined : 'changes' }),
      code: toggleCode,
      top() {
        reader.setFollowing(false);
        reader.list.current?.toTop();
      },
      end: () => reader.list.current?.toEnd(),
      finding: next,
      decide: () => {
        setPanels({ ...panels, details: true });
        decide();
      },
      leave: () =>
        isBeside && isNarrow
          ? closeCode()
          : search.agent === undefined
            ? void navigate({ to: listPlace.get().page, search: listPlace.get().search })
            : goToSequence(Number.parseInt(search.agent, 10)),
      neighbour(step) {
        const sessionId = neighbour(listPlace.get(), session.sessionId, step);
        if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } });
        else toast(step > 0 ? 'No next session in the list.' : 'No previous session in the list.');
      },
    }),
  });
  const state = sessionState(session, environment, now);
  const verdict = captureVerdict({
    session,
    state,
    environment,
    foldedTo,
    pendingParts: session.statistics?.pendingParts ?? 0,
    now,
  });
  return (
    <OpenedSession value={session.sessionId}>
      <WorkFolder value={session.repoRoot}>
        <FindingsContext value={page}>
          <DiscussionProvider value={discussion}>
            <ShowFileContext value={showFile}>
              <div className={styles.reader} data-session={session.sessionId}>
                <SessionHeader review={record} state={state} verdict={verdict} title={title} brief={brief} />
                {record.session.access && (
                  <Suspense>
                    <AccessBar session={record.session} />
                  </Suspense>
                )}
                {brief.isOpen && <BriefView {...brief} />}
                <ReviewBar
                  reviewing={reviewing}
                  findings={session.findings}
                  onFinding={() => next(1)}
                  onThread={() => tour.step(1)}
                  onComment={() => discussion.compose({ sequence: 0 })}
                />
                <Toolbar
                  review={review}
                  reading={reading}
                  state={state}
                  finding={finding}
                  field={field}
                  panels={isBeside ? shownPanels : panels}
                  onPanels={(next) => {
                    if (isBeside) closeCode();
                    // On a phone there is room for one of them.
                    setPanels(
                      isNarrow && next.outline && next.details
                        ? { outline: !panels.outline, details: !panels.details }
                        : next,
                    );
                  }}
                  isFollowing={reader.isFollowing}
                  onFollow={() => reader.setFollowing(!reader.isFollowing)}
                  view={search.view}
                  onView={(view) => setSearch({ view })}
                  hasCode={isBeside}
                  onCode={toggleCode}
                />
                {search.view === undefined && search.agent === undefined && (
                  <SessionTime reader={reader} brief={brief} discussion={discussion} onGo={goToSequence} />
                )}
                <div className={styles.stage}>
                  {shownPanels.outline && (
                    <aside className={styles.outline} aria-label="Outline">
                      {isBesideDrawn && (
                        <>
                          <ThreadOutline onGo={tour.go} />
                          <Outline
                            reading={reading}
                            seen={mainIndex(reader)}
                            asked={brief.brief?.asked.first}
                            onGo={(place) => {
                              showTranscript();
                              void reader.goTo(place);
                            }}
                          />
                        </>
                      )}
                    </aside>
                  )}
                  <div className={styles.transcript} ref={stage}>
                    {search.view === 'changes' ? (
                      <ChangesView
                        session={session}
                        foldedTo={foldedTo}
                        path={search.path}
                        onPath={(path) => setSearch({ path })}
                        onGo={goToSequence}
                      />
                    ) : (
                      <>
                        <Stage
                          session={session}
                          reader={reader}
                          mark={reviewing.mark}
                          agent={search.agent}
                          onRead={brief.close}
                          onRaw={setRaw}
                          onComment={comment}
                        />
                        <CommentOnSelection root={stage} onComment={comment} onRedact={redaction.redact} />
                        {redaction.dialog}
                      </>
                    )}
                    {reviewing.shown === 'review' && (
                      <ReviewPanel
                        sessionId={session.sessionId}
                        reviewing={reviewing}
                        foldedTo={foldedTo}
                        claims={found?.claims}
                      />
                    )}
                  </div>
                  {isBeside && (
                    <CodeBeside
                      beside={beside}
                      ways={{ model: reading.model, onGo: isNarrow ? leaveCode : goToSequence }}
                      onNextEdit={() => reader.jump('edit', 1)}
                      onClose={closeCode}
                    />
                  )}
                  {shownPanels.details && (
                    <aside className={styles.details} aria-label="Details">
                      {isBesideDrawn && (
                        <Details
                          review={record}
                          reading={reading}
                          verdict={verdict}
                          found={found}
                          selected={selectedAt}
                          onGo={goToSequence}
                        />
                      )}
                    </aside>
                  )}
                </div>
                {raw && (
                  <RawDialog sessionId={session.sessionId} entry={raw} onClose={() => setRaw(undefined)} />
                )}
                {reviewing.shown === 'assign' && <AssignDialog reviewing={reviewing} />}
              </div>
            </ShowFileContext>
          </DiscussionProvider>
        </FindingsContext>
      </WorkFolder>
    </OpenedSession>
  );
}

/** Opens or folds what is selected: an entry, or the run that it stands for. */
function toggleSelected({ review, selectedEntry }: ReturnType<typeof useReader>): void {
  const { selected, rows } = review;
  if (!selected || !selectedEntry) return;
  if (rows.run(rows.find(selected.lane, selected.index))?.isOpen === false) review.toggleRun(selected);
  else review.toggle(selectedEntry, selected);
}

/** Where in the main conversation the reader is, also inside a sub-agent. */
function mainIndex({ review: { rows }, seen }: ReturnType<typeof useReader>): number | undefined {
  return seen && rows.mainIndex(rows.find(seen.lane, seen.index));
}

/** The prompt of the turn that is selected, or else on screen. */
function turnPlace({ review, seen }: ReturnType<typeof useReader>) {
  const at = review.selected ?? seen ?? { lane: 0, index: 0 };
  const { rows } = review;
  return { lane: 0, index: review.promptOf(rows.mainIndex(rows.find(at.lane, at.index))) };
}
