import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/**
 * Ends a recorder that waits for what never comes (a folder on a server that is gone, a program that does not answer),
 * so that it is started anew: by the service that runs it, or by what is given here. It counts its own looks and not the
 * time: a machine that sleeps does not move either. It is a timer and no thread, which would take 15 MB: a recorder whose
 * main thread is held, or that is stopped as a whole, is noticed from outside (`hangingFor`).
 */
export interface WatchdogOptions {
  /** How often it looks, in ms, and after how many looks without a move it ends the process. */
  everyMs?: number;
  patience?: number;
  /** What is started before the end, where no service does. */
  restart?: { command: string; args: string[] } | undefined;
  log?: string;
}

export interface Watchdog {
  /** The recorder has moved. */
  moved(): void;
  stop(): void;
}

/** macOS starts a service anew after signals of a crash only; elsewhere those would leave a copy of the memory. */
const signal = process.platform === 'darwin' ? 'SIGABRT' : 'SIGKILL';

export function startWatchdog(options: WatchdogOptions = {}): Watchdog {
  const { everyMs = 30_000, patience = 20, restart, log } = options;
  let looks = 0;
  const timer = setInterval(() => {
    if (++looks <= patience) return;
    const seconds = Math.round((patience * everyMs) / 1000);
    const note = `The recorder has not moved for ${seconds} s. It is started anew.`;
    try {
      if (log) appendFileSync(log, `${new Date().toISOString()} ${note}\n`);
      if (restart) spawn(restart.command, restart.args, { detached: true, stdio: 'ignore' }).unref();
    } finally {
      process.kill(process.pid, signal);
    }
  }, everyMs);
  timer.unref();
  return {
    moved: () => {
      looks = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** systemd and launchd name themselves to what they run. */
export const isService = (env: NodeJS.ProcessEnv): boolean =>
  env.INVOCATION_ID !== undefined || env.XPC_SERVICE_NAME === 'dev.debrief.recorder';
