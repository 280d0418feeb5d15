import type { Session } from '@debrief/contract';
import { sessionTitle } from '../../../ui/session/session-state.ts';

/** A name that any file system takes. */
export const fileName = (session: Session, extension: string): string => {
  const words = sessionTitle(session)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${words || 'session'}-${session.sessionId}.${extension}`;
};
