// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its links take the focus
import { Button, Loader, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { environmentsQuery } from '../../api/environment.ts';
import { useMe } from '../../api/member.ts';
import { useSample } from '../../api/session.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { plural } from '../../ui/format.ts';
import { useKeys } from '../../ui/keyboard.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { keepListPlace, keptScrollTop } from '../../ui/session/list-place.ts';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './SessionList.module.css';
import { columns, SessionRow } from './SessionRow.tsx';
import { useSessions } from './session-list.ts';
import { hasFilters, type SessionsSearch } from './sessions-search.ts';

export function SessionList({ search }: { search: SessionsSearch }) {
  const [kept] = useState(() => keptScrollTop(search));
  const [atTop, setAtTop] = useState(kept < 40);
  const list = useSessions(search, atTop);
  const { sessions, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const environments = useQuery(environmentsQuery);
  const narrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false });
  const height = narrow ? 88 : 54;
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const navigate = useNavigate();
  const rows = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    initialOffset: kept,
    getItemKey: (index) => sessions[index]?.sessionId ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps sizes, and is new on every render
  useEffect(() => {
    rows.measure();
  }, [height]);

  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= sessions.length - 15 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, sessions.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  useEffect(
    () => keepListPlace({ search: { ...search }, sessionIds: sessions.map((one) => one.sessionId) }),
    [search, sessions],
  );
  // Until the rows are there the list is too short to be scrolled.
  const isShown = sessions.length > 0;
  useLayoutEffect(() => {
    if (isShown && kept > 0 && scroller.current) scroller.current.scrollTop = kept;
  }, [isShown, kept]);

  const move = (step: number) => {
    const next = Math.max(0, Math.min(sessions.length - 1, chosen + step));
    setChosen(next);
    rows.scrollToIndex(next);
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

  if (list.error && sessions.length === 0)
    return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (list.isSuccess && !list.isPlaceholderData && sessions.length === 0)
    return <NoSessions search={search} />;

  const byId = new Map(environments.data?.map((one) => [one.environmentId, one]));
  return (
    <div
      className={styles.scroller}
      ref={scroller}
      onScroll={({ currentTarget: { scrollTop } }) => {
        setAtTop(scrollTop < 40);
        keepListPlace({ scrollTop });
      }}
      data-testid="session-list"
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
      <div role="table" aria-label="Sessions" aria-rowcount={sessions.length + 1} aria-busy={list.isPending}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.grid}>
            {columns.map((column) => (
              <span key={column.name} role="columnheader" className={styles[column.align]}>
                {column.name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {items.map((item) => {
            const session = sessions[item.index];
            return (
              session && (
                <SessionRow
                  key={item.key}
                  session={session}
                  environment={byId.get(session.environmentId)}
                  index={item.index}
                  top={item.start}
                  height={height}
                  chosen={item.index === chosen}
                />
              )
            );
          })}
          {list.isPending && (
            <div role="row">
              <div role="cell" className={styles.skeletons} aria-label="Loading">
                {Array.from({ length: 12 }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: twelve grey bars
                  <Skeleton key={index} height={height - 22} />
                ))}
              </div>
            </div>
          )}
        </div>
      </div>
      {isFetchingNextPage && (
        <div className={styles.more}>
          <Loader size="xs" role="img" aria-label="Loading more" />
        </div>
      )}
    </div>
  );
}

function NoSessions({ search }: { search: SessionsSearch }) {
  const { mayManage } = useMe();
  const sample = useSample();
  const navigate = useNavigate();
  if (hasFilters(search)) {
    return (
      <Empty icon={<IconListDetails size={22} />} title="Nothing matches" text="Fewer filters may show more.">
        <LinkButton to="/sessions" search={search.kind ? { kind: search.kind } : {}} variant="default">
          Clear the filters
        </LinkButton>
      </Empty>
    );
  }
  const test = search.kind === 'test';
  return (
    <Empty
      icon={<IconListDetails size={22} />}
      title={test ? 'No test sessions' : 'No sessions yet'}
      text={
        mayManage
          ? 'Connect a machine and the sessions of its coding agents appear here, live. Or look around with made-up ones first.'
          : 'As soon as a machine of your organization captures one, it appears here.'
      }
    >
      {mayManage && (
        <>
          <LinkButton to="/connect">Connect a machine</LinkButton>
          <Button
            variant="default"
            loading={sample.load.isPending}
            onClick={() =>
              sample.load.mutate(undefined, {
                onSuccess: () => void navigate({ to: '/sessions', search: { kind: 'test' } }),
                onError: toastError,
              })
            }
          >
            Load sample sessions
          </Button>
        </>
      )}
    </Empty>
  );
}
