import { existsSync } from 'node:fs';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf, pathsOf, tightenHome } from '../home.ts';
import { startRecorder, stopRecorder } from '../installation.ts';
import { lockHolder } from '../recorder/run/lock.ts';
import { readStopNote } from '../recorder/run/status.ts';
import { isService, startWatchdog } from '../recorder/run/watch/watchdog.ts';
import { installService, removeService } from '../service.ts';
import { NotConnected, readSettings } from '../settings.ts';
import { say } from '../terminal.ts';

export interface RecordOptions {
  background?: boolean;
  stop?: boolean;
  installService?: boolean;
  removeService?: boolean;
}

export async function record(options: RecordOptions): Promise<void> {
  const home = homeOf();
  tightenHome(home);
  if (options.removeService)
    return say((await removeService()) ? 'Service removed.' : 'There is no service.');
  if (options.stop) return say((await stopRecorder(home)) ? 'Recorder stopped.' : 'No recorder is running.');
  if (!(await readSettings(home))) throw new NotConnected();
  if (options.installService) {
    const ran = await stopRecorder(home);
    const path = await installService(home).catch(async (error: unknown) => {
      if (ran) await startRecorder(home);
      throw error;
    });
    return say(`Recording as a service: ${path}`);
  }
  const note = await readStopNote(home);
  if (note) throw new Failure(`${note.message} ${note.remedy}`, exitCodes.unauthorized);
  if (options.background) {
    const pid = await startRecorder(home);
    if (!pid) throw new Failure(`The recorder did not start; see ${pathsOf(home).log}.`);
    return say(`Recording in the background (process ${pid}).`);
  }
  await foreground(home);
}

async function foreground(home: ReturnType<typeof homeOf>): Promise<void> {
  const { runRecorder } = await import('../recorder/run/run.ts');
  const watchdog = startWatchdog({ log: pathsOf(home).log, restart: restartOf(home) });
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  const how = await runRecorder(home, {
    signal: ending.signal,
    watchdog,
    log: (line) => say(`${new Date().toISOString()} ${line}`),
  });
  if (how === 'already-running') {
    const pid = await lockHolder(pathsOf(home).lock);
    throw new Failure(`A recorder is already running (process ${pid ?? 'unknown'}).`, exitCodes.taken);
  }
  // What still hangs, such as a cut connection, has nothing left to say.
  process.exit(how === 'stopped' ? exitCodes.unauthorized : exitCodes.ok);
}

/** Starts another one a moment after this one is gone; a service does that by itself. */
function restartOf(home: ReturnType<typeof homeOf>): { command: string; args: string[] } | undefined {
  const { program } = pathsOf(home);
  if (isService(process.env) || !existsSync(program)) return undefined;
  const later = `setTimeout(() => require('node:child_process').spawn(process.execPath,
    [${JSON.stringify(program)}, 'record', '--background'], { detached: true, stdio: 'ignore' }).unref(), 3000)`;
  return { command: process.execPath, args: ['-e', later] };
}
