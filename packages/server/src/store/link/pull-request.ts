import type { PullRequestStore } from '../../domain/link/ports.ts';
import type { PullRequestRecord } from '../../domain/link/records.ts';
import type { undoable } from '../connection/transaction.ts';
import type { OpenDatabase } from '../database.ts';

type Transaction = Parameters<Parameters<typeof undoable>[1]>[0];

/** A pull request with more commits than this is followed this far. */
const maxCommits = 250;

export const pullRequestStore = ({ db }: OpenDatabase): PullRequestStore => ({
  put: (pull) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('pullRequests')
        .values(pull)
        .onConflict((conflict) =>
          conflict
            .columns(['organizationId', 'url'])
            .doUpdateSet((row) => ({
              repository: row.ref('excluded.repository'),
              title: row.ref('excluded.title'),
              state: row.ref('excluded.state'),
              headBranch: row.ref('excluded.headBranch'),
              baseBranch: row.ref('excluded.baseBranch'),
              headSha: row.ref('excluded.headSha'),
              mergeSha: row.fn.coalesce('excluded.mergeSha', 'pullRequests.mergeSha'),
              commitCount: row.fn.coalesce('excluded.commitCount', 'pullRequests.commitCount'),
              updatedAt: row.ref('excluded.updatedAt'),
            }))
            // An older delivery that comes late changes nothing.
            .whereRef('excluded.updatedAt', '>=', 'pullRequests.updatedAt'),
        )
        .execute();
      await follow(transaction, pull.organizationId, [pull]);
    }),

  async follow(organizationId, headShas) {
    if (headShas.length === 0) return;
    const pulls = await db
      .selectFrom('pullRequests')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('headSha', 'in', headShas)
      .limit(100)
      .execute();
    if (pulls.length > 0) {
      await db.transaction().execute((transaction) => follow(transaction, organizationId, pulls));
    }
  },

  async find(organizationId, urls) {
    if (urls.length === 0) return [];
    return db
      .selectFrom('pullRequests')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('url', 'in', urls)
      .execute();
  },

  async ofCommits(organizationId, shas) {
    if (shas.length === 0) return [];
    const held = await db
      .selectFrom('pullCommits')
      .select(['url', 'sha'])
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', shas)
      .limit(1000)
      .execute();
    const merged = await db
      .selectFrom('pullRequests')
      .select(['url', 'mergeSha as sha'])
      .where('organizationId', '=', organizationId)
      .where('mergeSha', 'in', shas)
      .limit(1000)
      .execute();
    const byUrl = new Map<string, string[]>();
    for (const { url, sha } of [...held, ...merged]) {
      if (sha !== null) byUrl.set(url, [...(byUrl.get(url) ?? []), sha]);
    }
    const pulls = await this.find(organizationId, [...byUrl.keys()]);
    return pulls.map((pull) => ({ pull, shas: byUrl.get(pull.url) ?? [] }));
  },

  async commits(organizationId, url) {
    const found = await db
      .selectFrom('pullCommits')
      .select('sha')
      .where('organizationId', '=', organizationId)
      .where('url', '=', url)
      .orderBy('sha')
      .limit(maxCommits)
      .execute();
    return found.map(({ sha }) => sha);
  },
});

/** Notes the commits from the head of each pull request back to where its branch began, as far as they are known. */
async function follow(
  transaction: Transaction,
  organizationId: string,
  pulls: readonly Pick<
    PullRequestRecord,
    'url' | 'headSha' | 'headBranch' | 'baseBranch' | 'commitCount' | 'mergeSha'
  >[],
): Promise<void> {
  for (const pull of pulls) {
    const max = Math.min(pull.commitCount ?? maxCommits, maxCommits);
    let next = pull.headSha;
    for (let count = 0; next !== null && count < max; count++) {
      const sha: string = next;
      const commit = await transaction
        .selectFrom('commits')
        .select(['parents', 'branch'])
        .where('organizationId', '=', organizationId)
        .where('sha', '=', sha)
        .executeTakeFirst();
      if (!commit || !belongs(pull, commit.branch)) break;
      await transaction
        .insertInto('pullCommits')
        .values({ organizationId, url: pull.url, sha })
        .onConflict((conflict) => conflict.columns(['organizationId', 'url', 'sha']).doNothing())
        .execute();
      next = (JSON.parse(commit.parents) as string[])[0] ?? null;
    }
  }
}

/** Where the delivery does not say how many commits there are, the branch has to tell where they begin. */
function belongs(
  pull: Pick<PullRequestRecord, 'headBranch' | 'baseBranch' | 'commitCount'>,
  branch: string | null,
): boolean {
  if (branch !== null && branch === pull.baseBranch && branch !== pull.headBranch) return false;
  return pull.commitCount !== null || branch === pull.headBranch;
}
