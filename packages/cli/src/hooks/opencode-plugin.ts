import { type Home, pathsOf } from '../home.ts';

export const pluginHeader = '// Written by "debrief hooks install"; "debrief hooks remove" deletes it.';

/** Runs inside opencode: must not throw, wait or print. */
export function opencodePlugin(home: Home): string {
  return `${pluginHeader}
import { spawn } from 'node:child_process';

const shim = ${JSON.stringify(pathsOf(home).shim)};
const heard = new Set(['session.created', 'session.idle', 'session.error', 'session.compacted']);

export const Debrief = async () => ({
  event: async ({ event }) => {
    if (!heard.has(event.type)) return;
    try {
      const child = spawn(shim, ['opencode', event.type], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
      child.on('error', () => {});
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify({ session_id: event.properties?.sessionID ?? event.properties?.info?.id }));
      child.unref();
    } catch {}
  },
});
`;
}
