import { counted } from '../../text.ts';

export interface ImportChoice {
  value: '30d' | 'all' | 'none';
  label: string;
  hint?: string;
}

/** What can be imported when a machine is connected: nothing is offered that would send no session, or the same as another. */
export function importChoices(sessions: number, recentSessions: number): ImportChoice[] {
  const recent: ImportChoice = {
    value: '30d',
    label: 'The last 30 days',
    hint: counted(recentSessions, 'session'),
  };
  return [
    ...(recentSessions > 0 && recentSessions < sessions ? [recent] : []),
    { value: 'all', label: 'All', hint: counted(sessions, 'session') },
    { value: 'none', label: 'None' },
  ];
}
