import { mkdir, readFile, unlink, watch } from 'node:fs/promises';
import { writeDurably, writeQuickly } from '../../disk.ts';
import { type Home, pathsOf } from '../../home.ts';
import { version } from '../../version.ts';
import { noteCursor } from '../read/cursor-notes.ts';
import { getOwnKey, renewOwnKey } from '../send/own-key.ts';
import { type backoff, wait } from '../send/retry.ts';
import { codeOf, messageOf, Stopped, verdictOf } from '../send/verdict.ts';
import { type Assembled, assembleRecorder } from './assemble.ts';
import { emptyInbox } from './inbox.ts';
import { acquireLock, type Lock } from './lock.ts';
import { beginAndEndPauses } from './pausing.ts';
import { noProgress, type Progress } from './scan.ts';
import { type Imported, readStatus, type StopNote, statusOf, writeStatus } from './status.ts';
import type { Watchdog } from './watch/watchdog.ts';

export interface RunOptions {
  signal: AbortSignal;
  log(line: string): void;
  /** How often things happen, in ms. */
  tickMs?: number;
  scanMs?: number;
  beatMs?: number;
  delay?: typeof backoff;
  /** Is told of every move. */
  watchdog?: Pick<Watchdog, 'moved'>;
}

export type Ending = 'stopped' | 'already-running' | 'asked';

/** Watches, captures and uploads until told to end. */
export async function runRecorder(home: Home, options: RunOptions): Promise<Ending> {
  const paths = pathsOf(home);
  const lock = await acquireLock(paths.lock);
  if (!lock) return 'already-running';
  const loop = new RecorderLoop(home, options);
  try {
    await loop.open();
    const ending = await loop.run(lock);
    return ending;
  } finally {
    await loop.close();
    await unlink(paths.pid).catch(() => {});
    await lock.release();
  }
}

/** The recorder's process: one tick after the other, each woken by time or by a hook. */
class RecorderLoop {
  readonly #home: Home;
  readonly #options: Required<Omit<RunOptions, 'delay' | 'watchdog'>> &
    Pick<RunOptions, 'delay' | 'watchdog'>;
  readonly #alarm: Alarm;
  readonly #startedAt = Date.now();
  readonly #lastHookCall: Record<string, number> = {};
  #assembled: Assembled | undefined;
  #stop: Stopped | undefined;
  #importing: Progress | undefined;
  #imported: Imported | undefined;
  #scannedAt = 0;
  #beatAt = 0;
  #hasOwnKey = false;
  #reportedAt = 0;

  constructor(home: Home, options: RunOptions) {
    this.#home = home;
    this.#options = { tickMs: 1000, scanMs: 15_000, beatMs: 60_000, ...options };
    this.#alarm = new Alarm(pathsOf(home).inbox, options.signal);
  }

  async open(): Promise<void> {
    const { delay } = this.#options;
    const onStop = (reason: Stopped) => {
      this.#stop = reason;
      this.#alarm.ring();
    };
    this.#assembled = await assembleRecorder(this.#home, onStop, delay ? { delay } : {});
    await writeQuickly(pathsOf(this.#home).pid, `${process.pid}\n`);
    const before = await readStatus(this.#home);
    const { report } = this.#assembled.recorder.uploader;
    if (before?.upload.lastUploadAt) report.lastUploadAt = before.upload.lastUploadAt;
    Object.assign(this.#lastHookCall, before?.lastHookCall);
  }

  async run(lock: Lock): Promise<Ending> {
    const { beatMs, log, signal, tickMs } = this.#options;
    const assembled = this.#assembled as Assembled;
    log(`Recording. Server: ${assembled.settings().server}`);
    while (!signal.aborted && !this.#stop) {
      this.#options.watchdog?.moved();
      if (Date.now() - this.#beatAt >= beatMs) void this.#beat(assembled);
      try {
        await this.#tick(assembled);
      } catch (error) {
        // A full or read-only disk passes; the transcripts are still there then.
        log(`Could not record: ${messageOf(error)}`);
      }
      await this.#report(assembled);
      if (!(await lock.held())) {
        log('Another recorder took over.');
        break;
      }
      await this.#alarm.wait(tickMs);
    }
    if (!this.#stop) return 'asked';
    await noteStop(pathsOf(this.#home).stopped, this.#stop, log);
    return 'stopped';
  }

  async close(): Promise<void> {
    if (!this.#assembled) return;
    await this.#assembled.recorder.close();
    await this.#report(this.#assembled);
  }

  async #tick(assembled: Assembled): Promise<void> {
    const { recorder } = assembled;
    const paths = pathsOf(this.#home);
    await beginAndEndPauses(this.#home, assembled, this.#options.signal);
    const hookCalls = await emptyInbox(paths.inbox);
    for (const hookCall of hookCalls) {
      if (hookCall.agentId) this.#lastHookCall[hookCall.agentId] = Date.now();
      if (hookCall.cursor) await noteCursor(recorder.spool.directory, hookCall.cursor);
    }
    await recorder.noteHooks(hookCalls);
    const request = await takeImportRequest(paths.importRequest);
    const isFull =
      hookCalls.length > 0 || request !== undefined || Date.now() - this.#scannedAt >= this.#options.scanMs;
    await this.#scan(assembled, request, isFull);
    for (const hookCall of hookCalls)
      if (hookCall.ended && hookCall.externalId) recorder.noteEnd(hookCall.agentId, hookCall.externalId);
    await recorder.completeIdle();
    await recorder.maintain();
    if (!isFull) return;
    void recorder.lookAtCommits();
    void recorder.lookAtLessons();
  }

  async #scan(assembled: Assembled, request: ImportRequest | undefined, isFull: boolean): Promise<void> {
    const { id, ...asked } = request ?? {};
    await assembled.recorder.scan({
      hot: !isFull,
      signal: this.#options.signal,
      ...asked,
      ...(request && { roomBytes: 64 * 1024 * 1024 }),
      onProgress: (progress) => {
        this.#options.watchdog?.moved();
        if (request) this.#importing = progress;
        if (Date.now() - this.#reportedAt > 500) void this.#report(assembled);
      },
    });
    if (id !== undefined) this.#imported = { ...noProgress, ...this.#importing, id };
    this.#importing = undefined;
    if (isFull) this.#scannedAt = Date.now();
  }

  async #beat({ settings, wire, beat }: Assembled): Promise<void> {
    this.#beatAt = Date.now();
    try {
      // One that is connected since before there were keys gets its own without anybody noticing.
      if (!this.#hasOwnKey) await getOwnKey(this.#home, wire, settings());
      this.#hasOwnKey = true;
      const { rotateKey } = await beat(this.#options.signal);
      if (rotateKey === true) await renewOwnKey(this.#home, wire, settings());
    } catch (error) {
      const isLost = codeOf(error) === 'machine_key_exists';
      if (isLost || verdictOf(error) === 'stop') this.#stop = new Stopped(codeOf(error), messageOf(error));
    }
  }

  async #report({ recorder }: Assembled): Promise<void> {
    this.#reportedAt = Date.now();
    const more = {
      version,
      startedAt: this.#startedAt,
      lastHookCall: this.#lastHookCall,
      ...(this.#importing && { importing: this.#importing }),
      ...(this.#imported && { imported: this.#imported }),
    };
    await writeStatus(this.#home, statusOf(recorder, more)).catch(() => {});
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
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  await unlink(path).catch(() => {});
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Ends a wait early when a hook leaves a message; where folders cannot be watched the next tick finds it. */
class Alarm {
  readonly #signal: AbortSignal;
  #current = new AbortController();

  constructor(inbox: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#watch(inbox).catch(() => {});
    signal.addEventListener('abort', () => this.ring(), { once: true });
  }

  ring(): void {
    this.#current.abort();
  }

  async wait(ms: number): Promise<void> {
    await wait(ms, this.#current.signal);
    // Several messages come together: wait for the others.
    if (this.#current.signal.aborted && !this.#signal.aborted) await wait(100, this.#signal);
    if (!this.#signal.aborted) this.#current = new AbortController();
  }

  async #watch(inbox: string): Promise<void> {
    await mkdir(inbox, { recursive: true, mode: 0o700 });
    for await (const _ of watch(inbox, { signal: this.#signal })) this.ring();
  }
}
