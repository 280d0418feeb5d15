import type { Agent, Source, Surroundings } from '../../agents/agent.ts';
import { isWanted, type Settings } from '../../settings.ts';
import { capture } from '../read/capture.ts';
import type { Redaction } from '../read/redact.ts';
import { type AgentHealth, createFinder } from '../read/sources.ts';
import { type backoff, wait } from '../send/backoff.ts';
import type { Enrolment } from '../send/enrolment.ts';
import { createUploader, type Uploader } from '../send/upload.ts';
import type { Stopped } from '../send/verdict.ts';
import type { Wire } from '../send/wire.ts';
import { isPending, keyOf, type SessionState } from '../spool/session.ts';
import { openSpool, type Spool } from '../spool/spool.ts';

export interface RecorderOptions {
  directory: string;
  settings: () => Settings;
  agents: readonly Agent[];
  where: Surroundings;
  wire: Wire;
  enrolment: Enrolment;
  redaction: Redaction;
  lanes?: number;
  /** How long to wait after a failure; see backoff.ts. */
  delay?: typeof backoff;
  onStop?: (reason: Stopped) => void;
}

export interface Progress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  /** Made of what was read so far. */
  events: number;
}

export const noProgress: Progress = { files: 0, filesDone: 0, bytes: 0, bytesDone: 0, events: 0 };

export interface ScanOptions {
  /** Only sources touched in the last while: cheap enough for every second. */
  hot?: boolean;
  /** Sessions touched since then, whatever the settings say. */
  since?: number;
  agentIds?: readonly string[];
  /** Wait for the server when so many bytes are waiting, instead of leaving the rest for later. */
  roomBytes?: number;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

export interface Recorder {
  scan(options?: ScanOptions): Promise<void>;
  /** The agent said that this session is over. */
  noteEnd(agentId: string | undefined, externalId: string): void;
  /** Completes what is over or idle and fully sent. */
  completeIdle(): Promise<void>;
  maintain(): Promise<void>;
  uploader: Uploader;
  spool: Spool;
  health: Map<string, AgentHealth>;
  close(): Promise<void>;
}

/** Agents flush after they said goodbye. */
const graceMs = 15_000;

export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  const { settings, agents, where, wire, enrolment, redaction } = options;
  let uploader: Uploader | undefined;
  const spool = await openSpool(options.directory, (batches) => uploader?.add(batches));
  const { ledger, journal, directory } = spool;
  uploader = createUploader({
    wire,
    enrolment,
    journal,
    ledger,
    directory,
    ...(options.lanes && { lanes: options.lanes }),
    ...(options.delay && { delay: options.delay }),
    onStop: options.onStop ?? (() => {}),
  });
  const upload = uploader;
  upload.add(spool.left);

  const stamps = new Map<string, string>();
  const finder = createFinder({ agents, where, ledger, directory });
  const { health } = finder;

  async function scan(scanned: ScanOptions = {}): Promise<void> {
    const { captureSince, spoolBytes } = settings();
    const since = scanned.since ?? captureSince;
    const wanted = (source: Source): boolean =>
      stamps.get(source.path) !== source.stamp &&
      (source.modifiedAt >= since || ledger.sessions.has(keyOf(source.agentId, source.externalId)));
    const asked = { ...scanned, excluded: settings().excluded };
    const todo = (await finder.find(asked)).filter(({ source }) => wanted(source));
    // A sub-agent's records belong after the call that started it; older sessions come first.
    todo.sort(
      (a, b) => a.source.part.length - b.source.part.length || a.source.modifiedAt - b.source.modifiedAt,
    );
    const progress = { ...noProgress, files: todo.length, bytes: total(todo) };
    const taken: Source[] = [];
    try {
      for (const { agent, source } of todo) {
        if (scanned.signal?.aborted) break;
        if (journal.pendingBytes() > (scanned.roomBytes ?? spoolBytes)) {
          // The transcripts keep what the spool has no room for.
          if (scanned.roomBytes === undefined) break;
          await room(scanned.roomBytes / 2, scanned.signal);
        }
        const draft = spool.draft(source.agentId, source.externalId);
        const before = draft.events;
        if (await take(agent, source)) taken.push(source);
        progress.events += draft.events - before;
        progress.filesDone++;
        progress.bytesDone += source.bytes;
        scanned.onProgress?.(progress);
      }
      await spool.commit();
      for (const source of taken) stamps.set(source.path, source.stamp);
    } finally {
      spool.forgetDrafts();
    }
  }

  async function room(bytes: number, signal?: AbortSignal): Promise<void> {
    await spool.commit();
    while (journal.pendingBytes() > bytes && upload.pending() > 0 && !signal?.aborted) await wait(20, signal);
    await maintain();
  }

  async function take(agent: Agent, source: Source, torn = false): Promise<boolean> {
    const draft = spool.draft(source.agentId, source.externalId);
    const before = { batch: draft.batch, places: JSON.stringify(draft.places), held: draft.held };
    const report = health.get(agent.agentId);
    let whole = true;
    try {
      const { pauses } = settings();
      whole = await capture(agent, source, {
        session: draft,
        redaction,
        directory,
        append: spool.append,
        wanted: (at, cwd) => isWanted(pauses, at, cwd),
        torn,
      });
    } catch (error) {
      if (spool.failed()) throw error;
      if (report) report.fault = `${source.path}: ${error instanceof Error ? error.message : error}`;
      return false;
    }
    if (report && draft.batch > before.batch) {
      delete report.fault;
      report.lastRecordAt = Math.max(report.lastRecordAt ?? 0, draft.lastRecordAt ?? source.modifiedAt);
    }
    // Places that moved without an event are worth remembering only where a session already is, or is held back.
    if (
      draft.batch === before.batch &&
      (draft.held !== before.held || JSON.stringify(draft.places) !== before.places)
    ) {
      const key = keyOf(source.agentId, source.externalId);
      const durable = ledger.sessions.get(key);
      if (durable)
        Object.assign(durable, { places: draft.places, held: draft.held, lastRecordAt: draft.lastRecordAt });
      else ledger.sessions.set(key, structuredClone(draft));
      ledger.touch(ledger.sessions.get(key) as SessionState);
    }
    return whole;
  }

  async function maintain(): Promise<void> {
    await ledger.flush();
    await journal.sweep(() => ledger.flush());
  }

  async function completeIdle(): Promise<void> {
    const due = [...ledger.sessions].filter(([, state]) => isOver(state));
    if (due.length === 0) return;
    await finishTorn(new Set(due.map(([key]) => key)));
    const ready = due.map(([, state]) => state).filter((state) => !isPending(state));
    for (let at = 0; at < ready.length; at += 8)
      await Promise.all(ready.slice(at, at + 8).map(upload.complete));
  }

  function isOver(state: SessionState): boolean {
    if (state.closed || state.openedLeg === 0 || isPending(state)) return false;
    const ended = state.endedAt !== undefined && state.lastChangeAt <= state.endedAt + graceMs;
    const quiet = Date.now() - Math.max(state.lastChangeAt, ended ? (state.endedAt ?? 0) : 0);
    return quiet >= (ended ? graceMs : settings().idleMinutes * 60_000);
  }

  /** Last lines without newline, now that nobody will finish them. What they add is sent before completing. */
  async function finishTorn(keys: Set<string>): Promise<void> {
    try {
      for (const source of finder.known()) {
        const key = keyOf(source.agentId, source.externalId);
        const place =
          keys.has(key) && ledger.sessions.get(key)?.places.find((one) => one.part === source.part);
        if (!place || place.rows || place.offset === 0 || source.bytes <= place.offset) continue;
        const agent = agents.find((one) => one.agentId === source.agentId);
        if (agent) await take(agent, source, true);
      }
      await spool.commit();
    } finally {
      spool.forgetDrafts();
    }
  }

  return {
    scan,
    noteEnd(agentId, externalId) {
      for (const state of ledger.sessions.values()) {
        if (state.externalId !== externalId || (agentId && state.agentId !== agentId)) continue;
        state.endedAt = Date.now();
        ledger.touch(state);
      }
    },
    completeIdle,
    maintain,
    uploader: upload,
    spool,
    health,
    async close() {
      await upload.close();
      await maintain().catch(() => {});
      await spool.close();
    },
  };
}

const total = (todo: { source: Source }[]): number => todo.reduce((sum, { source }) => sum + source.bytes, 0);
