import { createContext, useContext } from 'react';
import { relativePath } from '../../ui/format.ts';

/** The folder the agent worked in; paths inside it are shown relative to it. */
export const WorkFolder = createContext<string | undefined>(undefined);

export const useRelative = (): ((path: string) => string) => {
  const folder = useContext(WorkFolder);
  return (path) => relativePath(path, folder);
};
