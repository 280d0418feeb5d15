import { type CommitRewrite, packHashes, type SessionFacts } from '@debrief/links';
import type { CommitRecord } from '../../src/domain/link/records.ts';
import type { Store } from '../../src/domain/ports.ts';
import { packFacts } from '../../src/projection/links/facts.ts';
import type { LinkDatabase } from '../../src/projection/links/port.ts';
import { storedSession, type Tenant } from '../record.ts';
import { linkTime, shaOf } from './link.ts';

/** A made-up repository of any size, written straight into the tables that links are concluded from. */
export interface MadeUp {
  store: Store;
  links: LinkDatabase;
  tenant: Tenant;
  repository: string;
}

/** Hashes of lines that only this text has. */
const hashesOf = (text: string, count: number): number[] =>
  Array.from({ length: count }, (_, n) => Number.parseInt(shaOf(`${text} ${n}`).slice(0, 8), 16));

/** What a session wrote: `lines` lines in `src/<name>.ts`, all in one minute. */
const factsOf = (name: string, lines: number): SessionFacts => ({
  from: new Date(linkTime).toISOString(),
  to: new Date(linkTime + 60_000).toISOString(),
  lines: packHashes(hashesOf(name, lines)),
  lineEdits: packHashes(new Array<number>(lines).fill(0)),
  edits: [{ sequence: 1, at: linkTime + 30_000 }],
  files: [{ path: `/home/dev/app/src/${name}.ts`, first: 0, last: 0 }],
  commits: [],
  pullRequests: [],
});

/** A session of the repository with the facts that were folded from it. */
export async function madeUpSession(
  { store, links, tenant, repository }: MadeUp,
  name: string,
  given: { lines?: number; facts?: Partial<SessionFacts> } = {},
): Promise<string> {
  const { sessionId, organizationId } = await storedSession(store, tenant, { repository });
  const facts = { ...factsOf(name, given.lines ?? 20), ...given.facts };
  await links.write(sessionId, [
    [
      `insert into projection.session_links (session_id, organization_id, from_at, to_at, facts)
        values ($1, $2, $3, $4, $5)`,
      [sessionId, organizationId, linkTime, linkTime + 60_000, packFacts(facts)],
    ],
  ]);
  return sessionId;
}

/** A commit that holds `lines` lines of the session with this name, five minutes after the edit. */
export function madeUpCommit(
  { tenant }: MadeUp,
  name: string,
  given: Partial<CommitRecord> & { of?: string; hashes?: number } = {},
): CommitRecord {
  const { of = name, hashes = 20, ...rest } = given;
  const at = linkTime + 300_000;
  return {
    organizationId: tenant.organization.organizationId,
    sha: shaOf(name),
    tree: shaOf(`tree of ${name}`),
    parents: '[]',
    branch: null,
    authoredAt: at,
    committedAt: at,
    patchId: shaOf(`patch of ${name}`),
    subjectHash: null,
    fileCount: 1,
    added: hashes,
    removed: 0,
    lineCount: hashes,
    trailers: '[]',
    receivedAt: at,
    files: JSON.stringify([{ path: `src/${of}.ts`, added: hashes, removed: 0 }]),
    lines: Buffer.from(packHashes(hashesOf(of, hashes).sort((a, b) => a - b)), 'base64'),
    ...rest,
  };
}

const limits = { commitsPerSession: 5000, commitsPerOrganization: 200_000 };

/** A machine tells of commits, as many requests as that takes. */
export async function tellCommits(
  { store, tenant, repository }: MadeUp,
  sessionId: string,
  commits: readonly CommitRecord[],
  rewrites: readonly CommitRewrite[] = [],
): Promise<void> {
  const { organizationId } = tenant.organization;
  for (let from = 0; from < Math.max(1, commits.length); from += 50) {
    await store.commit.report({
      organizationId,
      repository,
      sessionId,
      commits: commits.slice(from, from + 50),
      rewrites: rewrites.map(({ from: fromSha, to: toSha, kind }) => ({
        organizationId,
        fromSha,
        toSha,
        kind,
        sessionId,
      })),
      max: limits,
    });
  }
}
