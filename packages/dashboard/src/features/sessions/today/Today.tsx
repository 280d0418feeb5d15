import { Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { todayQuery } from '../../../api/review/review.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { useKeys } from '../../../ui/keyboard.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageTab, PageTabs } from '../../../ui/PageTabs.tsx';
import { useQueue } from '../../../ui/review/use-queue.ts';
import { Queue } from './Queue.tsx';
import { TodayGroups } from './TodayGroups.tsx';
import { type TodaySearch, todayQueryOf } from './today-search.ts';

const route = getRouteApi('/shell/reviews');

type Tab = TodaySearch['tab'];

const tabs: { value: Tab; name: string }[] = [
  { value: undefined, name: 'Open' },
  { value: 'turn', name: 'Your turn' },
  { value: 'done', name: 'Done' },
];

/** What the team has to look at: all that is open in groups, what waits for me, and what is done. */
export function Today() {
  const search = route.useSearch();
  const { tab } = search;
  const navigate = useNavigate();
  const queue = useQueue();
  const [isTaking, setTaking] = useState(false);
  // Also while another part is shown: how many wait for me stands on its tab.
  const { data } = useQuery(todayQuery(todayQueryOf(search)));
  const withTab = (next: Tab): TodaySearch => {
    const { tab: _, ...rest } = search;
    return { ...rest, ...(next && { tab: next }) };
  };
  const goTo = (next: Tab) => void navigate({ to: '/reviews', search: withTab(next), replace: true });
  const take = async () => {
    setTaking(true);
    await queue.next();
    setTaking(false);
  };
  useKeys({
    1: () => goTo(undefined),
    2: () => goTo('turn'),
    3: () => goTo('done'),
    b: () => void take(),
  });
  return (
    <Page
      title="Today"
      lead="What the team’s agents did and nobody has looked at yet, in groups of what it has in common."
      action={
        <Hint label="Opens what you hold, else the riskiest session, which nobody else gets for half an hour (b)">
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
      <PageTabs label="Today">
        {tabs.map(({ value, name }) => (
          <PageTab
            key={name}
            to="/reviews"
            search={withTab(value)}
            replace
            isCurrent={tab === value}
            count={value === 'turn' ? (data?.turn ?? 0) : 0}
          >
            {name}
          </PageTab>
        ))}
      </PageTabs>
      {tab ? (
        <Queue key={tab} tab={tab} name={tab === 'turn' ? 'Your turn' : 'Done'} />
      ) : (
        <TodayGroups search={search} />
      )}
    </Page>
  );
}
