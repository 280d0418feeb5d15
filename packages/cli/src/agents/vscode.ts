import { join } from 'node:path';
import type { Surroundings } from './agent.ts';

const flavours = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Antigravity'];
const servers = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.vscode-remote',
  '.cursor-server',
  '.windsurf-server',
];

/** The folder `User` of every flavour of VS Code, on this machine and where it serves a window elsewhere. */
export function userFolders({ env, home, platform }: Surroundings): string[] {
  const base =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? env.APPDATA || join(home, 'AppData', 'Roaming')
        : env.XDG_CONFIG_HOME || join(home, '.config');
  return [
    ...flavours.map((flavour) => join(base, flavour, 'User')),
    ...servers.map((server) => join(home, server, 'data', 'User')),
  ];
}
