import { mkdir, readFile, unlink, watch } from 'node:fs/promises';
import { DebriefError } from '@debrief/contract';
import { writeDurably, writeQuickly } from '../../disk.ts';
import { type Home, pathsOf } from '../../home.ts';
import { version } from '../../version.ts';
import { noteCursor } from '../read/cursor-notes.ts';
import { type backoff, wait } from '../send/backoff.ts';
import { kindOf, Stopped } from '../send/verdict.ts';
import { assembleRecorder } from './assemble.ts';
import { emptyInbox } from './inbox.ts';
import { acquireLock } from './lock.ts';
import { noProgress, type Progress } from './recorder.ts';
import { type Imported, readStatus, type StopNote, statusOf, writeStatus } from './status.ts';

export interface RunOptions {
  signal: AbortSignal;
  log(line: string): void;
  /** How often things happen, in ms. */
  tickMs?: number;
  scanMs?: number;
  beatMs?: number;
  delay?: typeof backoff;
}

export type Ending = 'stopped' | 'already-running' | 'asked';

/** Watches, captures and uploads until told to end. */
export async function runRecorder(home: Home, options: RunOptions): Promise<Ending> {
  const { signal, log, tickMs = 1000, scanMs = 15_000, beatMs = 60_000 } = options;
  const paths = pathsOf(home);
  const lock = await acquireLock(paths.lock);
  if (!lock) return 'already-running';
  let stop: Stopped | undefined;
  const wakeUp = wakeOnKnock(paths.inbox, signal);
  const onStop = (reason: Stopped) => {
    stop = reason;
    wakeUp.now();
  };
  const assembled = await assembleRecorder(home, onStop, options.delay ? { delay: options.delay } : {}).catch(
    async (error: unknown) => {
      await lock.release();
      throw error;
    },
  );
  const { recorder, wire } = assembled;
  await writeQuickly(paths.pid, `${process.pid}\n`);
  const startedAt = Date.now();
  const before = await readStatus(home);
  if (before?.upload.lastUploadAt) recorder.uploader.report.lastUploadAt = before.upload.lastUploadAt;
  const lastKnock: Record<string, number> = { ...before?.lastKnock };
  let importing: Progress | undefined;
  let imported: Imported | undefined;
  let scannedAt = 0;
  let beatAt = 0;

  async function beat(): Promise<void> {
    beatAt = Date.now();
    try {
      await wire.beat(
        { environmentId: assembled.settings().environmentId, serviceCliVersion: version },
        { signal },
      );
    } catch (error) {
      if (kindOf(error) === 'stop' && error instanceof DebriefError)
        stop = new Stopped(error.code, error.message);
    }
  }

  async function report(): Promise<void> {
    const more = {
      version,
      startedAt,
      lastKnock,
      ...(importing && { importing }),
      ...(imported && { imported }),
    };
    await writeStatus(home, statusOf(recorder, more)).catch(() => {});
  }

  async function tick(): Promise<void> {
    await assembled.reload();
    const knocks = await emptyInbox(paths.inbox);
    for (const knock of knocks) {
      if (knock.agentId) lastKnock[knock.agentId] = Date.now();
      if (knock.cursor) await noteCursor(recorder.spool.directory, knock.cursor);
    }
    const request = await takeImportRequest(paths.importRequest);
    const full = knocks.length > 0 || request !== undefined || Date.now() - scannedAt >= scanMs;
    let reported = Date.now();
    const { id, ...asked } = request ?? {};
    await recorder.scan({
      hot: !full,
      signal,
      ...asked,
      ...(request && { roomBytes: 64 * 1024 * 1024 }),
      onProgress(progress) {
        if (request) importing = progress;
        if (Date.now() - reported > 500) {
          reported = Date.now();
          void report();
        }
      },
    });
    if (id !== undefined) imported = { ...noProgress, ...importing, id };
    importing = undefined;
    if (full) scannedAt = Date.now();
    for (const knock of knocks)
      if (knock.ended && knock.externalId) recorder.noteEnd(knock.agentId, knock.externalId);
    await recorder.completeIdle();
    await recorder.maintain();
  }

  log(`Recording. Server: ${assembled.settings().server}`);
  try {
    while (!signal.aborted && !stop) {
      if (Date.now() - beatAt >= beatMs) void beat();
      try {
        await tick();
      } catch (error) {
        // A full or read-only disk passes; the transcripts are still there then.
        log(`Could not record: ${error instanceof Error ? error.message : error}`);
      }
      await report();
      if (!(await lock.held())) {
        log('Another recorder took over.');
        break;
      }
      await wakeUp.wait(tickMs);
    }
    if (stop) await noteStop(paths.stopped, stop, log);
    return stop ? 'stopped' : 'asked';
  } finally {
    await recorder.close();
    await report();
    await unlink(paths.pid).catch(() => {});
    await lock.release();
  }
}

async function noteStop(path: string, stop: Stopped, log: (line: string) => void): Promise<void> {
  const note: StopNote = { code: stop.code, message: stop.message, remedy: stop.remedy, at: Date.now() };
  await writeDurably(path, JSON.stringify(note));
  log(`Stopped: ${stop.message} ${stop.remedy}`);
}

interface ImportRequest {
  id: string;
  since: number;
  agentIds?: string[];
}

async function takeImportRequest(path: string): Promise<ImportRequest | undefined> {
  const request = await readFile(path, 'utf8').then(JSON.parse, () => undefined);
  if (request) await unlink(path).catch(() => {});
  return request;
}

/** A hook's knock ends the wait early; where directories cannot be watched the next tick finds it. */
function wakeOnKnock(inbox: string, signal: AbortSignal) {
  let ring = new AbortController();
  const listen = async () => {
    await mkdir(inbox, { recursive: true, mode: 0o700 });
    for await (const _ of watch(inbox, { signal })) ring.abort();
  };
  listen().catch(() => {});
  signal.addEventListener('abort', () => ring.abort(), { once: true });
  return {
    now: () => ring.abort(),
    async wait(ms: number): Promise<void> {
      await wait(ms, ring.signal);
      // Several knocks come together: let them.
      if (ring.signal.aborted && !signal.aborted) await wait(100, signal);
      if (!signal.aborted) ring = new AbortController();
    },
  };
}
