import { createHash } from 'node:crypto';
import { type CommitRewrite, conclude, linkStrengths, unpackHashes } from '@debrief/links';
import { affordable, type CommitRow, type CommitSize, commitColumns, factsOf } from './commit-row.ts';
import { unpackFacts } from './facts.ts';
import { matchedLines } from './matched-lines.ts';
import type { LinkDatabase, LinkValues } from './port.ts';

const hour = 3_600_000;
/** A commit may follow a session by so much. One that was amended, rebased or picked keeps the time of its author. */
export const after = 72 * hour;
export const before = hour;
const maxCommits = 1000;

export interface SessionRow {
  sessionId: string;
  organizationId: string;
  repository: string | null;
  agentId: string;
  externalId: string | null;
  fromAt: number;
  toAt: number;
  facts: Uint8Array;
}

export async function findSession(db: LinkDatabase, sessionId: string): Promise<SessionRow | undefined> {
  const [session] = await db.rows<SessionRow>(
    `select s.session_id as "sessionId", s.organization_id as "organizationId", s.repository,
        s.agent_id as "agentId", s.external_id as "externalId", p.from_at as "fromAt", p.to_at as "toAt", p.facts
      from sessions s join projection.session_links p on p.session_id = s.session_id where s.session_id = $1`,
    [sessionId],
  );
  return session;
}

/** What a commit may call the session: our own id and the agent's. */
export const namesOf = ({
  sessionId,
  agentId,
  externalId,
}: Pick<SessionRow, 'sessionId' | 'agentId' | 'externalId'>): { ids: string[] } => ({
  ids: [sessionId, ...(externalId === null ? [] : [externalId, ...gitAiNames(agentId, externalId)])],
});

/** Where Git AI calls an agent otherwise than the catalog; some had several names. */
const gitAiTools: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['claude'],
  'copilot-cli': ['copilot', 'github-copilot', 'github-copilot-cli'],
  'vscode-copilot': ['copilot', 'github-copilot'],
  'gemini-cli': ['gemini'],
  continue: ['continue-cli'],
};

/** How a note of Git AI calls a session (standard 3.0): a digest of its tool's name and its own id. */
function gitAiNames(agentId: string, externalId: string): string[] {
  return [agentId, ...(gitAiTools[agentId] ?? [])].flatMap((tool) => {
    const digest = createHash('sha256').update(`${tool}:${externalId}`).digest('hex');
    return [`s_${digest.slice(0, 14)}`, digest.slice(0, 16)];
  });
}

/** Concludes one session anew, with all commits that it may have led to. */
export async function concludeSession(db: LinkDatabase, session: SessionRow): Promise<void> {
  const { sessionId, organizationId } = session;
  const commits = await commitsOf(db, session);
  const facts = unpackFacts(session.facts);
  const found = conclude(facts, namesOf(session), commits.map(factsOf), await rewritesOf(db, session));
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const written = new Set(unpackHashes(facts.lines) ?? []);
  await db.write(sessionId, [
    ['delete from projection.links where session_id = $1', [sessionId]],
    ...found.map(({ sha, strength, evidence, at = null }): [string, LinkValues] => {
      const matched = matchedLines(known.get(sha)?.lines ?? new Uint8Array(), written);
      return [
        `insert into projection.links (session_id, organization_id, sha, strength, lines, evidence, matched, at)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          sessionId,
          organizationId,
          sha,
          linkStrengths.indexOf(strength),
          matched.count,
          JSON.stringify(evidence),
          matched.bits,
          at,
        ],
      ];
    }),
  ]);
}

/** Commits of its repository that were made in its time or soon after, as many as can be compared at a time. */
async function commitsOf(db: LinkDatabase, session: SessionRow): Promise<CommitRow[]> {
  const sizes = await db.rows<CommitSize>(
    `select c.file_count as "fileCount", c.line_count as "lineCount" from commits c
      where ${inTime} order by c.committed_at, c.sha limit ${maxCommits}`,
    timeOf(session),
  );
  return db.rows<CommitRow>(
    `select ${commitColumns} from commits c where ${inTime} order by c.committed_at, c.sha limit $5`,
    [...timeOf(session), affordable(sizes)],
  );
}

/** What became of which of those commits. */
const rewritesOf = (db: LinkDatabase, session: SessionRow): Promise<CommitRewrite[]> =>
  db.rows<CommitRewrite>(
    `select w.from_sha as "from", w.to_sha as "to", w.kind from commits c
        join commit_rewrites w on w.organization_id = c.organization_id and w.to_sha = c.sha
      where ${inTime} order by c.committed_at, c.sha limit ${maxCommits}`,
    timeOf(session),
  );

// The function keeps the database from reading all reports of the repository for each commit.
const inTime = `c.organization_id = $1 and (c.authored_at between $3 and $4 or c.committed_at between $3 and $4)
  and exists (select 1 from commit_reports r
    where r.organization_id = c.organization_id and r.sha = c.sha and coalesce(r.repository, '') = $2)`;

const timeOf = ({ organizationId, repository, fromAt, toAt }: SessionRow): LinkValues => [
  organizationId,
  repository,
  Number(fromAt) - before,
  Number(toAt) + after,
];
