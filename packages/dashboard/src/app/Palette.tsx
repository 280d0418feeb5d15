import type { Snippet } from '@debrief/contract';
import { Loader, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAgentName } from '../api/agent.ts';
import { useMe } from '../api/member.ts';
import { Marked } from '../features/sessions/found/Marked.tsx';
import { useSessionSearch } from '../features/sessions/session-list.ts';
import { sessionTitle } from '../ui/session/session-state.ts';
import { Name } from '../ui/text/Name.tsx';
import { chooseTheme, shownTheme } from '../ui/theme/theme.ts';
import { useObservable } from '../use-observable.ts';
import { mayVisit, places } from './navigation.ts';
import styles from './Palette.module.css';

interface Item {
  id: string;
  icon: ReactNode;
  text: string;
  hint?: string;
  /** What was found, and where it stands in it. */
  snippet?: Snippet | undefined;
  act(): void;
}

/** Everything by typing: places, actions, and sessions by what was said in them. */
export function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { items, isFetching } = useItems(typed.trim());
  const chosen = Math.min(at, items.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const run = (item: Item | undefined) => {
    if (!item) return;
    onClose();
    item.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + items.length) % Math.max(1, items.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(items[chosen]);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      aria-label="Commands"
    >
      <div className={styles.field}>
        <IconSearch size={16} aria-hidden />
        <input
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search sessions, go anywhere…"
          role="combobox"
          aria-label="Search sessions and commands"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={items[chosen] ? `palette-${items[chosen].id}` : undefined}
        />
        {isFetching && <Loader size="xs" />}
      </div>
      <div className={styles.list} id="palette-list" role="listbox" aria-label="Results" ref={list}>
        {items.map((item, index) => (
          <Option
            key={item.id}
            item={item}
            isChosen={index === chosen}
            onRun={() => run(item)}
            onPoint={() => setAt(index)}
          />
        ))}
      </div>
    </Modal>
  );
}

function Option(props: { item: Item; isChosen: boolean; onRun(): void; onPoint(): void }) {
  const { item } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys; options are never focused
    <div
      id={`palette-${item.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={props.isChosen}
      className={styles.item}
      onClick={props.onRun}
      onMouseMove={props.onPoint}
    >
      {item.icon}
      <span className={styles.words}>
        <span className={styles.text}>
          <Name text={item.text} />
        </span>
        {item.snippet && (
          <span className={styles.snippet}>
            <Marked snippet={item.snippet} />
          </span>
        )}
      </span>
      {item.hint && (
        <span className={styles.hint}>
          <Name text={item.hint} />
        </span>
      )}
    </div>
  );
}

/** What the typed text leads to, sessions first. */
function useItems(typed: string): { items: Item[]; isFetching: boolean } {
  const navigate = useNavigate();
  const commands = useCommands().filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase()));
  const { sessions, isFetching } = useFoundSessions(typed);
  const search: Item = {
    id: 'search',
    icon: <IconSearch size={16} />,
    text: `Search all sessions for “${typed}”`,
    act: () => void navigate({ to: '/sessions', search: { q: typed, kind: 'all' } }),
  };
  return { items: [...sessions, ...commands, ...(typed ? [search] : [])], isFetching };
}

function useCommands(): Item[] {
  const navigate = useNavigate();
  const { mayManage } = useMe();
  const dark = useObservable(shownTheme) === 'dark';
  return [
    ...places
      .filter((place) => mayVisit(place, mayManage))
      .map((place) => ({
        id: place.to,
        icon: <place.icon size={16} />,
        text: place.name,
        hint: `g ${place.letter}`,
        act: () => void navigate({ to: place.to }),
      })),
    {
      id: 'theme',
      icon: dark ? <IconSun size={16} /> : <IconMoon size={16} />,
      text: dark ? 'Light theme' : 'Dark theme',
      act: () => chooseTheme(dark ? 'light' : 'dark'),
    },
  ];
}

function useFoundSessions(typed: string): { sessions: Item[]; isFetching: boolean } {
  const navigate = useNavigate();
  const agentName = useAgentName();
  const [q] = useDebouncedValue(typed, 150);
  const isLongEnough = q.length >= 2;
  const { data, isFetching } = useSessionSearch(isLongEnough ? { q, kind: 'all' } : {});
  const hits = isLongEnough ? (data?.pages[0]?.hits ?? []).slice(0, 8) : [];
  const sessions = hits.map(({ session, snippets }) => ({
    id: session.sessionId,
    icon: <IconFileText size={16} />,
    text: sessionTitle(session),
    hint: agentName(session.agentId),
    snippet: snippets.find(({ kind }) => kind !== 'title'),
    act: () =>
      void navigate({
        to: '/sessions/$sessionId',
        params: { sessionId: session.sessionId },
        ...(snippets[0]?.threadId
          ? { hash: snippets[0].threadId }
          : snippets[0] &&
            snippets[0].sequence > 0 && { hash: String(snippets[0].sequence), search: { find: q } }),
      }),
  }));
  return { sessions, isFetching };
}
