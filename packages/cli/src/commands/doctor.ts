import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DebriefError } from '@debrief/contract';
import { exitCodes } from '../failure.ts';
import { homeOf, pathsOf, spoolOf } from '../home.ts';
import { renewal } from '../installation.ts';
import { WITHHELD } from '../recorder/read/redact.ts';
import { createWire } from '../recorder/send/wire.ts';
import { installedService } from '../service.ts';
import { isMachineKey, readSecret, readSettings, type Settings } from '../settings.ts';
import { about, amount, lasting, paint, say, sayJson } from '../terminal.ts';
import { counted, oneLine } from '../text.ts';
import { version } from '../version.ts';
import { type Overview, overview } from './status.ts';

export interface Check {
  name: string;
  verdict: 'ok' | 'warn' | 'fail';
  detail: string;
  remedy?: string;
}

const ok = (name: string, detail: string): Check => ({ name, verdict: 'ok', detail });
const warn = (name: string, detail: string, remedy: string): Check => ({
  name,
  verdict: 'warn',
  detail,
  remedy,
});
const fail = (name: string, detail: string, remedy: string): Check => ({
  name,
  verdict: 'fail',
  detail,
  remedy,
});

export async function doctor(options: { json?: boolean }): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home);
  const checks = [nodeCheck()];
  if (!settings) checks.push(fail('connection', 'not connected', 'Run "debrief connect <server-url>".'));
  else {
    const seen = await overview();
    checks.push(
      await secretCheck(),
      ...(await serverChecks(settings)),
      await recorderCheck(seen),
      ...(await shimChecks()),
      ...(await spoolChecks(settings, seen)),
      ...agentChecks(seen),
    );
  }
  if (checks.some((check) => check.verdict !== 'ok')) process.exitCode = exitCodes.failed;
  if (options.json) return sayJson(checks);
  const marks = { ok: paint('green', '✓'), warn: paint('yellow', '!'), fail: paint('red', '✗') };
  for (const { name, verdict, detail, remedy } of checks) {
    say(`${marks[verdict]} ${about(name, oneLine(detail))}`);
    if (remedy) say(`    → ${oneLine(remedy)}`);
  }
}

function nodeCheck(): Check {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const found = `Node ${process.versions.node}, debrief ${version}`;
  return major >= 20 ? ok('runtime', found) : fail('runtime', found, 'Install Node 20 or newer.');
}

async function secretCheck(): Promise<Check> {
  const home = homeOf();
  const isOwn = isMachineKey(await readSecret(home));
  if (process.env.DEBRIEF_SECRET && !isOwn) return ok('secret', 'from DEBRIEF_SECRET');
  const path = pathsOf(home).credentials;
  const info = await stat(path).catch(() => undefined);
  if (!info) return fail('secret', 'none stored', 'Run "debrief connect" again.');
  const open = process.platform !== 'win32' && (info.mode & 0o077) !== 0;
  return open
    ? fail('secret', `${path} can be read by others`, `Run: chmod 600 ${path}`)
    : ok('secret', isOwn ? "this machine's own key, readable by you alone" : 'stored, readable by you alone');
}

async function serverChecks(settings: Settings): Promise<Check[]> {
  const wire = createWire({ server: settings.server, secret: () => readSecret(homeOf()), timeoutMs: 10_000 });
  const checks: Check[] = [];
  try {
    const health = await wire.getHealth();
    checks.push(ok('server', `${settings.server} answers (Debrief ${health.version})`));
    const newer = renewal(settings.server, health.version);
    if (newer) checks.push(warn('version', 'not the one that came with the server', newer));
    await wire.beat({ environmentId: settings.environmentId, serviceCliVersion: version });
    checks.push(ok('authorization', 'secret and machine are accepted'));
  } catch (error) {
    const refused = error instanceof DebriefError && error.status < 500;
    checks.push(
      refused
        ? fail(
            'authorization',
            error.message,
            'Get a secret from the dashboard and run "debrief connect" again.',
          )
        : fail(
            'server',
            `${settings.server} does not answer`,
            'Nothing is lost: it is sent when the server is back. Check address and network.',
          ),
    );
  }
  return checks;
}

async function recorderCheck({ recorder, stopped }: Overview): Promise<Check> {
  if (stopped) return fail('recorder', stopped.message, stopped.remedy);
  if (!recorder.running)
    return fail('recorder', 'not running', 'Run "debrief record --background", or --install-service.');
  if (recorder.hangsSince)
    return fail(
      'recorder',
      `hangs: process ${recorder.pid} has not moved for ${lasting(recorder.hangsSince)}`,
      'Run "debrief record --background": it ends that process and starts another one. Nothing is lost.',
    );
  const service = await installedService();
  return ok('recorder', service ? `runs as a service (${service})` : `runs (process ${recorder.pid})`);
}

/** The hooks' command names the Node it was installed with, and looks for another one when that is gone. */
async function shimChecks(): Promise<Check[]> {
  const { shim } = pathsOf(homeOf());
  const script = await readFile(shim, 'utf8').catch(() => undefined);
  if (script === undefined) return [];
  const [, node = ''] = /^node='(.*)'$/m.exec(script) ?? [];
  const found = await stat(node).catch(() => undefined);
  return found
    ? [ok('hook command', shim)]
    : [
        fail(
          'hook command',
          `${node} is gone, so hooks cannot start the recorder`,
          'Run "debrief hooks install" again.',
        ),
      ];
}

async function spoolChecks(settings: Settings, seen: Overview): Promise<Check[]> {
  const directory = spoolOf(homeOf(), settings.environmentId);
  const checks: Check[] = [];
  const disk = await statfs(homeOf().state).catch(() => undefined);
  const free = disk && disk.bavail * disk.bsize;
  if (free !== undefined && free < 100 * 1024 * 1024) {
    checks.push(fail('disk', `only ${amount(free)} free`, 'Free some space; recording goes on by itself.'));
  }
  const full = seen.pendingBytes > settings.spoolBytes * 0.9;
  checks.push(
    full
      ? warn(
          'queue',
          `${amount(seen.pendingBytes)} waiting`,
          'Transcripts are read on when the server took some of it.',
        )
      : ok(
          'queue',
          seen.pendingBatches > 0 ? `${counted(seen.pendingBatches, 'batch', 'batches')} waiting` : 'empty',
        ),
  );
  const withheld = seen.redactions[WITHHELD] ?? 0;
  if (withheld > 0)
    checks.push(
      warn(
        'withheld records',
        `${withheld} could not be redacted in time; a marker was sent in place of each`,
        'The records stay in the agent’s own files. "debrief status --redactions" lists where they stand.',
      ),
    );
  const refused = await readdir(join(directory, 'quarantine')).catch(() => []);
  if (refused.length > 0) {
    const where = join(directory, 'quarantine');
    checks.push(
      warn(
        'refused events',
        `${refused.length} kept in ${where}`,
        'Each file begins with the server’s reason.',
      ),
    );
  }
  return checks;
}

function agentChecks({ agents }: Overview): Check[] {
  if (agents.length === 0)
    return [ok('agents', 'none found on this machine yet; one that is installed later is found by itself')];
  return agents.map(({ name, problem, hooks, sessions }) => {
    if (problem) return warn(name, problem, 'Other agents are not affected.');
    if (hooks && hooks.state !== 'installed') {
      return warn(
        name,
        `hooks ${hooks.state.replace('-', ' ')}; recorded with a few seconds’ delay`,
        hooks.remedy ?? '',
      );
    }
    return ok(name, `${counted(sessions, 'session')}${hooks ? ', hooks installed' : ''}`);
  });
}
