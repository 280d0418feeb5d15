import { join } from 'node:path';
import type { Surroundings } from './agent.ts';

/** Where programs of a user keep what is theirs. */
export const dataHome = ({ env, home }: Surroundings): string =>
  env.XDG_DATA_HOME || join(home, '.local', 'share');

/** The same for programs that on Windows use the folder which stays on one machine. */
export const localDataHome = (where: Surroundings): string =>
  (where.platform === 'win32' && where.env.LOCALAPPDATA) || dataHome(where);
