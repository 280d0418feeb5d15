import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, homeOf, pathsOf } from '../home.ts';
import { acquireLock, lockHolder } from '../recorder/lock.ts';
import type { Progress } from '../recorder/recorder.ts';
import { readStatus, statusOf, writeStatus } from '../recorder/status.ts';
import { NotConnected, readSettings } from '../settings.ts';
import { amount, duration, isInteractive, parseDuration, say, sayJson } from '../terminal.ts';
import { version } from '../version.ts';

export interface ImportOptions {
  /** Part of another command: say nothing. */
  quiet?: boolean;
  since?: string;
  agent?: string;
  json?: boolean;
}

interface Outcome {
  files: number;
  bytes: number;
  events: number;
  quarantined: number;
  ms: number;
}

export function sinceOf(span: string | undefined): number {
  if (!span || span === 'all') return 0;
  const ms = parseDuration(span);
  if (!ms) throw new Failure(`"${span}" is no span of time. Say "all", 12h, 30d or 8w.`, exitCodes.usage);
  return Date.now() - ms;
}

export async function importHistory(options: ImportOptions): Promise<void> {
  const home = homeOf();
  if (!(await readSettings(home))) throw new NotConnected();
  const request = {
    since: sinceOf(options.since),
    ...(options.agent && { agentIds: options.agent.split(',').map((name) => name.trim()) }),
  };
  const bar = createBar(isInteractive() && !options.json && !options.quiet);
  const lock = await acquireLock(pathsOf(home).lock);
  const outcome = lock
    ? await importHere(home, request, bar).finally(() => lock.release())
    : await importThere(home, request, bar);
  bar.end();
  if (options.quiet) return;
  if (options.json) return sayJson(outcome);
  const rate = outcome.bytes / Math.max(1, outcome.ms / 1000);
  say(
    `Imported ${outcome.files} files, ${outcome.events} events, ${amount(outcome.bytes)} (${amount(rate)}/s).`,
  );
  if (outcome.quarantined > 0)
    say(`${outcome.quarantined} events were refused by the server and kept aside; see "debrief doctor".`);
}

type Request = { since: number; agentIds?: string[] };

async function importHere(home: Home, request: Request, bar: Bar): Promise<Outcome> {
  const { assembleRecorder } = await import('../recorder/assemble.ts');
  const { createThreadedFetch } = await import('../recorder/http-thread.ts');
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  const thread = createThreadedFetch();
  const { recorder } = await assembleRecorder(home, () => {}, { fetch: thread.fetch });
  const started = Date.now();
  let last: Progress = { files: 0, filesDone: 0, bytes: 0, bytesDone: 0 };
  try {
    await recorder.scan({
      ...request,
      roomBytes: 64 * 1024 * 1024,
      signal: ending.signal,
      onProgress(progress) {
        last = progress;
        bar.show(progress, recorder.uploader.report.events);
      },
    });
    const waiting = setInterval(() => bar.waiting(recorder.uploader.pending()), 200);
    await Promise.race([recorder.uploader.drained(), aborted(ending.signal)]).finally(() =>
      clearInterval(waiting),
    );
    await recorder.completeIdle();
  } finally {
    await recorder.close();
    await thread.close();
    const more = { version, startedAt: started, lastKnock: {} };
    await writeStatus(home, statusOf(recorder, more));
  }
  if (ending.signal.aborted) throw new Failure('Interrupted. Run "debrief import" again to go on from here.');
  const { events, quarantined } = recorder.uploader.report;
  return { files: last.filesDone, bytes: last.bytesDone, events, quarantined, ms: Date.now() - started };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The running recorder holds the journal, so it does the work; here is only shown how far it is. */
async function importThere(home: Home, request: Request, bar: Bar): Promise<Outcome> {
  const paths = pathsOf(home);
  const before = await readStatus(home);
  const started = Date.now();
  await writeFile(paths.importRequest, JSON.stringify(request), { mode: 0o600 });
  let last: Progress = { files: 0, filesDone: 0, bytes: 0, bytesDone: 0 };
  let begun = false;
  for (;;) {
    await sleep(300);
    const status = await readStatus(home);
    if (!status || !(await lockHolder(paths.lock)))
      throw new Failure('The recorder ended. Run "debrief import" again.');
    if (status.importing) last = status.importing;
    begun ||=
      status.importing !== undefined ||
      (status.updatedAt > started + 3000 && !(await exists(paths.importRequest)));
    const events = status.upload.events - (before?.upload.events ?? 0);
    if (status.importing) bar.show(status.importing, events);
    else if (begun) bar.waiting(status.pendingBatches);
    if (begun && !status.importing && status.pendingBatches === 0) {
      const quarantined = status.upload.quarantined - (before?.upload.quarantined ?? 0);
      return { files: last.files, bytes: last.bytes, events, quarantined, ms: Date.now() - started };
    }
  }
}

const exists = async (path: string): Promise<boolean> =>
  (await import('node:fs/promises')).access(path).then(
    () => true,
    () => false,
  );

interface Bar {
  show(progress: Progress, events: number): void;
  waiting(batches: number): void;
  end(): void;
}

function createBar(visible: boolean): Bar {
  const started = Date.now();
  let shown = 0;
  const draw = (line: string) => {
    if (!visible || Date.now() - shown < 100) return;
    shown = Date.now();
    process.stderr.write(`\r\x1b[2K${line}`);
  };
  return {
    show({ files, filesDone, bytes, bytesDone }, events) {
      const part = bytes > 0 ? bytesDone / bytes : 1;
      const passed = Date.now() - started;
      const rate = bytesDone / Math.max(0.001, passed / 1000);
      const left = part > 0 ? (passed / part) * (1 - part) : 0;
      const full = Math.round(part * 24);
      draw(
        `${'█'.repeat(full)}${'░'.repeat(24 - full)} ${filesDone}/${files} files · ${events} events · ${amount(rate)}/s · ${duration(left)} left`,
      );
    },
    waiting: (batches) => draw(`Read everything; ${batches} batches still to send…`),
    end: () => void (visible && process.stderr.write('\r\x1b[2K')),
  };
}
