import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../disk.ts';
import { type Home, pathsOf } from '../../home.ts';
import { isMachineKey, type Settings } from '../../settings.ts';

/** A machine that this one is to a server it is not connected to now. */
export interface FormerMachine {
  server: string;
  environmentId: string;
  /** Its own key, by which the server knows it again. An organization secret is not kept. */
  key?: string;
  leftAt: number;
  away?: NonNullable<Settings['away']>;
}

const mostMachines = 20;
const mostAways = 50;

const settingsOf = (home: Home): string => join(pathsOf(home).memory, 'settings.json');
const machinesOf = (home: Home): string => join(pathsOf(home).memory, 'machines.json');

const readJson = <T>(path: string): Promise<T | undefined> =>
  readFile(path, 'utf8').then(
    (content) => JSON.parse(content) as T,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

/** The newest first. */
export const formerMachines = async (home: Home): Promise<FormerMachine[]> =>
  (await readJson<FormerMachine[]>(machinesOf(home))) ?? [];

/** The settings of a machine that is disconnected: its name, its pauses, what it does not record. */
export const formerSettings = (home: Home): Promise<Settings | undefined> => readJson(settingsOf(home));

/** Before the machine is connected to another server, or to none. */
export async function rememberMachine(
  home: Home,
  { server, environmentId, away }: Settings,
  secret: string | undefined,
): Promise<void> {
  const others = (await formerMachines(home)).filter((one) => one.environmentId !== environmentId);
  const machine: FormerMachine = {
    server,
    environmentId,
    leftAt: Date.now(),
    ...(isMachineKey(secret) && { key: secret }),
    ...(away && { away }),
  };
  await writeDurably(machinesOf(home), JSON.stringify([machine, ...others].slice(0, mostMachines)));
}

/** Everything that connecting again needs to go on where it was. */
export async function rememberConnection(
  home: Home,
  settings: Settings,
  secret: string | undefined,
): Promise<void> {
  await rememberMachine(home, settings, secret);
  // Hooks of commits are gone with the program that they run.
  const { markers: _, ...kept } = settings;
  await writeDurably(settingsOf(home), JSON.stringify(kept));
}

/** It is connected again: from now on the settings tell. */
export async function takeUpConnection(home: Home, environmentId: string): Promise<void> {
  const all = await formerMachines(home);
  const others = all.filter((one) => one.environmentId !== environmentId);
  if (others.length < all.length) await writeDurably(machinesOf(home), JSON.stringify(others));
  await rm(settingsOf(home), { force: true });
}

/** The stretches in which the machine was not connected as this one, with the one that ends now. */
export const awaysOf = ({ away = [], leftAt }: FormerMachine): NonNullable<Settings['away']> =>
  [...away, { from: leftAt, to: Date.now() }].slice(-mostAways);

/** What is kept of earlier connections, for who asks; undefined: nothing. */
export interface Kept {
  servers: string[];
  pauses: number;
}

export async function keptOf(home: Home): Promise<Kept | undefined> {
  const settings = await formerSettings(home).catch(() => undefined);
  const machines = await formerMachines(home).catch(() => []);
  if (!existsSync(pathsOf(home).memory)) return undefined;
  return { servers: machines.map(({ server }) => server), pauses: settings?.pauses.length ?? 0 };
}
