import type { QueueTab } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconChecklist, IconPlayerTrackNext } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/member.ts';
import { queueQuery } from '../../api/review/review.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { useKeys } from '../../ui/keyboard.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { useQueue } from '../../ui/review/use-queue.ts';
import { QueueRow } from './QueueRow.tsx';
import styles from './Reviews.module.css';
import { useAssignMe } from './use-assign-me.ts';

const route = getRouteApi('/shell/reviews');

const tabs: { value: QueueTab; name: string }[] = [
  { value: 'turn', name: 'Your turn' },
  { value: 'open', name: 'Open' },
  { value: 'done', name: 'Done' },
];

/** The sessions that wait for a review: mine, all that are open, and those that are done. */
// Long because the tabs, the list and its keys share the chosen row.
export function Reviews() {
  const { tab = 'turn' } = route.useSearch();
  const navigate = useNavigate();
  const queue = useQueue();
  const { member } = useMe();
  const assignMe = useAssignMe();
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(0);
  const [isTaking, setTaking] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    queueQuery({ tab }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const turn = data?.pages[0]?.turn ?? 0;
  const at = Math.min(chosen, items.length - 1);

  const goTo = (next: QueueTab) => {
    setChosen(0);
    void navigate({ to: '/reviews', search: next === 'turn' ? {} : { tab: next }, replace: true });
  };
  const take = async () => {
    setTaking(true);
    await queue.next();
    setTaking(false);
  };
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
    1: () => goTo('turn'),
    2: () => goTo('open'),
    3: () => goTo('done'),
    Enter: () => {
      const sessionId = items[at]?.session.sessionId;
      if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } });
    },
    w: () => {
      const item = items[at];
      if (item && member) assignMe(item, member.userId);
    },
    b: () => void take(),
  });

  return (
    <Page
      title="Reviews"
      lead="Sessions of the team that somebody should look at."
      action={
        <Hint label="Hands you the session that has waited longest, for half an hour (b)">
          <Button
            leftSection={<IconPlayerTrackNext size={16} />}
            loading={isTaking}
            onClick={() => void take()}
          >
            Take the next
          </Button>
        </Hint>
      }
    >
      <PageTabs label="Reviews">
        {tabs.map(({ value, name }) => (
          <PageTab
            key={value}
            to="/reviews"
            search={value === 'turn' ? {} : { tab: value }}
            replace
            isCurrent={tab === value}
            count={value === 'turn' ? turn : 0}
          >
            {name}
          </PageTab>
        ))}
      </PageTabs>
      {error && items.length === 0 ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : items.length === 0 ? (
        <Nothing tab={tab} onOpen={() => goTo('open')} />
      ) : (
        <ul className={styles.list} ref={list} aria-label={tabs.find(({ value }) => value === tab)?.name}>
          {items.map((item, index) => (
            <QueueRow
              key={item.session.sessionId}
              item={item}
              me={member?.userId}
              isChosen={index === at}
              onAssign={() => member && assignMe(item, member.userId)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            More
          </Button>
        </div>
      )}
    </Page>
  );
}

function Nothing({ tab, onOpen }: { tab: QueueTab; onOpen(): void }) {
  const icon = <IconChecklist size={22} />;
  if (tab === 'turn')
    return (
      <Empty
        icon={icon}
        title="Nothing waits for you"
        text="Sessions you are asked to review, questions to you and answers to what you asked appear here. Press b to take the next open one."
      >
        <Button variant="default" onClick={onOpen}>
          Show all open sessions
        </Button>
      </Empty>
    );
  if (tab === 'open')
    return (
      <Empty
        icon={icon}
        title="Nothing is open"
        text="Every session that the policy asks to be reviewed has been. New ones appear here as agents work."
      >
        <LinkButton to="/sessions" variant="default">
          To the sessions
        </LinkButton>
      </Empty>
    );
  return (
    <Empty
      icon={icon}
      title="Nothing is done yet"
      text="Sessions that enough members have accepted appear here. Open one, press v, then 1 to accept it."
    />
  );
}
