import { type CommitFacts, type CommitRewrite, conclude } from '@debrief/links';
import { affordable, type CommitRow, type CommitSize, commitColumns, factsOf } from './commit-row.ts';
import { after, before, concludeSession, findSession, namesOf, type SessionRow } from './conclusion.ts';
import { unpackFacts } from './facts.ts';
import type { LinkDatabase } from './port.ts';

/** New commits that are looked at together. */
const maxReports = 500;
/** Sessions of a repository that new commits are compared with, the newest. */
const maxSessions = 200;
/** What one step may take: sessions, bytes of what they wrote, and comparisons of a session with a commit. */
const maxStep = { sessions: 20, bytes: 256 * 1024, comparisons: 2000 };

interface Place {
  organizationId: string;
  repository: string;
}

/** New commits of a repository, and the sessions that they have not been compared with yet. */
interface Page {
  from: number;
  to: number;
  sessions: { sessionId: string; bytes: number }[];
}

interface NewCommits {
  commits: CommitFacts[];
  rewrites: CommitRewrite[];
}

/**
 * Concludes which commits a session led to, whenever the session or the commits of its repository have changed. New
 * commits are compared with the sessions of their repository in small steps, and organizations take turns.
 */
export class Concluder {
  readonly #db: LinkDatabase;
  /** Organization → repository → what is left of it. Whose turn it is comes first. */
  readonly #waiting = new Map<string, Map<string, Page | undefined>>();
  #scannedTo = 0;

  constructor(db: LinkDatabase) {
    this.#db = db;
  }

  /** Something may have been told of the repository of this session. */
  async note(sessionId: string): Promise<void> {
    const [place] = await this.#db.rows<Place>(
      `select organization_id as "organizationId", repository from commit_reports where session_id = $1
        order by report_pk desc limit 1`,
      [sessionId],
    );
    if (place) this.#wait(place);
  }

  /** Repositories of which something was told that nobody has looked at, also by other processes. */
  async scan(): Promise<void> {
    const places = await this.#db.rows<Place & { last: number }>(
      `select organization_id as "organizationId", repository, max(report_pk) as last from commit_reports
        where report_pk > $1 group by organization_id, repository order by max(report_pk)`,
      [this.#scannedTo],
    );
    for (const place of places) {
      this.#wait(place);
      this.#scannedTo = Math.max(this.#scannedTo, Number(place.last));
    }
  }

  /** Concludes one session anew, with all commits that it may have led to. */
  async conclude(sessionId: string): Promise<void> {
    const session = await findSession(this.#db, sessionId);
    if (session) await concludeSession(this.#db, session);
  }

  /** Does a little of what waits. False when nothing does. */
  async step(): Promise<boolean> {
    const next = this.#next();
    if (!next) return false;
    const { place } = next;
    const page = next.page ?? (await this.#nextPage(place));
    if (!page) return true;
    await this.#compare(place, page);
    if (page.sessions.length === 0) await this.#finish(place, page);
    // There may be more commits than those of this page.
    this.#wait(place, page.sessions.length > 0 ? page : undefined);
    return true;
  }

  /** What waits already keeps its place. */
  #wait({ organizationId, repository }: Place, page?: Page): void {
    const repositories = this.#waiting.get(organizationId) ?? new Map<string, Page | undefined>();
    if (!repositories.has(repository)) repositories.set(repository, page);
    this.#waiting.set(organizationId, repositories);
  }

  /** The first repository of the organization whose turn it is; that organization goes to the end. */
  #next(): { place: Place; page: Page | undefined } | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [organizationId, repositories] = first;
    this.#waiting.delete(organizationId);
    const [one] = repositories;
    if (!one) return undefined;
    const [repository, page] = one;
    repositories.delete(repository);
    if (repositories.size > 0) this.#waiting.set(organizationId, repositories);
    return { place: { organizationId, repository }, page };
  }

  /** The oldest commits that nobody has looked at, with the sessions that may have led to them. */
  async #nextPage({ organizationId, repository }: Place): Promise<Page | undefined> {
    const reports = await this.#db.rows<CommitSize & { reportPk: number; first: number; last: number }>(
      `select r.report_pk as "reportPk", c.authored_at as first, c.committed_at as last,
          c.file_count as "fileCount", c.line_count as "lineCount"
        from commit_reports r join commits c on c.organization_id = r.organization_id and c.sha = r.sha
        where r.organization_id = $1 and r.repository = $2 and r.report_pk > coalesce(
          (select report_pk from projection.concluded where organization_id = $1 and repository = $2), 0)
        order by r.report_pk limit ${maxReports}`,
      [organizationId, repository],
    );
    const taken = reports.slice(0, affordable(reports));
    const times = taken.flatMap(({ first, last }) => [Number(first), Number(last)]);
    const [first, last] = [taken[0], taken.at(-1)];
    if (!first || !last) return undefined;
    const sessions = await this.#db.rows<{ sessionId: string; bytes: number }>(
      `select s.session_id as "sessionId", length(p.facts) as bytes
        from sessions s join projection.session_links p on p.session_id = s.session_id
        where s.organization_id = $1 and s.repository = $2 and p.to_at >= $3 and p.from_at <= $4
        order by p.from_at desc, s.session_id limit ${maxSessions}`,
      [organizationId, repository, Math.min(...times) - after, Math.max(...times) + before],
    );
    return { from: Number(first.reportPk), to: Number(last.reportPk), sessions };
  }

  /** Compares some of the sessions with the new commits. Only a session that has to do with one is concluded anew. */
  async #compare(place: Place, page: Page): Promise<void> {
    const fresh = await this.#newCommits(place, page);
    const max = Math.min(maxStep.sessions, Math.ceil(maxStep.comparisons / fresh.commits.length));
    let bytes = 0;
    for (let count = 0; count < max && bytes < maxStep.bytes; count++) {
      const next = page.sessions.shift();
      const session = next && (await findSession(this.#db, next.sessionId));
      bytes += Number(next?.bytes ?? 0);
      if (!session || !(await this.#isConcerned(session, fresh))) continue;
      await concludeSession(this.#db, session);
      // That takes as long as comparing many.
      return;
    }
  }

  /** Read anew in each step: kept for every repository that waits, they would fill the memory. */
  async #newCommits({ organizationId, repository }: Place, { from, to }: Page): Promise<NewCommits> {
    const told = `c.organization_id = $1 and c.sha in (select r.sha from commit_reports r
      where r.organization_id = $1 and r.repository = $2 and r.report_pk between $3 and $4)`;
    const values = [organizationId, repository, from, to];
    const commits = await this.#db.rows<CommitRow>(
      `select ${commitColumns} from commits c where ${told}`,
      values,
    );
    const rewrites = await this.#db.rows<CommitRewrite>(
      `select w.from_sha as "from", w.to_sha as "to", w.kind from commits c
        join commit_rewrites w on w.organization_id = c.organization_id and w.to_sha = c.sha where ${told}`,
      values,
    );
    return { commits: commits.map(factsOf), rewrites };
  }

  /** Whether the session led to one of the commits, or to one that became it or holds the same change. */
  async #isConcerned(session: SessionRow, { commits, rewrites }: NewCommits): Promise<boolean> {
    const shas = new Set(commits.map(({ sha }) => sha));
    const found = conclude(unpackFacts(session.facts), namesOf(session), commits, rewrites);
    if (found.some(({ sha }) => shas.has(sha))) return true;
    const names = new Set([
      ...commits.flatMap(({ tree, patchId = tree }) => [tree, patchId]),
      ...rewrites.map(({ from }) => from),
    ]);
    const linked = await this.#db.rows<{ sha: string; tree: string; patchId: string | null }>(
      `select c.sha, c.tree, c.patch_id as "patchId" from projection.links l
        join commits c on c.organization_id = l.organization_id and c.sha = l.sha where l.session_id = $1`,
      [session.sessionId],
    );
    return linked.some(({ sha, tree, patchId }) =>
      [sha, tree, patchId ?? tree].some((one) => names.has(one)),
    );
  }

  async #finish({ organizationId, repository }: Place, { to }: Page): Promise<void> {
    await this.#db.write(undefined, [
      [
        `insert into projection.concluded (organization_id, repository, report_pk) values ($1, $2, $3)
          on conflict (organization_id, repository) do update set report_pk = excluded.report_pk`,
        [organizationId, repository, to],
      ],
    ]);
  }
}
