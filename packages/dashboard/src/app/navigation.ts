import {
  IconBuilding,
  IconChecklist,
  IconDeviceLaptop,
  IconFlag,
  IconGitBranch,
  IconHistory,
  IconInbox,
  IconKey,
  IconListDetails,
  IconPlug,
  IconRobot,
  IconUsers,
} from '@tabler/icons-react';

/** The places of the dashboard; `g` and the letter goes there. */
export const places = [
  { to: '/sessions', name: 'Sessions', icon: IconListDetails, letter: 's' },
  { to: '/reviews', name: 'Reviews', icon: IconChecklist, letter: 'r' },
  { to: '/inbox', name: 'Inbox', icon: IconInbox, letter: 'i' },
  {
    to: '/repositories',
    name: 'Repositories',
    icon: IconGitBranch,
    letter: 'p',
    within: ['/repository', '/commit', '/file', '/pull'],
  },
  { to: '/rules', name: 'Rules', icon: IconFlag, letter: 'u' },
  { to: '/environments', name: 'Environments', icon: IconDeviceLaptop, letter: 'e' },
  { to: '/agents', name: 'Agents', icon: IconRobot, letter: 'a' },
  { to: '/members', name: 'Members', icon: IconUsers, letter: 'm' },
  { to: '/secrets', name: 'Secrets', icon: IconKey, letter: 'k' },
  { to: '/organization', name: 'Organization', icon: IconBuilding, letter: 'o' },
  // Last: it appears when the role is known, and must not move the others.
  { to: '/audit', name: 'Audit log', icon: IconHistory, letter: 'l', manage: true },
  { to: '/connect', name: 'Connect a machine', icon: IconPlug, letter: 'c', manage: true, aside: true },
] as const;

export type Place = (typeof places)[number];

/** Whether a page belongs to a place though its address does not begin with the place's. */
export const isWithin = (place: Place, path: string): boolean =>
  'within' in place && place.within.some((one) => path === one || path.startsWith(`${one}/`));

export const mayVisit = (place: Place, mayManage: boolean): boolean => !('manage' in place) || mayManage;
