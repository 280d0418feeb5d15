// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import type { Environment, Session } from '@debrief/contract';
import { Button, Loader, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { environmentsQuery } from '../../api/environment.ts';
import { Fault } from '../../ui/Fault.tsx';
import { plural } from '../../ui/format.ts';
import { useKeys } from '../../ui/keyboard.ts';
import { keepListPlace, keptScrollTop, useListPlace } from '../../ui/session/list-place.ts';
import { useObservable } from '../../use-observable.ts';
import { chosenColumns, gridOf, shownColumns } from './columns/columns.ts';
import { GroupHead } from './GroupHead.tsx';
import { type ListLine, linesOf } from './grouping.ts';
import { ListHead } from './ListHead.tsx';
import { NoSessions } from './NoSessions.tsx';
import styles from './SessionList.module.css';
import { type RowLook, SessionRow } from './SessionRow.tsx';
import { useSessions } from './session-list.ts';
import { groupOf, type SessionsSearch } from './sessions-search.ts';
import { type FetchAhead, useFetchAhead } from './use-fetch-ahead.ts';
import { useRepositoryName } from './use-repository-name.ts';

const groupHeight = 36;
/** Rows that are drawn beyond the screen; of the first screen fewer, which is seen the sooner. */
const [overscanAtFirst, overscanLater] = [1, 10];

export function SessionList({ search }: { search: SessionsSearch }) {
  const [kept] = useState(() => keptScrollTop(search));
  const [atTop, setAtTop] = useState(kept < 40);
  const list = useSessions(search, atTop);
  const { sessions } = list;
  const environments = useQuery(environmentsQuery);
  const look = useLook(search);
  const height = look.isNarrow ? 108 : 56;
  const isWhole = !list.hasNextPage;
  const lines = useMemo(() => linesOf(sessions, search, isWhole), [sessions, search, isWhole]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows({ lines, height, scroller, kept });
  const items = rows.getVirtualItems();
  useNextPage(list, { last: items.at(-1)?.index ?? 0, count: lines.length });
  useListPlace(scroller, { search, sessions, kept });
  const fetchAhead = useFetchAhead();
  const chosen = useChosen({ sessions, lines, rows, fetchAhead });

  if (list.error && sessions.length === 0)
    return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (list.isSuccess && !list.isPlaceholderData && sessions.length === 0)
    return <NoSessions search={search} />;

  const byId = new Map(environments.data?.map((one) => [one.environmentId, one]));
  const grid = gridOf(look.columns);
  return (
    <div
      className={styles.scroller}
      ref={scroller}
      onScroll={({ currentTarget: { scrollTop } }) => {
        setAtTop(scrollTop < 40);
        keepListPlace({ scrollTop });
      }}
      data-testid="session-list"
      style={{ '--columns': grid.template, '--least': grid.least } as CSSProperties}
    >
      {list.waiting > 0 && (
        <Button
          className={styles.waiting}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        >
          {plural(list.waiting, 'new session')}
        </Button>
      )}
      <div role="table" aria-label="Sessions" aria-rowcount={lines.length + 1} aria-busy={list.isPending}>
        <ListHead search={search} columns={look.columns} />
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {items.map((item) => (
            <Line
              key={item.key}
              line={lines[item.index]}
              at={{ top: item.start, rowIndex: item.index + 2 }}
              height={height}
              environments={byId}
              chosen={chosen}
              look={look}
              onLook={fetchAhead}
            />
          ))}
          {list.isPending && <LoadingRows height={height} />}
        </div>
      </div>
      {list.isFetchingNextPage && (
        <div className={styles.more}>
          <Loader size="xs" role="img" aria-label="Loading more" />
        </div>
      )}
    </div>
  );
}

/** How rows look: their columns, and what need not be said in each. */
function useLook(search: SessionsSearch): RowLook {
  const isNarrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false });
  const chosen = useObservable(chosenColumns);
  const repositoryOf = useRepositoryName();
  const group = groupOf(search);
  return useMemo(
    () => ({ columns: shownColumns(chosen), group, isNarrow, repositoryOf }),
    [chosen, group, isNarrow, repositoryOf],
  );
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Which lines are on the screen, and where. */
function useRows(props: {
  lines: readonly ListLine[];
  height: number;
  scroller: RefObject<HTMLDivElement | null>;
  kept: number;
}): Rows {
  const { lines, height } = props;
  const overscan = useDeferredValue(overscanLater, overscanAtFirst);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => props.scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'session' ? height : groupHeight),
    overscan,
    initialOffset: props.kept,
    getItemKey: (at) => {
      const line = lines[at];
      return line?.kind === 'session' ? line.session.sessionId : `${line?.kind} ${at}`;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps sizes, and is new on every render
  useEffect(() => {
    rows.measure();
  }, [height, lines]);
  return rows;
}

/** Asks for more sessions before the end of those that are loaded is on the screen. */
function useNextPage(
  list: ReturnType<typeof useSessions>,
  { last, count }: { last: number; count: number },
): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (last >= count - 15 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, count, hasNextPage, isFetchingNextPage, fetchNextPage]);
}

/** The session chosen with `j` and `k`, by its index; Enter opens it. */
function useChosen(props: {
  sessions: readonly Session[];
  lines: readonly ListLine[];
  rows: Rows;
  fetchAhead: FetchAhead;
}): number {
  const { sessions, lines, rows } = props;
  const [chosen, setChosen] = useState(-1);
  const navigate = useNavigate();
  const move = (step: number) => {
    const next = Math.max(0, Math.min(sessions.length - 1, chosen + step));
    setChosen(next);
    if (sessions[next]) props.fetchAhead(sessions[next].sessionId);
    rows.scrollToIndex(lines.findIndex((line) => line.kind === 'session' && line.index === next));
    // Enter is now for the chosen session, not for the link that happened to have the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      const session = sessions[chosen];
      if (session) void navigate({ to: '/sessions/$sessionId', params: { sessionId: session.sessionId } });
    },
  });
  return chosen;
}

function Line(props: {
  line: ListLine | undefined;
  at: { top: number; rowIndex: number };
  height: number;
  environments: ReadonlyMap<string, Environment>;
  chosen: number;
  look: RowLook;
  onLook: FetchAhead;
}) {
  const { line, at, environments, look } = props;
  if (!line) return null;
  if (line.kind === 'session') {
    const { session, index } = line;
    return (
      <SessionRow
        {...at}
        session={session}
        environment={environments.get(session.environmentId)}
        height={props.height}
        chosen={index === props.chosen}
        look={look}
        onLook={props.onLook}
      />
    );
  }
  const repository =
    line.kind === 'repository'
      ? look.repositoryOf(line.session, environments.get(line.session.environmentId))
      : undefined;
  return <GroupHead {...at} line={line} repository={repository} height={groupHeight} />;
}

function LoadingRows({ height }: { height: number }) {
  return (
    <div role="row">
      <div role="cell" className={styles.skeletons} aria-label="Loading">
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: twelve grey bars
          <Skeleton key={index} height={height - 22} />
        ))}
      </div>
    </div>
  );
}
