import { createContext, useContext } from 'react';

/** Opens a file beside the transcript as it was after an event; goes to that event, too. */
export type ShowFile = (path: string, sequence: number) => void;

export const ShowFileContext = createContext<ShowFile>(() => {});

export const useShowFile = (): ShowFile => useContext(ShowFileContext);
