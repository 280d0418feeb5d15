import { writeActiveSessions } from '../../marker/active-sessions.ts';
import { canonical, isCovered, isPaused } from '../../pause.ts';
import { repositoryOf } from '../../repository.ts';
import { commitFactsWanted, type Settings } from '../../settings.ts';
import { backoff } from '../send/retry.ts';
import { verdictOf } from '../send/verdict.ts';
import type { Wire } from '../send/wire.ts';
import { keyOf, lastActivityOf, type SessionState } from '../spool/session.ts';
import type { SessionStates } from '../spool/session-states.ts';
import type { CommitJournal } from './commit-journal.ts';
import { commitsMade, factsIn, isInTime, leadingTo, sendableRemote, watchedFor } from './commits-made.ts';
import type { HeadMove } from './reflog.ts';
import { headStamp, type Worktree, worktreeOf } from './worktree.ts';

export interface CommitWatchOptions {
  settings: () => Settings;
  states: SessionStates;
  journal: CommitJournal;
  wire: Pick<Wire, 'reportCommits'>;
  /** Where the sessions in use are listed for the hooks of `debrief link`. */
  activeSessions?: string | undefined;
  signal?: AbortSignal;
}

/** A session in which nothing has happened for so long does not get the next commit put down to it. */
const inUseFor = 30 * 60_000;

/** A repository that git cannot read is tried again after so long, then after twice as long, up to an hour. */
const firstPause = 30_000;
const longestPause = 60 * 60_000;

/** Looks whether HEAD has moved where sessions run, and tells the server facts of the commits that were made. */
export class CommitWatch {
  readonly #options: CommitWatchOptions;
  #failures = 0;
  #closedUntil = 0;
  /** Git folders that git could not read: how often, and until when it is left alone. */
  readonly #broken = new Map<string, { failures: number; until: number }>();

  constructor(options: CommitWatchOptions) {
    this.#options = options;
  }

  /** One look at every folder: a stat where nothing has moved. */
  async look(now = Date.now()): Promise<void> {
    const { settings, journal } = this.#options;
    await this.#listActive(now);
    if (settings().commitFacts === false) return;
    const watched = this.#watched(now);
    const gitDirs = new Set<string>();
    for (const [root, sessions] of watched) {
      const worktree = await worktreeOf(root);
      if (!worktree) continue;
      gitDirs.add(worktree.gitDir);
      const { failures = 0, until = 0 } = this.#broken.get(worktree.gitDir) ?? {};
      if (now < until) continue;
      try {
        await this.#lookAt(worktree, sessions);
        this.#broken.delete(worktree.gitDir);
      } catch {
        // Git is not there, or the repository is broken: the sessions are recorded all the same.
        const pause = Math.min(firstPause * 2 ** failures, longestPause);
        this.#broken.set(worktree.gitDir, { failures: failures + 1, until: now + pause });
      }
    }
    for (const gitDir of this.#broken.keys()) if (!gitDirs.has(gitDir)) this.#broken.delete(gitDir);
    // A repository that is paused now is looked at again later.
    if (!settings().pauses.some((pause) => isPaused(pause, now))) {
      journal.keepOnly(new Set([...watched.values()].flat().map(nameOf)), gitDirs);
    }
    await journal.flush();
    await this.#tell(now);
  }

  /** Only where somebody asked for markers, and not while recording is paused. */
  async #listActive(now: number): Promise<void> {
    const { settings, states, activeSessions } = this.#options;
    const { markers = {}, pauses } = settings();
    if (activeSessions === undefined || Object.keys(markers).length === 0) return;
    const active = [...states.sessions.values()].flatMap((state) => {
      const { cwd, sessionId } = state;
      const found = cwd === undefined ? undefined : repositoryOf(cwd);
      const root = found === undefined ? undefined : canonical(found);
      if (root === undefined || sessionId === undefined || !markers[root]) return [];
      if (state.closed || now - lastActivityOf(state) > inUseFor) return [];
      if (pauses.some((pause) => isPaused(pause, now) && isCovered(pause.repository, root))) return [];
      return [{ sessionId, root }];
    });
    await writeActiveSessions(activeSessions, active, now);
  }

  /** Sessions that are in use or were within two days, by the root of the folder they run in. */
  #watched(now: number): Map<string, SessionState[]> {
    const { settings, states } = this.#options;
    const watched = new Map<string, SessionState[]>();
    for (const state of states.sessions.values()) {
      const { cwd, sessionId } = state;
      if (cwd === undefined || sessionId === undefined || now - lastActivityOf(state) > watchedFor) continue;
      const root = repositoryOf(cwd);
      if (root === undefined || !commitFactsWanted(settings(), root)) continue;
      if (settings().pauses.some((pause) => isPaused(pause, now) && isCovered(pause.repository, root)))
        continue;
      watched.set(root, [...(watched.get(root) ?? []), state]);
    }
    return watched;
  }

  async #lookAt(worktree: Worktree, sessions: readonly SessionState[]): Promise<void> {
    const { journal, settings } = this.#options;
    const stamp = await headStamp(worktree);
    // A session that is new here makes older moves matter, so it is part of what was looked at.
    const seen =
      stamp &&
      `${stamp} ${sessions
        .map(({ id }) => id)
        .sort()
        .join(' ')}`;
    if (seen === undefined || journal.stampOf(worktree.gitDir) === seen) return;
    const { made, rewrites } = await commitsMade(worktree, settings().pauses);
    const wanted = new Map(
      sessions.map((state) => [nameOf(state), made.filter((move) => this.#concerns(state, move))]),
    );
    const shas = [...new Set([...wanted.values()].flat().map(({ to }) => to))];
    const { signal } = this.#options;
    const facts = await factsIn(worktree, shas, signal);
    for (const [session, moves] of wanted) {
      const names = new Set(moves.map(({ to }) => to));
      const own = facts.filter(({ sha }) => names.has(sha));
      journal.add(session, own, leadingTo(names, rewrites));
    }
    journal.noteStamp(worktree.gitDir, seen);
  }

  #concerns(state: SessionState, { to, at }: HeadMove): boolean {
    const { journal } = this.#options;
    const span = { from: startOf(state), lastChange: lastActivityOf(state) };
    return isInTime(at, span) && !journal.has(nameOf(state), to);
  }

  /** Sends what waits, session by session. A failure is tried again later; nothing else waits for it. */
  async #tell(now: number): Promise<void> {
    const { states, journal } = this.#options;
    if (now < this.#closedUntil) return;
    for (const session of journal.waiting()) {
      const state = states.sessions.get(session);
      try {
        if (state) await this.#tellOf(session, state);
        else journal.forget(session);
        this.#failures = 0;
      } catch {
        this.#closedUntil = now + backoff(++this.#failures);
        break;
      }
    }
    await journal.flush();
  }

  async #tellOf(session: string, state: SessionState): Promise<void> {
    const { journal, wire, signal } = this.#options;
    const { sessionId, cwd = '' } = state;
    const root = repositoryOf(cwd);
    const worktree = root === undefined ? undefined : await worktreeOf(root);
    const repoRemote = worktree && (await sendableRemote(worktree));
    for (let next = journal.next(session); next && sessionId; next = journal.next(session)) {
      try {
        await wire.reportCommits(
          { sessionId, ...(repoRemote !== undefined && { repoRemote }), ...next },
          signal ? { signal } : {},
        );
      } catch (error) {
        const verdict = verdictOf(error);
        // The server never takes these, or the session is no longer there: asking again would not help.
        if (!['refused', 'gone', 'closed', 'deleted'].includes(verdict)) throw error;
      }
      journal.noteTold(session, next.commits, next.rewrites);
    }
  }
}

const nameOf = ({ agentId, externalId }: SessionState): string => keyOf(agentId, externalId);

/** Where the first record states no time, the session began when it was first read, or with its last record. */
const startOf = ({ startedAt, firstReadAt, lastRecordAt }: SessionState): number =>
  startedAt ?? Math.min(firstReadAt ?? Number.POSITIVE_INFINITY, lastRecordAt ?? Number.POSITIVE_INFINITY);
