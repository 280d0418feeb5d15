import {
  IconBookmark,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlug,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { viewsQuery } from '../api/saved-view.ts';
import { isShown, viewPages, viewSearch } from '../features/sessions/view-address.ts';
import { Brand } from '../ui/Brand.tsx';
import { paletteKey } from '../ui/keyboard.ts';
import { remembered } from '../ui/remembered.ts';
import { Name } from '../ui/text/Name.tsx';
import { visibleText } from '../ui/text/visible.ts';
import { useObservable } from '../use-observable.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { isWithin, type NavigationPlace, placesOf } from './navigation.ts';
import styles from './Shell.module.css';
import { UnreadBadge } from './UnreadBadge.tsx';

/** Whether the places stand without their names: where one reads, the room is for reading. Each is remembered. */
const slimElsewhere = remembered('slim-side', false);
const slimWhileReading = remembered('slim-side-reading', true);

interface Slim {
  isSlim: boolean;
  toggle(): void;
}

export function useSlim(): Slim {
  const isReading = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/sessions/'),
  });
  const choices = { elsewhere: useObservable(slimElsewhere), reading: useObservable(slimWhileReading) };
  const choice = isReading ? slimWhileReading : slimElsewhere;
  return {
    isSlim: isReading ? choices.reading : choices.elsewhere,
    toggle: () => choice.set(!choice.get()),
  };
}

/** The rail: the work, the views one has saved, the settings. */
export function Side(props: {
  visible: readonly NavigationPlace[];
  slim: Slim;
  organization: string | undefined;
  mayManage: boolean;
  open(what: 'palette' | 'keys'): void;
}) {
  const { visible, slim } = props;
  return (
    <>
      <SideTop onSearch={() => props.open('palette')} />
      <nav className={styles.nav} aria-label="Main">
        <PlaceGroup name="Work" places={placesOf(visible, 'work')} isSlim={slim.isSlim} />
        <SavedViews isSlim={slim.isSlim} />
        <PlaceGroup name="Settings" places={placesOf(visible, 'settings')} isSlim={slim.isSlim} />
      </nav>
      <div className={styles.foot}>
        {props.mayManage && (
          <Link to="/connect" className={styles.connect} {...(slim.isSlim && { title: 'Connect a machine' })}>
            <IconPlug size={17} stroke={1.7} aria-hidden />
            <span>Connect a machine</span>
          </Link>
        )}
        <SlimButton slim={slim} />
        <AccountMenu organization={props.organization} onKeys={() => props.open('keys')} />
      </div>
    </>
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

function PlaceGroup(props: { name: string; places: readonly NavigationPlace[]; isSlim: boolean }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <section className={styles.group} aria-label={props.name}>
      <h2 className={styles.groupName}>{props.name}</h2>
      {props.places.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={styles.link}
          activeProps={{ 'data-active': true }}
          {...(isWithin(place, path) && { 'data-active': true })}
          {...(props.isSlim && { title: place.name })}
        >
          <place.icon size={17} stroke={1.7} aria-hidden />
          <span>{place.name}</span>
          {place.to === '/inbox' && <UnreadBadge />}
        </Link>
      ))}
    </section>
  );
}

/** One's own views of the list and of Today, and the team's; nothing while there is none. */
function SavedViews({ isSlim }: { isSlim: boolean }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const address = useRouterState({ select: ({ location }) => location.searchStr });
  if (views.length === 0) return null;
  const page = (['sessions', 'today'] as const).find((one) => viewPages[one] === path);
  const search = page && viewSearch({ search: address.replace(/^\?/, ''), page });
  return (
    <section className={styles.group} aria-label="Views">
      <h2 className={styles.groupName}>Views</h2>
      {views.map((view) => (
        <Link
          key={view.viewId}
          to={viewPages[view.page]}
          search={viewSearch(view)}
          className={styles.link}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(page && search && isShown(view, { search, page }) && { 'data-active': true })}
          {...(isSlim && { title: visibleText(view.name) })}
        >
          {view.team ? (
            <IconUsers size={17} stroke={1.7} aria-label="Of the team" />
          ) : (
            <IconBookmark size={17} stroke={1.7} aria-hidden />
          )}
          <span className={styles.viewName}>
            <Name text={view.name} />
          </span>
        </Link>
      ))}
    </section>
  );
}

function SlimButton({ slim: { isSlim, toggle } }: { slim: Slim }) {
  const Icon = isSlim ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <button
      type="button"
      className={styles.slim}
      aria-pressed={isSlim}
      title={isSlim ? 'Show the names (s)' : 'Icons only (s)'}
      onClick={toggle}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{isSlim ? 'Show the names' : 'Icons only'}</span>
    </button>
  );
}
