import { Button, Skeleton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../api/member.ts';
import { queueQuery } from '../../../api/review/review.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Fault } from '../../../ui/Fault.tsx';
import { useKeys } from '../../../ui/keyboard.ts';
import styles from './Queue.module.css';
import { QueueRow } from './QueueRow.tsx';
import { useAssignMe, usePutBack } from './use-assign-me.ts';

/** Sessions one after the other: those that wait for me with what I hold, or those that are done. */
export function Queue({ tab, name }: { tab: 'turn' | 'done'; name: string }) {
  const navigate = useNavigate();
  const { member } = useMe();
  const assignMe = useAssignMe();
  const putBack = usePutBack();
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(0);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    queueQuery({ tab }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const at = Math.min(chosen, items.length - 1);
  const move = (step: number) => {
    setChosen(Math.max(0, Math.min(items.length - 1, at + step)));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useEffect(() => {
    list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
    if (chosen >= items.length - 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [chosen, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      const sessionId = items[at]?.session.sessionId;
      if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } });
    },
    w: () => {
      const item = items[at];
      if (item && member) assignMe(item, member.userId);
    },
    n: () => {
      const item = items[at];
      if (item?.reservation && item.reservation.userId === member?.userId)
        void putBack(item.session.sessionId);
    },
  });
  if (error && items.length === 0) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  if (items.length === 0) return <Nothing tab={tab} />;
  return (
    <>
      <ul className={styles.list} ref={list} aria-label={name}>
        {items.map((item, index) => (
          <QueueRow
            key={item.session.sessionId}
            item={item}
            me={member?.userId}
            isChosen={index === at}
            onAssign={() => member && assignMe(item, member.userId)}
            onPutBack={() => void putBack(item.session.sessionId)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            More
          </Button>
        </div>
      )}
    </>
  );
}

const Nothing = ({ tab }: { tab: 'turn' | 'done' }) =>
  tab === 'turn' ? (
    <Empty
      icon={<IconChecklist size={22} />}
      title="Nothing waits for you"
      text="Sessions you hold or are asked to review, questions to you and answers to what you asked appear here. Press b to take the next open one."
    />
  ) : (
    <Empty
      icon={<IconChecklist size={22} />}
      title="Nothing is done yet"
      text="Sessions that enough members have accepted appear here. Open one, press v, then 1 to accept it."
    />
  );
