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
import { useObservable } from '../observable.ts';
import { Brand } from '../ui/Brand.tsx';
import { Fault } from '../ui/Fault.tsx';
import { type KeyMap, paletteKey, useKeys } from '../ui/keyboard.ts';
import { remembered } from '../ui/remembered.ts';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { mayVisit, places } from './navigation.ts';
import styles from './Shell.module.css';

import { UnreadBadge, useInbox } from './UnreadBadge.tsx';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** The names of the places may go, to leave room for reading. */
const slimSide = remembered('slim-side', false);

/** Navigation around every page that needs an organization. */
export function Shell() {
  const organization = useQuery(organizationQuery);
  const { mayManage } = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'menu' | 'palette' | 'keys' | undefined>();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const silent = useObservable(providerIsSilent);
  const isSlim = useObservable(slimSide);
  useInbox();

  useEffect(() => {
    // A page was chosen: the phone's menu has done its work.
    if (path) setOpen((now) => (now === 'menu' ? undefined : now));
  }, [path]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((now) => (now === 'palette' ? undefined : 'palette'));
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const visible = places.filter((place) => mayVisit(place, mayManage));
  const keys: KeyMap = { '?': () => setOpen('keys'), s: () => slimSide.set(!isSlim) };
  for (const place of visible) keys[`g ${place.letter}`] = () => void navigate({ to: place.to });
  useKeys(keys);

  if (hasCode(organization.error, 'organization_not_found')) return <Navigate to="/welcome" replace />;

  return (
    <div className={styles.shell} data-slim={isSlim || undefined}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.bar}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={open === 'menu' ? 'Close the menu' : 'Open the menu'}
          aria-expanded={open === 'menu'}
          onClick={() => setOpen(open === 'menu' ? undefined : 'menu')}
        >
          {open === 'menu' ? <IconX size={20} /> : <IconMenu2 size={20} />}
        </ActionIcon>
        <Brand />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search and commands"
          onClick={() => setOpen('palette')}
        >
          <IconSearch size={18} />
        </ActionIcon>
      </header>
      <div className={styles.side} data-open={open === 'menu' || undefined}>
        <div className={styles.top}>
          <Link to="/sessions" className={styles.home} aria-label="Debrief, to the sessions">
            <Brand />
          </Link>
          <button type="button" className={styles.search} onClick={() => setOpen('palette')}>
            <IconSearch size={14} aria-hidden />
            <span>Search</span>
            <kbd>{paletteKey}</kbd>
          </button>
        </div>
        <nav className={styles.nav} aria-label="Main">
          {visible
            .filter((place) => !('aside' in place))
            .map((place) => (
              <Link
                key={place.to}
                to={place.to}
                className={styles.link}
                activeProps={{ 'data-active': true }}
                {...(isSlim && { title: place.name })}
              >
                <place.icon size={17} stroke={1.7} aria-hidden />
                <span>{place.name}</span>
                {place.to === '/inbox' && <UnreadBadge />}
              </Link>
            ))}
        </nav>
        <div className={styles.foot}>
          {mayManage && (
            <Link to="/connect" className={styles.connect} {...(isSlim && { title: 'Connect a machine' })}>
              <IconPlug size={17} stroke={1.7} aria-hidden />
              <span>Connect a machine</span>
            </Link>
          )}
          <button
            type="button"
            className={styles.slim}
            aria-pressed={isSlim}
            title={isSlim ? 'Show the names (s)' : 'Icons only (s)'}
            onClick={() => slimSide.set(!isSlim)}
          >
            {isSlim ? (
              <IconLayoutSidebarLeftExpand size={17} stroke={1.7} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={17} stroke={1.7} aria-hidden />
            )}
            <span>{isSlim ? 'Show the names' : 'Icons only'}</span>
          </button>
          <AccountMenu organization={organization.data?.name} onKeys={() => setOpen('keys')} />
        </div>
      </div>
      <main className={styles.content} id="content" tabIndex={-1}>
        {silent && (
          <div className={styles.banner} role="status">
            The identity provider does not answer. You stay signed in as long as possible.
          </div>
        )}
        {organization.error ? (
          <Fault error={organization.error} retry={() => void organization.refetch()} />
        ) : (
          // The page asks for what it shows while the organization is still on its way.
          <Outlet />
        )}
      </main>
      <Toasts />
      <Suspense>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'keys' && <KeySheet onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  );
}
