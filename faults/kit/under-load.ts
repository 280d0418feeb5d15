import { type FaultRun, type Figures, settle } from './fault.ts';
import { Ledger } from './ledger.ts';
import { type Load, type LoadOptions, startLoad } from './load.ts';
import { World, type WorldOptions } from './world.ts';

export interface Scene {
  world: World;
  ledger: Ledger;
  load: Load;
}

export interface SceneOptions extends Pick<LoadOptions, 'patience' | 'rest'> {
  world?: Omit<WorldOptions, 'arrangement'>;
  sessions?: number;
  writers?: number;
  duplicates?: number;
}

/** The frame of most runs: writers at work, harm done to what they depend on, and everything read back in the end. */
export async function underLoad(
  { arrangement, random }: FaultRun,
  { world: place, sessions = 8, writers = 16, duplicates = 0.1, patience, rest }: SceneOptions,
  harm: (scene: Scene) => Promise<Figures>,
): Promise<Figures> {
  await using world = await World.create({ ...place, arrangement });
  const ledger = new Ledger();
  const load = startLoad({
    url: () => world.url,
    secret: world.team.secret,
    sessions: await Promise.all(Array.from({ length: sessions }, () => world.openSession())),
    writers,
    ledger,
    random,
    duplicates,
    ...(patience !== undefined && { patience }),
    ...(rest !== undefined && { rest }),
  });
  const figures = await harm({ world, ledger, load });
  await load.stop();
  return { ...figures, ...(await settle(world, ledger)) };
}
