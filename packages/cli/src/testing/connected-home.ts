import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homeOf } from '../home.ts';
import { writeSecret, writeSettings } from '../settings.ts';
import { type FakeServer, testSecret } from './fake-server.ts';
import { machineSettings } from './machine.ts';

/** The home of a person who ran `debrief connect`; this process believes that it is theirs until it is removed. */
export interface ConnectedHome {
  root: string;
  home: Home;
  remove(): Promise<void>;
}

export async function connectHome(server: FakeServer): Promise<ConnectedHome> {
  const root = await mkdtemp(join(tmpdir(), 'debrief-home-'));
  const own = { HOME: root, DEBRIEF_HOME: join(root, 'debrief') };
  const before = Object.keys(own).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, own);
  const home = homeOf();
  server.environments.set('env_1', { machineId: 'm' });
  await writeSecret(home, testSecret);
  await writeSettings(home, machineSettings({ server: server.url, environmentId: 'env_1', machineId: 'm' }));
  return {
    root,
    home,
    async remove() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}
