import { existsSync } from 'node:fs';
import { DebriefError } from '@debrief/contract';
import { type Home, pathsOf } from '../../home.ts';
import { lessonsOf } from '../../lessons/answer.ts';
import { lessonsOfSet, readIndex, removeCopies, removeCopiesOf, writeCopies } from '../../lessons/copy.ts';
import { canonical, isCovered, isPaused } from '../../pause.ts';
import { repositoryOf } from '../../repository.ts';
import type { Settings } from '../../settings.ts';
import { watchedFor } from '../commits/commits-made.ts';
import { backoff } from '../send/retry.ts';
import { verdictOf } from '../send/verdict.ts';
import type { Wire } from '../send/wire.ts';
import { keyOf, lastActivityOf, type SessionState } from '../spool/session.ts';
import type { SessionStates } from '../spool/session-states.ts';
import type { LessonJournal } from './lesson-journal.ts';
import { lessonsOnDisk } from './on-disk.ts';
import { repositoryName } from './repository-name.ts';

/** What a hook handed over. */
interface Heard {
  agentId: string | undefined;
  externalId?: string;
  /** The set of lessons that it printed. */
  lessons?: string;
}

export interface LessonWatchOptions {
  /** Absent: nobody is told anything when a session begins. */
  home?: Home | undefined;
  settings: () => Settings;
  states: SessionStates;
  journal: LessonJournal;
  wire: Pick<Wire, 'getMachineLessons' | 'reportLessons'>;
  signal?: AbortSignal;
}

/** The server is asked this often for the lessons of a repository in use. */
const refreshMs = 5 * 60_000;
/** Copies that could not be renewed for so long are not told any more: they may have been withdrawn. */
const staleMs = 7 * 24 * 60 * 60_000;
const mostRepositories = 100;
/** What is on disk later says nothing about what the agent read when it began. */
const beginningMs = 10 * 60_000;

/** Notes which lessons sessions were given, tells the server, and keeps the copies that hooks print. */
export class LessonWatch {
  readonly #options: LessonWatchOptions;
  /** When the server was last asked for each repository, whatever it answered. */
  readonly #askedAt = new Map<string, number>();
  #failures = 0;
  #closedUntil = 0;

  constructor(options: LessonWatchOptions) {
    this.#options = options;
  }

  /** A hook printed a copy. That the agent handed it to its model is said by the record, if at all. */
  async noteHooks(hookCalls: readonly Heard[]): Promise<void> {
    const { home, journal } = this.#options;
    for (const { agentId, externalId, lessons } of hookCalls) {
      if (!home || !agentId || externalId === undefined || lessons === undefined) continue;
      journal.note(keyOf(agentId, externalId), await lessonsOfSet(home, lessons), 'hook', 'unknown');
    }
    await journal.flush();
  }

  async look(now = Date.now()): Promise<void> {
    const { states, journal } = this.#options;
    await this.#lookAtFiles(now);
    await this.#refresh(now);
    const inUse = [...states.sessions].filter(([, state]) => now - lastActivityOf(state) < watchedFor);
    journal.keepOnly(new Set(inUse.map(([session]) => session)));
    await journal.flush();
    await this.#tell(now);
  }

  /** Once for each session, when it has just begun. */
  async #lookAtFiles(now: number): Promise<void> {
    const { states, journal } = this.#options;
    for (const [session, state] of states.sessions) {
      const { firstReadAt, startedAt, cwd, agentId } = state;
      if (cwd === undefined || firstReadAt === undefined || journal.hasLooked(session)) continue;
      const began = startedAt ?? firstReadAt;
      if (now - began > beginningMs || this.#isPaused(state, now)) continue;
      const root = repositoryOf(cwd);
      const files = root === undefined ? [] : await lessonsOnDisk(agentId, root, began);
      journal.noteLooked(session);
      for (const lessons of files) journal.note(session, lessons, 'file', 'unknown');
    }
  }

  #isPaused({ cwd }: SessionState, now: number): boolean {
    return this.#options
      .settings()
      .pauses.some((pause) => isPaused(pause, now) && isCovered(pause.repository, cwd));
  }

  async #refresh(now: number): Promise<void> {
    const { home, settings, states } = this.#options;
    if (!home) return;
    // Also what was being written while somebody said "off".
    if (!settings().lessons) return void (existsSync(pathsOf(home).lessons) && (await removeCopies(home)));
    const index = await readIndex(home);
    const used = [...states.sessions.values()].flatMap((state) => {
      const root = state.cwd === undefined ? undefined : repositoryOf(state.cwd);
      return root === undefined || now - lastActivityOf(state) > watchedFor ? [] : [canonical(root)];
    });
    for (const root of [...new Set([...used, ...Object.keys(index)])].slice(0, mostRepositories)) {
      if (now - (this.#askedAt.get(root) ?? 0) < refreshMs) continue;
      this.#askedAt.set(root, now);
      if (!existsSync(root)) await removeCopiesOf(home, root);
      else await this.#renew(home, root, now - (index[root] ?? now));
      // Somebody may have said "off" while the server was asked.
      if (!settings().lessons) return;
    }
  }

  async #renew(home: Home, root: string, age: number): Promise<void> {
    const { settings, wire, signal } = this.#options;
    const { environmentId } = settings();
    const repository = (await repositoryName(root, environmentId)) ?? '';
    try {
      const answer = await wire.getMachineLessons({ environmentId, repository }, signal ? { signal } : {});
      const lessons = lessonsOf(answer);
      if (settings().lessons) await writeCopies(home, root, lessons);
    } catch (error) {
      const isUnknown = error instanceof DebriefError && error.code === 'repository_not_found';
      if (isUnknown || age > staleMs) await removeCopiesOf(home, root);
    }
  }

  /** Session by session. A failure is tried again later; nothing else waits for it. */
  async #tell(now: number): Promise<void> {
    const { states, journal, wire, signal } = this.#options;
    if (now < this.#closedUntil) return;
    for (const session of journal.waiting()) {
      const state = states.sessions.get(session);
      if (state?.sessionId === undefined) {
        // A hook is heard before the transcript is there; of a paused session there never is one.
        if (!state && now - journal.sinceOf(session) > watchedFor) journal.forget(session);
        continue;
      }
      try {
        const given = journal.waitingOf(session);
        await wire.reportLessons({ sessionId: state.sessionId, given }, signal ? { signal } : {});
        journal.noteTold(session, given);
        this.#failures = 0;
      } catch (error) {
        // The server never takes these, or is older and has no place for them.
        const isFinal = ['refused', 'gone', 'closed', 'deleted'].includes(verdictOf(error));
        const isOlder = error instanceof DebriefError && error.status === 404;
        if (isFinal || isOlder) journal.noteTold(session, journal.waitingOf(session));
        else {
          this.#closedUntil = now + backoff(++this.#failures);
          break;
        }
      }
    }
    await journal.flush();
  }
}
