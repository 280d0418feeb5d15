import { ActionIcon } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPlug,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { providerIsSilent } from '../api/auth.ts';
import { hasCode } from '../api/client.ts';
import { useMe } from '../api/member.ts';
import { organizationQuery } from '../api/organization.ts';
import { Brand } from '../ui/Brand.tsx';
import { Fault } from '../ui/Fault.tsx';
import { type KeyMap, paletteKey, useKeys } from '../ui/keyboard.ts';
import { remembered } from '../ui/remembered.ts';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { useObservable } from '../use-observable.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { isWithin, mayVisit, type Place, places } from './navigation.ts';
import styles from './Shell.module.css';
import { UnreadBadge, useInbox } from './UnreadBadge.tsx';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** The names of the places may go, to leave room for reading. */
const slimSide = remembered('slim-side', false);
const toggleSlim = () => slimSide.set(!slimSide.get());

/** What is open over the page: on a phone the menu, everywhere the palette or the sheet of keys. */
type Opened = 'menu' | 'palette' | 'keys' | undefined;

type Open = (opened: Opened) => void;

/** Navigation around every page that needs an organization. */
export function Shell() {
  const organization = useQuery(organizationQuery);
  const { mayManage } = useMe();
  const isSlim = useObservable(slimSide);
  const [opened, open] = useOpened();
  useInbox();
  const visible = places.filter((place) => mayVisit(place, mayManage));
  useShellKeys(visible, open);

  if (hasCode(organization.error, 'organization_not_found')) return <Navigate to="/welcome" replace />;

  return (
    <div className={styles.shell} data-slim={isSlim || undefined}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <PhoneBar isMenuOpen={opened === 'menu'} open={open} />
      <div className={styles.side} data-open={opened === 'menu' || undefined}>
        <SideTop onSearch={() => open('palette')} />
        <SideLinks visible={visible} />
        <div className={styles.foot}>
          {mayManage && (
            <Link to="/connect" className={styles.connect} {...(isSlim && { title: 'Connect a machine' })}>
              <IconPlug size={17} stroke={1.7} aria-hidden />
              <span>Connect a machine</span>
            </Link>
          )}
          <SlimButton />
          <AccountMenu organization={organization.data?.name} onKeys={() => open('keys')} />
        </div>
      </div>
      <main className={styles.content} id="content" tabIndex={-1}>
        <ProviderNotice />
        {organization.error ? (
          <Fault error={organization.error} retry={() => void organization.refetch()} />
        ) : (
          // The page asks for what it shows while the organization is still on its way.
          <Outlet />
        )}
      </main>
      <Toasts />
      <Suspense>
        {opened === 'palette' && <Palette onClose={() => open(undefined)} />}
        {opened === 'keys' && <KeySheet onClose={() => open(undefined)} />}
      </Suspense>
    </div>
  );
}

function useOpened(): [Opened, Open] {
  const [opened, setOpened] = useState<Opened>();
  const path = useRouterState({ select: (state) => state.location.pathname });

  useEffect(() => {
    // A page was chosen: the phone's menu has done its work.
    if (path) setOpened((now) => (now === 'menu' ? undefined : now));
  }, [path]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpened((now) => (now === 'palette' ? undefined : 'palette'));
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return [opened, setOpened];
}

function useShellKeys(visible: readonly Place[], open: Open): void {
  const navigate = useNavigate();
  const keys: KeyMap = { '?': () => open('keys'), s: toggleSlim };
  for (const place of visible) keys[`g ${place.letter}`] = () => void navigate({ to: place.to });
  useKeys(keys);
}

function PhoneBar({ isMenuOpen, open }: { isMenuOpen: boolean; open: Open }) {
  return (
    <header className={styles.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
        aria-expanded={isMenuOpen}
        onClick={() => open(isMenuOpen ? undefined : 'menu')}
      >
        {isMenuOpen ? <IconX size={20} /> : <IconMenu2 size={20} />}
      </ActionIcon>
      <Brand />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search and commands"
        onClick={() => open('palette')}
      >
        <IconSearch size={18} />
      </ActionIcon>
    </header>
  );
}

function SideTop({ onSearch }: { onSearch(): void }) {
  return (
    <div className={styles.top}>
      <Link to="/sessions" className={styles.home} aria-label="Debrief, to the sessions">
        <Brand />
      </Link>
      <button type="button" className={styles.search} onClick={onSearch}>
        <IconSearch size={14} aria-hidden />
        <span>Search</span>
        <kbd>{paletteKey}</kbd>
      </button>
    </div>
  );
}

function SideLinks({ visible }: { visible: readonly Place[] }) {
  const isSlim = useObservable(slimSide);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className={styles.nav} aria-label="Main">
      {visible
        .filter((place) => !('aside' in place))
        .map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className={styles.link}
            activeProps={{ 'data-active': true }}
            {...(isWithin(place, path) && { 'data-active': true })}
            {...(isSlim && { title: place.name })}
          >
            <place.icon size={17} stroke={1.7} aria-hidden />
            <span>{place.name}</span>
            {place.to === '/inbox' && <UnreadBadge />}
          </Link>
        ))}
    </nav>
  );
}

function SlimButton() {
  const isSlim = useObservable(slimSide);
  const Icon = isSlim ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <button
      type="button"
      className={styles.slim}
      aria-pressed={isSlim}
      title={isSlim ? 'Show the names (s)' : 'Icons only (s)'}
      onClick={toggleSlim}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{isSlim ? 'Show the names' : 'Icons only'}</span>
    </button>
  );
}

function ProviderNotice() {
  const isSilent = useObservable(providerIsSilent);
  if (!isSilent) return null;
  return (
    <div className={styles.banner} role="status">
      The identity provider does not answer. You stay signed in as long as possible.
    </div>
  );
}
