import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rmdir, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';
import { type Home, pathsOf } from './home.ts';

const label = 'dev.debrief.recorder';

const unitPath = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd', 'user', 'debrief.service');
const agentPath = (): string => join(homedir(), 'Library', 'LaunchAgents', `${label}.plist`);

const variables = (): [string, string][] =>
  process.env.DEBRIEF_HOME ? [['DEBRIEF_HOME', process.env.DEBRIEF_HOME]] : [];

export function systemdUnit(home: Home, node = process.execPath): string {
  const word = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  const environment = variables().map(([name, value]) => `Environment=${word(`${name}=${value}`)}\n`);
  return `[Unit]
Description=Debrief recorder
After=network-online.target

[Service]
ExecStart=${word(node)} ${word(pathsOf(home).program)} record
${environment.join('')}Restart=on-failure
RestartSec=30
# Revoked, or another recorder runs: trying again helps nobody.
RestartPreventExitStatus=3 4 7
Nice=10

[Install]
WantedBy=default.target
`;
}

export function launchdAgent(home: Home, node = process.execPath): string {
  const text = (value: string) => `<string>${value.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</string>`;
  const environment = variables().map(([name, value]) => `<key>${name}</key>${text(value)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>Label</key>${text(label)}
  <key>ProgramArguments</key><array>${[node, pathsOf(home).program, 'record'].map(text).join('')}</array>
  <key>EnvironmentVariables</key><dict>${environment.join('')}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>Crashed</key><true/></dict>
  <key>ProcessType</key><string>Background</string>
  <key>StandardErrorPath</key>${text(pathsOf(home).log)}
</dict></plist>
`;
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** And the folders made for it, where nothing else is in them. */
async function removeFile(path: string): Promise<void> {
  await unlink(path);
  await rmdir(dirname(path))
    .then(() => rmdir(dirname(dirname(path))))
    .catch(() => {});
}

export async function installService(home: Home): Promise<string> {
  if (process.platform === 'darwin') {
    await mkdir(dirname(agentPath()), { recursive: true });
    await writeFile(agentPath(), launchdAgent(home));
    run('launchctl', 'unload', agentPath());
    if (!run('launchctl', 'load', '-w', agentPath()))
      throw new Failure(`launchctl did not load ${agentPath()}.`);
    return agentPath();
  }
  if (process.platform !== 'linux') {
    throw new Failure(
      'Services are for systemd and launchd. Here, start "debrief record --background" at login.',
    );
  }
  await mkdir(dirname(unitPath()), { recursive: true });
  await writeFile(unitPath(), systemdUnit(home));
  run('systemctl', '--user', 'daemon-reload');
  const enabled = run('systemctl', '--user', 'enable', 'debrief.service');
  if (!enabled || !run('systemctl', '--user', 'restart', 'debrief.service')) {
    await removeFile(unitPath());
    throw new Failure(
      'systemd does not run for this user. Use "debrief record --background"; hooks start it again.',
    );
  }
  return unitPath();
}

/** The service file, if there is one. */
export async function installedService(): Promise<string | undefined> {
  const path = process.platform === 'darwin' ? agentPath() : unitPath();
  return readFile(path).then(
    () => path,
    () => undefined,
  );
}

export async function removeService(): Promise<boolean> {
  const path = await installedService();
  if (!path) return false;
  if (process.platform === 'darwin') run('launchctl', 'unload', '-w', path);
  else run('systemctl', '--user', 'disable', '--now', 'debrief.service');
  await removeFile(path);
  if (process.platform === 'linux') run('systemctl', '--user', 'daemon-reload');
  return true;
}
