import type { Agent, Surroundings } from '../../agents/agent.ts';
import type { Home } from '../../home.ts';
import type { Pause } from '../../pause.ts';
import type { Settings } from '../../settings.ts';
import { CommitJournal } from '../commits/commit-journal.ts';
import { CommitWatch } from '../commits/commit-watch.ts';
import { LessonJournal } from '../lessons/lesson-journal.ts';
import { LessonWatch } from '../lessons/lesson-watch.ts';
import { repositoryName } from '../lessons/repository-name.ts';
import { type GrowthTable, readGrowth, writeGrowth } from '../memory/growth.ts';
import { PauseMemory } from '../memory/pause-memory.ts';
import type { Redaction } from '../read/redact.ts';
import { type AgentHealth, createFinder, type Finder } from '../read/sources.ts';
import type { Enrolment } from '../send/enrolment.ts';
import type { backoff } from '../send/retry.ts';
import { Uploader } from '../send/upload.ts';
import type { Stopped } from '../send/verdict.ts';
import type { Wire } from '../send/wire.ts';
import { isPending, lastActivityOf, type SessionState } from '../spool/session.ts';
import { openSpool, type Spool } from '../spool/spool.ts';
import type { HookCall } from './inbox.ts';
import { Scanner, type ScanOptions } from './scan.ts';

export interface RecorderOptions {
  directory: string;
  /** The folder of what outlives a connection. */
  memory: string;
  settings: () => Settings;
  agents: readonly Agent[];
  where: Surroundings;
  wire: Wire;
  enrolment: Enrolment;
  redaction: Redaction;
  /** How many sessions are sent at the same time; 0 sends nothing. */
  lanes?: number;
  /** How long to wait after a failure; see retry.ts. */
  delay?: typeof backoff;
  onStop?: (reason: Stopped) => void;
  /** Where the sessions in use are listed for the hooks of `debrief link`. */
  activeSessions?: string;
  /** Where the copies of lessons are that hooks print. */
  home?: Home;
}

/** Agents go on writing for a moment after they said that a session ended. */
const graceMs = 15_000;

export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  let uploader: Uploader | undefined;
  const { spool, left } = await openSpool(options.directory, (batches) => uploader?.add(batches));
  const { states, journal, directory } = spool;
  const { wire, enrolment, lanes, delay, onStop = () => {} } = options;
  uploader = new Uploader({
    wire,
    enrolment,
    journal,
    states,
    directory,
    ...(lanes !== undefined && { lanes }),
    ...(delay && { delay }),
    remoteOf: (root) => repositoryName(root, undefined),
    onStop,
  });
  uploader.add(left);
  const memory = await PauseMemory.open(options.memory);
  const journals = {
    commits: await CommitJournal.open(directory),
    lessons: await LessonJournal.open(directory),
  };
  const recorder = new Recorder(options, { spool, uploader, memory }, journals);
  recorder.useGrowth(await readGrowth(options.memory, directory));
  return recorder;
}

/** Reading, spool and sending joined: what one machine captures. */
export class Recorder {
  readonly uploader: Uploader;
  readonly spool: Spool;
  readonly health: Map<string, AgentHealth>;
  readonly #memory: string;
  readonly #settings: () => Settings;
  readonly #scanner: Scanner;
  readonly #finder: Finder;
  readonly #commits: CommitWatch;
  readonly #lessons: LessonWatch;
  readonly #ending = new AbortController();
  #looking: Promise<void> | undefined;
  #lookingAtLessons: Promise<void> | undefined;

  constructor(
    options: RecorderOptions,
    { spool, uploader, memory }: { spool: Spool; uploader: Uploader; memory: PauseMemory },
    journals: { commits: CommitJournal; lessons: LessonJournal },
  ) {
    const { settings, agents, where, redaction, wire } = options;
    const { states, directory } = spool;
    const finder = createFinder({ agents, where, states, directory });
    const maintain = () => this.maintain();
    this.spool = spool;
    this.uploader = uploader;
    this.health = finder.health;
    this.#memory = options.memory;
    this.#settings = settings;
    this.#finder = finder;
    this.#commits = new CommitWatch({
      ...{ settings, states, journal: journals.commits, wire, activeSessions: options.activeSessions },
      signal: this.#ending.signal,
    });
    const { lessons } = journals;
    this.#lessons = new LessonWatch({
      ...{ settings, states, journal: lessons, wire, home: options.home },
      signal: this.#ending.signal,
    });
    this.#scanner = new Scanner({
      ...{ settings, agents, finder, spool, uploader, redaction, memory, maintain, lessons },
    });
  }

  scan(options: ScanOptions = {}): Promise<void> {
    return this.#scanner.scan(options);
  }

  /** Notes what the pauses that end hold back, before anything that may repeat it is read. */
  learn(signal?: AbortSignal): Promise<void> {
    return this.#scanner.learn(false, signal);
  }

  useGrowth(table: GrowthTable): void {
    this.#scanner.growth = table;
  }

  /**
   * After the scan with which pauses begin or end: notes the sizes of the sources, of every agent. Of those that it did
   * not read no place tells what is of the pause; of the others none that another connection knows. Durable when it
   * resolves.
   */
  async noteGrowth(ending: readonly Pause[]): Promise<void> {
    const table = this.#scanner.growth;
    const [first] = ending;
    const isSame = ending.every((pause) => pause.repository === first?.repository);
    const repository = isSame && first?.repository ? { repository: first.repository } : {};
    for (const source of await this.#finder.all()) {
      const { path, bytes, stamp } = source;
      const readTo = this.#scanner.readTo(source);
      const before = table[path];
      if (!first) {
        if (readTo === undefined) table[path] ??= { from: bytes, stamp };
        else if (!before?.read || before.to !== undefined) table[path] = { from: readTo, stamp, read: true };
      } else if (readTo === undefined ? before?.stamp === stamp : readTo >= bytes) delete table[path];
      // Not read, or a last line is not finished: whatever begins before this size is of the pause.
      else
        table[path] = {
          from: readTo ?? before?.from ?? 0,
          stamp: '',
          to: bytes,
          until: Date.now(),
          ...repository,
        };
    }
    await writeGrowth(this.#memory, table);
  }

  /** The agent said that this session is over. */
  noteEnd(agentId: string | undefined, externalId: string): void {
    const { states } = this.spool;
    for (const state of states.sessions.values()) {
      if (state.externalId !== externalId || (agentId && state.agentId !== agentId)) continue;
      state.endedAt = Date.now();
      states.touch(state);
    }
  }

  /** Completes what is over or idle and fully sent. */
  async completeIdle(): Promise<void> {
    const due = [...this.spool.states.sessions].filter(([, state]) => this.#isOver(state));
    if (due.length === 0) return;
    await this.#scanner.finishTorn(new Set(due.map(([key]) => key)));
    // What a last line added is sent before its session is completed.
    const ready = due.map(([, state]) => state).filter((state) => !isPending(state));
    for (let at = 0; at < ready.length; at += 8)
      await Promise.all(ready.slice(at, at + 8).map((state) => this.uploader.complete(state)));
  }

  /** Hooks that printed lessons for their agents. */
  noteHooks(hookCalls: readonly HookCall[]): Promise<void> {
    return this.#lessons.noteHooks(hookCalls);
  }

  /** Tells the server of new commits where sessions run. One look at a time; nothing else waits for it. */
  lookAtCommits(): Promise<void> {
    this.#looking ??= this.#commits
      .look()
      .catch(() => {
        // A full disk: the next look reads the same log again.
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** The same of the lessons that sessions were given. */
  lookAtLessons(): Promise<void> {
    this.#lookingAtLessons ??= this.#lessons
      .look()
      .catch(() => {})
      .finally(() => {
        this.#lookingAtLessons = undefined;
      });
    return this.#lookingAtLessons;
  }

  /** Makes the states of sessions durable and removes what the server has from the journal. */
  async maintain(): Promise<void> {
    const { states, journal } = this.spool;
    await states.flush();
    await journal.sweep(() => states.flush());
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#looking, this.#lookingAtLessons]);
    await this.uploader.close();
    await this.maintain().catch(() => {});
    await this.spool.close();
  }

  #isOver(state: SessionState): boolean {
    if (state.closed || state.openedLeg === 0 || isPending(state)) return false;
    const ended = state.endedAt !== undefined && state.lastChangeAt <= state.endedAt + graceMs;
    const idleMs = this.#settings().idleMinutes * 60_000;
    if (Date.now() - lastActivityOf(state) >= idleMs) return true;
    return ended && Date.now() - Math.max(state.lastChangeAt, state.endedAt ?? 0) >= graceMs;
  }
}
