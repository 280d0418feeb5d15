import { join } from 'node:path';
import { type CommitFacts, type CommitRewrite, commitLimits } from '@debrief/links';
import { readKept, writeDurably } from '../../disk.ts';

/** What waits to be told of one session, and what the server knows already. */
export interface SessionCommits {
  /** Names of commits that were told, the newest last. */
  told: string[];
  commits: CommitFacts[];
  rewrites: CommitRewrite[];
  /** `from:to` of the rewrites that were told. */
  toldRewrites: string[];
}

interface Kept {
  version: 1;
  /** Git folder → how the log of its HEAD looked when it was last read. */
  stamps: Record<string, string>;
  /** `keyOf` the session → its commits. */
  sessions: Record<string, SessionCommits>;
}

const most = { told: 2000, waiting: 500 };

const pathOf = (directory: string): string => join(directory, 'commits.json');

const none = (): SessionCommits => ({ told: [], commits: [], rewrites: [], toldRewrites: [] });

/** Facts of commits that wait for the server, durable before anything is sent. Telling twice changes nothing there. */
export class CommitJournal {
  readonly #directory: string;
  readonly #kept: Kept;
  #isChanged = false;

  constructor(directory: string, kept: Kept) {
    this.#directory = directory;
    this.#kept = kept;
  }

  /** What cannot be read is read from the repositories again. */
  static async open(directory: string): Promise<CommitJournal> {
    const kept = await readKept<Kept>(pathOf(directory), 1);
    return new CommitJournal(directory, kept ?? { version: 1, stamps: {}, sessions: {} });
  }

  stampOf(gitDir: string): string | undefined {
    return this.#kept.stamps[gitDir];
  }

  noteStamp(gitDir: string, stamp: string): void {
    this.#kept.stamps[gitDir] = stamp;
    this.#isChanged = true;
  }

  /** Whether the commit is told of the session already, or waits to be. */
  has(session: string, sha: string): boolean {
    const known = this.#kept.sessions[session];
    return known !== undefined && (known.told.includes(sha) || known.commits.some((one) => one.sha === sha));
  }

  add(session: string, commits: readonly CommitFacts[], rewrites: readonly CommitRewrite[]): void {
    const known = this.#kept.sessions[session] ?? none();
    const fresh = commits.filter(({ sha }) => !this.has(session, sha));
    const freshRewrites = rewrites.filter(
      (one) =>
        !known.toldRewrites.includes(nameOf(one)) &&
        !known.rewrites.some((other) => nameOf(other) === nameOf(one)),
    );
    if (fresh.length === 0 && freshRewrites.length === 0) return;
    known.commits = [...known.commits, ...fresh].slice(-most.waiting);
    known.rewrites = [...known.rewrites, ...freshRewrites].slice(-most.waiting);
    this.#kept.sessions[session] = known;
    this.#isChanged = true;
  }

  /** The next request for a session; undefined when nothing waits. */
  next(session: string): { commits: CommitFacts[]; rewrites: CommitRewrite[] } | undefined {
    const known = this.#kept.sessions[session];
    if (!known || (known.commits.length === 0 && known.rewrites.length === 0)) return undefined;
    return {
      commits: known.commits.slice(0, commitLimits.commits),
      rewrites: known.rewrites.slice(0, commitLimits.rewrites),
    };
  }

  waiting(): string[] {
    return Object.keys(this.#kept.sessions).filter((session) => this.next(session) !== undefined);
  }

  noteTold(session: string, commits: readonly CommitFacts[], rewrites: readonly CommitRewrite[]): void {
    const known = this.#kept.sessions[session];
    if (!known) return;
    const told = new Set(commits.map(({ sha }) => sha));
    const toldRewrites = new Set(rewrites.map(nameOf));
    known.told = [...known.told, ...told].slice(-most.told);
    known.toldRewrites = [...known.toldRewrites, ...toldRewrites].slice(-most.told);
    known.commits = known.commits.filter(({ sha }) => !told.has(sha));
    known.rewrites = known.rewrites.filter((one) => !toldRewrites.has(nameOf(one)));
    this.#isChanged = true;
  }

  forget(session: string): void {
    delete this.#kept.sessions[session];
    this.#isChanged = true;
  }

  /** Forgets what nobody will ask for again: sessions and folders that are no longer watched. What waits is kept. */
  keepOnly(sessions: ReadonlySet<string>, gitDirs: ReadonlySet<string>): void {
    for (const session of Object.keys(this.#kept.sessions)) {
      if (!sessions.has(session) && !this.next(session)) this.forget(session);
    }
    for (const gitDir of Object.keys(this.#kept.stamps)) {
      if (gitDirs.has(gitDir)) continue;
      delete this.#kept.stamps[gitDir];
      this.#isChanged = true;
    }
  }

  /** Durable when it resolves. */
  async flush(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    await writeDurably(pathOf(this.#directory), JSON.stringify(this.#kept)).catch((error: unknown) => {
      this.#isChanged = true;
      throw error;
    });
  }
}

const nameOf = ({ from, to }: CommitRewrite): string => `${from}:${to}`;
