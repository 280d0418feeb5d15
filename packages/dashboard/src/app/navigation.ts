import {
  IconBuilding,
  IconBulb,
  IconChartLine,
  IconChecklist,
  IconDeviceLaptop,
  IconFlag,
  IconGitBranch,
  IconHistory,
  IconInbox,
  IconKey,
  IconListDetails,
  IconLock,
  IconPlug,
  IconRobot,
  IconUsers,
} from '@tabler/icons-react';

/** The places of the dashboard in their groups; `g` and the letter goes there. */
export const places = [
  { to: '/sessions', name: 'Sessions', icon: IconListDetails, letter: 's', group: 'work' },
  { to: '/reviews', name: 'Today', icon: IconChecklist, letter: 'r', group: 'work' },
  { to: '/inbox', name: 'Inbox', icon: IconInbox, letter: 'i', group: 'work' },
  {
    to: '/repositories',
    name: 'Repositories',
    icon: IconGitBranch,
    letter: 'p',
    group: 'work',
    within: ['/repository', '/commit', '/file', '/pull'],
  },
  { to: '/insights', name: 'Insights', icon: IconChartLine, letter: 't', group: 'work' },
  { to: '/lessons', name: 'Lessons', icon: IconBulb, letter: 'n', group: 'work' },
  { to: '/members', name: 'Members', icon: IconUsers, letter: 'm', group: 'settings' },
  { to: '/environments', name: 'Environments', icon: IconDeviceLaptop, letter: 'e', group: 'settings' },
  { to: '/agents', name: 'Agents', icon: IconRobot, letter: 'a', group: 'settings' },
  { to: '/rules', name: 'Rules', icon: IconFlag, letter: 'u', group: 'settings' },
  { to: '/secrets', name: 'Secrets', icon: IconKey, letter: 'k', group: 'settings' },
  {
    to: '/organization',
    name: 'Organization',
    icon: IconBuilding,
    letter: 'o',
    group: 'settings',
    within: ['/webhooks'],
  },
  {
    to: '/privacy',
    name: 'Privacy',
    icon: IconLock,
    letter: 'y',
    group: 'settings',
    within: ['/held', '/my-data'],
  },
  // Last: it appears when the role is known, and must not move the others.
  { to: '/audit', name: 'Audit log', icon: IconHistory, letter: 'l', group: 'settings', manage: true },
  { to: '/connect', name: 'Connect a machine', icon: IconPlug, letter: 'c', group: 'aside', manage: true },
] as const;

/** What people come for, and what they set up once; between the two stand the views one has saved. */
export const placesOf = (
  visible: readonly NavigationPlace[],
  group: NavigationPlace['group'],
): readonly NavigationPlace[] => visible.filter((place) => place.group === group);

export type NavigationPlace = (typeof places)[number];

/** Whether a page belongs to a place though its address does not begin with the place's. */
export const isWithin = (place: NavigationPlace, path: string): boolean =>
  'within' in place && place.within.some((one) => path === one || path.startsWith(`${one}/`));

export const mayVisit = (place: NavigationPlace, mayManage: boolean): boolean =>
  !('manage' in place) || mayManage;
