import type { Notification } from '@debrief/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { inboxQuery, unread, useInboxActions } from '../../api/review/inbox.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { useKeys } from '../../ui/keyboard.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { useObservable } from '../../use-observable.ts';
import styles from './Inbox.module.css';
import { InboxSettings } from './InboxSettings.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { targetOf } from './notification-target.ts';
import { tomorrowMorning } from './notification-words.ts';

const route = getRouteApi('/shell/inbox');

const tabs = [
  { value: 'unread', name: 'Unread' },
  { value: 'all', name: 'All' },
  { value: 'settings', name: 'Settings' },
] as const;

/** What the member is told: asked to review, mentioned, answered. */
export function Inbox() {
  const { tab = 'unread' } = route.useSearch();
  const count = useObservable(unread);
  const actions = useInboxActions();
  return (
    <Page
      title="Inbox"
      lead="What happened in reviews that concerns you."
      action={
        tab !== 'settings' &&
        count > 0 && (
          <Button variant="default" onClick={() => void actions.readAll().catch(toastError)}>
            Mark all as read
          </Button>
        )
      }
    >
      <PageTabs label="Inbox">
        {tabs.map(({ value, name }) => (
          <PageTab
            key={value}
            to="/inbox"
            search={value === 'unread' ? {} : { tab: value }}
            replace
            isCurrent={tab === value}
            count={value === 'unread' ? count : 0}
          >
            {name}
          </PageTab>
        ))}
      </PageTabs>
      {tab === 'settings' ? <InboxSettings /> : <Lines state={tab} />}
    </Page>
  );
}

function Lines({ state }: { state: 'unread' | 'all' }) {
  const navigate = useNavigate();
  const actions = useInboxActions();
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(0);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxQuery(state),
  );
  const items = data?.pages.flatMap((page) => page.notifications) ?? [];
  const at = Math.min(chosen, items.length - 1);
  const current = items[at];

  const open = (item: Notification) => {
    if (item.state === 'unread')
      void actions.change(item.notificationId, { state: 'read' }).catch(toastError);
    void navigate(targetOf(item));
  };
  const change = (item: Notification, to: 'done' | 'unread' | 'read') =>
    void actions.change(item.notificationId, { state: to }).catch(toastError);
  const putOff = (item: Notification, until: Date) =>
    actions
      .change(item.notificationId, { state: 'unread', until: until.toISOString() })
      .then(() => toast('Put off.'), toastError);
  const move = (step: number) => {
    setChosen(Math.max(0, Math.min(items.length - 1, at + step)));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  useEffect(() => {
    if (chosen > 0) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => current && open(current),
    d: () => current && change(current, 'done'),
    u: () => current && change(current, 'unread'),
    z: () => current && void putOff(current, tomorrowMorning(new Date())),
  });

  if (error && items.length === 0) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  if (items.length === 0)
    return (
      <Empty
        icon={<IconInbox size={22} />}
        title={state === 'unread' ? 'Nothing new' : 'Nothing yet'}
        text="You are told here when somebody asks you to review, mentions or answers you. What waits for a review is on the page Today."
      >
        <LinkButton to="/reviews" variant="default">
          To the reviews
        </LinkButton>
      </Empty>
    );
  return (
    <>
      <ul className={styles.list} ref={list} aria-label="Notifications">
        {items.map((item, index) => (
          <NotificationRow
            key={item.notificationId}
            item={item}
            isChosen={index === at}
            onOpen={() => open(item)}
            onState={(to) => change(item, to)}
            onPutOff={(until) => void putOff(item, until)}
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
