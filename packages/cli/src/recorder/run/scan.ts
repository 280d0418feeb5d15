import type { Agent, Source } from '../../agents/agent.ts';
import { isPaused } from '../../pause.ts';
import type { Settings } from '../../settings.ts';
import type { LessonJournal } from '../lessons/lesson-journal.ts';
import { lessonNotes } from '../lessons/shown.ts';
import type { Growth, GrowthTable } from '../memory/growth.ts';
import type { PauseMemory } from '../memory/pause-memory.ts';
import { SessionMemory } from '../memory/session-memory.ts';
import { capture } from '../read/capture.ts';
import { Hold } from '../read/hold.ts';
import { noRedaction, type Redaction } from '../read/redact.ts';
import type { Finder, Found } from '../read/sources.ts';
import { wait } from '../send/retry.ts';
import type { Uploader } from '../send/upload.ts';
import { rememberSeen } from '../spool/seen.ts';
import { applyStep, keyOf, newSession, type SessionState } from '../spool/session.ts';
import type { Spool } from '../spool/spool.ts';

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

export interface ScannerOptions {
  settings: () => Settings;
  agents: readonly Agent[];
  finder: Finder;
  spool: Spool;
  uploader: Uploader;
  redaction: Redaction;
  memory: PauseMemory;
  maintain: () => Promise<void>;
  lessons: LessonJournal;
}

const keyOfSource = ({ agentId, externalId }: Source): string => keyOf(agentId, externalId);

/** Looks for what is new in the agents' stores and captures it into the spool. */
export class Scanner {
  readonly #options: ScannerOptions;
  /** Path → stamp of what was read completely. */
  readonly #stamps = new Map<string, string>();
  /** What sources that were not read grew by during pauses; see growth.ts. */
  growth: GrowthTable = {};

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  async scan(options: ScanOptions = {}): Promise<void> {
    const { settings, spool, memory } = this.#options;
    if (!memory.isLearnt && settings().pauses.length > 0) {
      await this.learn(true, options.signal);
      if (options.signal?.aborted) return;
      await memory.markLearnt();
    }
    const todo = await this.#find(options);
    const bytes = todo.reduce((sum, { source }) => sum + source.bytes, 0);
    const progress = { ...noProgress, files: todo.length, bytes };
    const taken: Source[] = [];
    try {
      for (const { agent, source } of todo) {
        if (options.signal?.aborted) break;
        if (spool.journal.pendingBytes() > (options.roomBytes ?? settings().spoolBytes)) {
          // The transcripts keep what the spool has no room for.
          if (options.roomBytes === undefined) break;
          await this.#waitForRoom(options.roomBytes / 2, options.signal);
        }
        const draft = spool.draft(source.agentId, source.externalId);
        const before = draft.events;
        if (await this.#take(agent, source)) taken.push(source);
        progress.events += draft.events - before;
        progress.filesDone++;
        progress.bytesDone += source.bytes;
        options.onProgress?.(progress);
      }
      await spool.commit();
      for (const source of taken) this.#stamps.set(source.path, source.stamp);
    } finally {
      spool.forgetDrafts();
      if (!settings().pauses.some((pause) => isPaused(pause))) memory.trim();
    }
  }

  /**
   * Notes what pauses hold back without sending anything: from the places reached, or, for what versions without a
   * memory held back, everything there is, judged by time.
   */
  async learn(isFromStart: boolean, signal?: AbortSignal): Promise<void> {
    const { finder, memory, settings, spool } = this.#options;
    const { excluded } = settings();
    const pauses = settings().pauses.map((pause) => (isFromStart ? { ...pause, ended: true } : pause));
    const since = Math.min(...pauses.map(({ from }) => from));
    for (const { agent, source } of await finder.find({ excluded })) {
      if (signal?.aborted) return;
      if (source.modifiedAt < since) continue;
      const key = keyOf(source.agentId, source.externalId);
      const known = isFromStart ? undefined : spool.states.sessions.get(key);
      const session = known
        ? structuredClone(known)
        : newSession('00000000-0000-0000-0000-000000000000', source.agentId, source.externalId);
      await capture(agent, source, {
        session,
        redaction: noRedaction(),
        directory: spool.directory,
        append: async (head) => applyStep(session, head.batch, head.step),
        hold: new Hold(pauses, source, this.#growthOf(source, session)),
        memory: new SessionMemory(memory, key),
        isLearning: true,
        stampNow: () => finder.stampOf(agent, source),
        // What cannot be read is told by the scan that follows.
      }).catch(() => {});
    }
    await memory.flush();
  }

  /** Last lines without newline of these sessions, now that nobody will finish them. */
  async finishTorn(keys: ReadonlySet<string>): Promise<void> {
    const { agents, finder, spool } = this.#options;
    try {
      for (const source of finder.known()) {
        const key = keyOf(source.agentId, source.externalId);
        const state = keys.has(key) ? spool.states.sessions.get(key) : undefined;
        const place = state?.places.find((one) => one.part === source.part);
        if (!place || place.rows || place.offset === 0 || source.bytes <= place.offset) continue;
        const agent = agents.find((one) => one.agentId === source.agentId);
        if (agent) await this.#take(agent, source, true);
      }
      await spool.commit();
    } finally {
      spool.forgetDrafts();
    }
  }

  /** Where reading goes on in the source; undefined when it was not read to its end yet. */
  readTo(source: Source): number | undefined {
    const state = this.#options.spool.states.sessions.get(keyOf(source.agentId, source.externalId));
    const place = state?.places.find((one) => one.part === source.part);
    if (place?.rows) return place.fence === source.stamp ? source.bytes : undefined;
    if (this.#stamps.get(source.path) === source.stamp) return place?.offset ?? source.bytes;
    return place && place.path === source.path && place.offset >= source.bytes ? place.offset : undefined;
  }

  /** The sources with something new, in the order in which they are read. */
  async #find(options: ScanOptions): Promise<Found[]> {
    const { finder, settings, spool } = this.#options;
    const { captureSince, excluded, away = [] } = settings();
    const since = options.since ?? captureSince;
    const isAway = (at: number) => away.some(({ from, to }) => at >= from && at < to);
    const all = await finder.find({ ...options, excluded });
    // By session: a sub-agent that ended before is a part of what went on since.
    const touched = new Set(
      all.filter(({ source }) => source.modifiedAt >= since).map(({ source }) => keyOfSource(source)),
    );
    const isNew = (source: Source): boolean =>
      this.#stamps.get(source.path) !== source.stamp &&
      (touched.has(keyOfSource(source)) ||
        (spool.states.sessions.has(keyOfSource(source)) && !isAway(source.modifiedAt)));
    const found = all.filter(({ source }) => isNew(source));
    // A sub-agent's records belong after the call that started it; older sessions come first.
    return found.sort(
      (a, b) => a.source.part.length - b.source.part.length || a.source.modifiedAt - b.source.modifiedAt,
    );
  }

  async #waitForRoom(bytes: number, signal?: AbortSignal): Promise<void> {
    const { spool, uploader, maintain } = this.#options;
    await spool.commit();
    while (spool.journal.pendingBytes() > bytes && uploader.pending() > 0 && !signal?.aborted)
      await wait(20, signal);
    await maintain();
  }

  /** Whether the source was read to its end. */
  async #take(agent: Agent, source: Source, torn = false): Promise<boolean> {
    const { finder, lessons, memory, redaction, settings, spool } = this.#options;
    const draft = spool.draft(source.agentId, source.externalId);
    const before = { batch: draft.batch, places: JSON.stringify(draft.places), held: draft.held };
    const report = finder.health.get(agent.agentId);
    let isWhole = true;
    try {
      const hold = new Hold(settings().pauses, source, this.#growthOf(source, draft));
      isWhole = await capture(agent, source, {
        session: draft,
        redaction,
        directory: spool.directory,
        append: (head, body, marks) => spool.append(head, body, marks),
        lessons: lessonNotes(lessons, source.agentId, keyOf(source.agentId, source.externalId)),
        hold,
        memory: new SessionMemory(memory, keyOf(source.agentId, source.externalId)),
        stampNow: () => finder.stampOf(agent, source),
        remember: (marks) => rememberSeen(spool.directory, draft.id, marks),
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
    const moved = draft.held !== before.held || JSON.stringify(draft.places) !== before.places;
    if (draft.batch === before.batch && moved) this.#keepPlaces(draft);
    return isWhole;
  }

  /** What was read up to somewhere counts only for who has no place in it. */
  #growthOf({ path, part }: Source, session: SessionState): Growth | undefined {
    const growth = this.growth[path];
    return growth?.read && session.places.some((place) => place.part === part) ? undefined : growth;
  }

  /** Places that moved without an event: the journal does not carry them, so the state of the session does. */
  #keepPlaces(draft: SessionState): void {
    const { states } = this.#options.spool;
    const key = keyOf(draft.agentId, draft.externalId);
    const durable = states.sessions.get(key) ?? structuredClone(draft);
    Object.assign(durable, { places: draft.places, held: draft.held, lastRecordAt: draft.lastRecordAt });
    states.sessions.set(key, durable);
    states.touch(durable);
  }
}
