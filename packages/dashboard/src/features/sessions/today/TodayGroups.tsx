import type { ManyDeed, TodayAnswer } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../api/member.ts';
import { todayQuery } from '../../../api/review/review.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Fault } from '../../../ui/Fault.tsx';
import { dollars, plural } from '../../../ui/format.ts';
import { useKeys } from '../../../ui/keyboard.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { keepListPlace } from '../../../ui/session/list-place.ts';
import { DeedBar } from './DeedBar.tsx';
import { DeedDialog } from './DeedDialog.tsx';
import { GroupSection } from './GroupSection.tsx';
import { isOpen, linesOf, meantBy, type TodayLine } from './lines.ts';
import styles from './Today.module.css';
import { TodayBar } from './TodayBar.tsx';
import { filtersIn, type TodaySearch, todayQueryOf } from './today-search.ts';
import { usePutBack } from './use-assign-me.ts';
import { useDeeds } from './use-deeds.ts';

/** Where somebody was before they opened a session: they come back to it. */
let leftAt: string | undefined;

const toggledIn = (set: ReadonlySet<string>, ids: readonly string[]): Set<string> =>
  ids.every((id) => set.has(id))
    ? new Set([...set].filter((id) => !ids.includes(id)))
    : new Set([...set, ...ids]);

/** Everything that is open, in groups, with the keys to go through them and one deed for many. */
export function TodayGroups({ search }: { search: TodaySearch }) {
  const { data, error, refetch } = useQuery(todayQuery(todayQueryOf(search)));
  return (
    <>
      <TodayBar search={search} />
      {error && !data ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} />
      ) : data.groups.length === 0 ? (
        <Nothing isFiltered={Object.keys(filtersIn(search)).length > 0} />
      ) : (
        <Groups today={data} search={search} />
      )}
      {data && <Settled settled={data.settled} />}
    </>
  );
}

// Long because the groups, their keys and the deeds share the cursor and what is selected.
function Groups({ today, search }: { today: TodayAnswer; search: TodaySearch }) {
  const { member } = useMe();
  const me = member?.userId;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ deed: ManyDeed; sessionIds: string[] }>();
  const lines = linesOf(today.groups, turned);
  const cursor = useCursor(lines);
  useWayBack(today, search);
  const putBack = usePutBack();
  const deeds = useDeeds((refused) => setSelected(new Set(refused)));
  const begin = (deed: ManyDeed, sessionIds = meantBy(cursor.line, selected)) => {
    if (sessionIds.length === 0) return;
    // One that was opened needs no second thought.
    const [only] = sessionIds;
    const isRead = today.groups.some(({ items }) =>
      items.some(({ sessionId, seen }) => sessionId === only && seen),
    );
    if (deed === 'settle' && sessionIds.length === 1 && isRead) void deeds.run({ deed, sessionIds });
    else setAsked({ deed, sessionIds });
  };
  const toggle = (id: string) => setTurned(toggledIn(turned, [id]));
  const clear = () => {
    setSelected(new Set());
    deeds.forget();
  };
  const skip = () => {
    const { line } = cursor;
    if (line?.kind === 'session' && line.item.reservation?.userId === me) void putBack(line.id);
    cursor.move(1);
  };
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Enter: () => {
      if (cursor.line?.kind === 'group') toggle(cursor.line.id);
      else cursor.open();
    },
    x: () => cursor.line && setSelected(toggledIn(selected, meantBy(cursor.line, new Set()))),
    f: () => begin('settle'),
    a: () => begin('ask'),
    u: () => begin('follow_up'),
    w: () => begin('assign'),
    l: () => begin('label'),
    L: () => begin('unlabel'),
    n: skip,
    Escape: clear,
  });
  return (
    <div className={styles.groups} ref={cursor.box}>
      <Summary today={today} />
      {today.groups.map((group) => (
        <GroupSection
          key={`${group.kind} ${group.key}`}
          group={group}
          me={me}
          isOpen={isOpen(group, turned)}
          cursorId={cursor.line?.id}
          selected={selected}
          onToggle={toggle}
          onSelect={(ids) => setSelected(toggledIn(selected, ids))}
          onDeed={(deed, ids) => begin(deed, ids)}
          onPutBack={(sessionId) => void putBack(sessionId)}
        />
      ))}
      {(selected.size > 0 || deeds.refused.length > 0) && (
        <DeedBar count={selected.size} refused={deeds.refused} onDeed={begin} onClear={clear} />
      )}
      {asked && (
        <DeedDialog
          {...asked}
          isBusy={deeds.isBusy}
          onClose={() => setAsked(undefined)}
          onDo={async (more) => {
            if (await deeds.run({ ...asked, ...more })) setAsked(undefined);
          }}
        />
      )}
    </div>
  );
}

/** From a session Esc leads back here, and J and K to its neighbours. */
function useWayBack({ groups }: TodayAnswer, search: TodaySearch): void {
  useEffect(
    () =>
      keepListPlace({
        page: '/reviews',
        search: { ...search },
        scrollTop: 0,
        sessionIds: groups.flatMap(({ items }) => items.map(({ sessionId }) => sessionId)),
      }),
    [groups, search],
  );
}

/** Which line the keys are at. It stays at its place when a line before it is done. */
function useCursor(lines: readonly TodayLine[]) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      lines.findIndex(({ id }) => id === leftAt),
    ),
  );
  const at = Math.min(place, lines.length - 1);
  const line = lines[at];
  useEffect(() => {
    box.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  });
  return {
    box,
    line,
    move(step: number) {
      setPlace(Math.max(0, Math.min(lines.length - 1, at + step)));
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    open() {
      if (line?.kind !== 'session') return;
      leftAt = line.id;
      const first = line.item.findings?.top[0];
      void navigate({
        to: '/sessions/$sessionId',
        params: { sessionId: line.id },
        ...(first && { hash: String(first.sequence) }),
      });
    },
  };
}

const keys = [
  ['f', 'fine'],
  ['a', 'ask'],
  ['u', 'follow-up'],
  ['n', 'skip'],
  ['x', 'select'],
] as const;

const Summary = ({ today }: { today: TodayAnswer }) => (
  <p className={styles.summary}>
    <span>
      {plural(today.sessions, 'open session')}
      {!today.isWhole && ', and more than that'}
    </span>
    <Keys />
  </p>
);

const Keys = () => (
  <span className={styles.keys}>
    {keys.map(([key, word]) => (
      <span key={key}>
        <kbd>{key}</kbd> {word}
      </span>
    ))}
  </span>
);

/** What nobody has to read, said as what it is. */
const Settled = ({ settled }: { settled: TodayAnswer['settled'] }) =>
  settled.sessions === 0 ? null : (
    <section className={styles.settled} aria-label="Settled by policy">
      <strong>{plural(settled.sessions, 'session')} settled by policy</strong>
      <span>in the last day · not read by a person · {dollars(settled.costUsd)}</span>
      <LinkButton
        to="/sessions"
        search={{ review: 'not_needed', since: '1d' }}
        variant="subtle"
        size="compact-sm"
      >
        Look at them
      </LinkButton>
    </section>
  );

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty
    icon={<IconChecklist size={22} />}
    title={isFiltered ? 'Nothing open fits' : 'Nothing is open'}
    text={
      isFiltered
        ? 'No session that waits for a review fits these filters.'
        : 'Every session that the policy asks to be reviewed has been. New ones appear here as agents work.'
    }
  >
    <LinkButton to="/sessions" variant="default">
      To the sessions
    </LinkButton>
  </Empty>
);
