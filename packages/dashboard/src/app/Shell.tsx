import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { providerIsSilent } from '../api/auth.ts';
import { hasCode } from '../api/client.ts';
import { useMe } from '../api/member.ts';
import { organizationQuery } from '../api/organization.ts';
import { Brand } from '../ui/Brand.tsx';
import { Fault } from '../ui/Fault.tsx';
import { type KeyMap, useKeys } from '../ui/keyboard.ts';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { useObservable } from '../use-observable.ts';
import { mayVisit, type NavigationPlace, places } from './navigation.ts';
import styles from './Shell.module.css';
import { Side, useSlim } from './Side.tsx';
import { useInbox } from './UnreadBadge.tsx';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** What is open over the page: on a phone the menu, everywhere the palette or the sheet of keys. */
type Opened = 'menu' | 'palette' | 'keys' | undefined;

type Open = (opened: Opened) => void;

/** Navigation around every page that needs an organization. */
export function Shell() {
  const organization = useQuery(organizationQuery);
  const { mayManage } = useMe();
  const slim = useSlim();
  const [opened, open] = useOpened();
  useInbox();
  const visible = places.filter((place) => mayVisit(place, mayManage));
  useShellKeys(visible, { open, toggleSlim: slim.toggle });

  if (hasCode(organization.error, 'organization_not_found')) return <Navigate to="/welcome" replace />;

  return (
    <div className={styles.shell} data-slim={slim.isSlim || undefined}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <PhoneBar isMenuOpen={opened === 'menu'} open={open} />
      <div className={styles.side} data-open={opened === 'menu' || undefined}>
        <Side
          visible={visible}
          slim={slim}
          organization={organization.data?.name}
          mayManage={mayManage}
          open={open}
        />
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

function useShellKeys(
  visible: readonly NavigationPlace[],
  { open, toggleSlim }: { open: Open; toggleSlim(): void },
): void {
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

function ProviderNotice() {
  const isSilent = useObservable(providerIsSilent);
  if (!isSilent) return null;
  return (
    <div className={styles.banner} role="status">
      The identity provider does not answer. You stay signed in as long as possible.
    </div>
  );
}
