import { createContext } from 'react';

/** Id of the session that is read, for what links inside it. */
export const OpenedSession = createContext('');
