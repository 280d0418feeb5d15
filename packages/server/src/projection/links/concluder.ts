import { type CommitFacts, type CommitRewrite, conclude, linkStrengths, unpackHashes } from '@debrief/links';
import { unpackFacts } from './facts.ts';
import type { LinkDatabase, Values } from './port.ts';

const hour = 3_600_000;
/** A commit may follow a session by so much. One that was amended, rebased or picked keeps the time of its author. */
const after = 72 * hour;
const before = hour;
const maxReports = 500;
const maxCommits = 1000;
const maxSessions = 200;

interface Place {
  organizationId: string;
  repository: string;
}

interface SessionRow {
  sessionId: string;
  organizationId: string;
  repository: string | null;
  externalId: string | null;
  fromAt: number;
  toAt: number;
  facts: Uint8Array;
}

interface CommitRow {
  sha: string;
  tree: string;
  parents: string;
  authoredAt: number;
  committedAt: number;
  patchId: string | null;
  subjectHash: string | null;
  files: string;
  fileCount: number;
  lines: Uint8Array;
  lineCount: number;
  trailers: string;
}

/** Concludes which commits a session led to, whenever the session or the commits of its repository have changed. */
export class Concluder {
  readonly #db: LinkDatabase;
  #scannedTo = 0;

  constructor(db: LinkDatabase) {
    this.#db = db;
  }

  /** Looks at what recorders told of the repository of this session since the last look. False when there is more. */
  async catchUpWith(sessionId: string): Promise<boolean> {
    const [place] = await this.#db.rows<Place>(
      `select organization_id as "organizationId", repository from commit_reports where session_id = $1
        order by report_pk desc limit 1`,
      [sessionId],
    );
    return place === undefined || this.#catchUp(place);
  }

  /** Repositories of which something was told that nobody has looked at, also by other processes. */
  async scan(): Promise<void> {
    const places = await this.#db.rows<Place & { last: number }>(
      `select organization_id as "organizationId", repository, max(report_pk) as last from commit_reports
        where report_pk > $1 group by organization_id, repository order by max(report_pk)`,
      [this.#scannedTo],
    );
    for (const place of places) {
      while (!(await this.#catchUp(place)));
      this.#scannedTo = Math.max(this.#scannedTo, Number(place.last));
    }
  }

  /** Concludes one session anew, with all commits that it may have led to. */
  async conclude(sessionId: string): Promise<void> {
    const [session] = await this.#sessions('s.session_id = $1', [sessionId]);
    if (session) await this.#conclude(session);
  }

  async #catchUp({ organizationId, repository }: Place): Promise<boolean> {
    const reports = await this.#db.rows<{ reportPk: number; sha: string; first: number; last: number }>(
      `select r.report_pk as "reportPk", r.sha, c.authored_at as first, c.committed_at as last
        from commit_reports r join commits c on c.organization_id = r.organization_id and c.sha = r.sha
        where r.organization_id = $1 and r.repository = $2 and r.report_pk > coalesce(
          (select report_pk from projection.concluded where organization_id = $1 and repository = $2), 0)
        order by r.report_pk limit ${maxReports}`,
      [organizationId, repository],
    );
    const end = reports.at(-1);
    if (!end) return true;
    const times = reports.flatMap(({ first, last }) => [Number(first), Number(last)]);
    const sessions = await this.#sessions(
      `s.organization_id = $1 and s.repository = $2 and p.to_at >= $3 and p.from_at <= $4
        order by p.from_at desc limit ${maxSessions}`,
      [organizationId, repository, Math.min(...times) - after, Math.max(...times) + before],
    );
    for (const session of sessions) await this.#conclude(session);
    await this.#db.write(undefined, [
      [
        `insert into projection.concluded (organization_id, repository, report_pk) values ($1, $2, $3)
          on conflict (organization_id, repository) do update set report_pk = excluded.report_pk`,
        [organizationId, repository, Number(end.reportPk)],
      ],
    ]);
    return reports.length < maxReports;
  }

  #sessions(where: string, values: Values): Promise<SessionRow[]> {
    return this.#db.rows<SessionRow>(
      `select s.session_id as "sessionId", s.organization_id as "organizationId", s.repository,
          s.external_id as "externalId", p.from_at as "fromAt", p.to_at as "toAt", p.facts
        from sessions s join projection.session_links p on p.session_id = s.session_id where ${where}`,
      values,
    );
  }

  async #conclude(session: SessionRow): Promise<void> {
    const { sessionId, organizationId, externalId } = session;
    const commits = await this.#commits(session);
    const rewrites = await this.#rewrites(session);
    const facts = unpackFacts(session.facts);
    const ids = [sessionId, ...(externalId === null ? [] : [externalId])];
    const found = conclude(facts, { ids }, commits.map(factsOf), rewrites);
    const known = new Map(commits.map((commit) => [commit.sha, commit]));
    const written = new Set(unpackHashes(facts.lines) ?? []);
    await this.#db.write(sessionId, [
      ['delete from projection.links where session_id = $1', [sessionId]],
      ...found.map(({ sha, strength, evidence }): [string, Values] => {
        const matched = matchedLines(known.get(sha)?.lines ?? new Uint8Array(), written);
        return [
          `insert into projection.links (session_id, organization_id, sha, strength, lines, evidence, matched)
            values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            sessionId,
            organizationId,
            sha,
            linkStrengths.indexOf(strength),
            matched.count,
            JSON.stringify(evidence),
            matched.bits,
          ],
        ];
      }),
    ]);
  }

  /** Commits of its repository that were made in its time or soon after. */
  #commits(session: SessionRow): Promise<CommitRow[]> {
    return this.#db.rows<CommitRow>(
      `select c.sha, c.tree, c.parents, c.authored_at as "authoredAt", c.committed_at as "committedAt",
          c.patch_id as "patchId", c.subject_hash as "subjectHash", c.files, c.file_count as "fileCount", c.lines,
          c.line_count as "lineCount", c.trailers
        from commits c where ${inTime} order by c.committed_at, c.sha limit ${maxCommits}`,
      timeOf(session),
    );
  }

  /** What became of which of those commits. */
  #rewrites(session: SessionRow): Promise<CommitRewrite[]> {
    return this.#db.rows<CommitRewrite>(
      `select w.from_sha as "from", w.to_sha as "to", w.kind from commits c
          join commit_rewrites w on w.organization_id = c.organization_id and w.to_sha = c.sha
        where ${inTime} order by c.committed_at, c.sha limit ${maxCommits}`,
      timeOf(session),
    );
  }
}

const inTime = `c.organization_id = $1 and (c.authored_at between $3 and $4 or c.committed_at between $3 and $4)
  and exists (select 1 from commit_reports r
    where r.organization_id = c.organization_id and r.sha = c.sha and r.repository = $2)`;

const timeOf = ({ organizationId, repository, fromAt, toAt }: SessionRow): Values => [
  organizationId,
  repository,
  Number(fromAt) - before,
  Number(toAt) + after,
];

const factsOf = (row: CommitRow): CommitFacts => ({
  sha: row.sha,
  tree: row.tree,
  parents: JSON.parse(row.parents) as string[],
  authoredAt: new Date(Number(row.authoredAt)).toISOString(),
  committedAt: new Date(Number(row.committedAt)).toISOString(),
  ...(row.patchId !== null && { patchId: row.patchId }),
  ...(row.subjectHash !== null && { subjectHash: row.subjectHash }),
  files: JSON.parse(row.files) as CommitFacts['files'],
  fileCount: Number(row.fileCount),
  addedLines: Buffer.from(row.lines).toString('base64'),
  lineCount: Number(row.lineCount),
  trailers: JSON.parse(row.trailers) as string[],
});

/** Which of a commit's lines are among those that were written: one bit for each. */
export function matchedLines(
  lines: Uint8Array,
  written: ReadonlySet<number>,
): { count: number; bits: Uint8Array } {
  const view = new DataView(lines.buffer, lines.byteOffset, lines.byteLength);
  const total = Math.floor(lines.byteLength / 4);
  const bits = new Uint8Array(Math.ceil(total / 8));
  let count = 0;
  for (let at = 0; at < total; at++) {
    if (!written.has(view.getUint32(at * 4, true))) continue;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    count++;
  }
  return { count, bits };
}
