import type { LinkEvidence, LinkStrength } from '@debrief/contract';
import { settle } from '@debrief/links';
import type { Context } from '../context.ts';
import type { ConcludedLink, DecisionRecord, PullRequestRecord } from './records.ts';

/** A link as it is shown: concluded, settled among sessions, followed through pull requests, and decided by people. */
export interface Linked {
  sha: string;
  sessionId: string;
  strength: LinkStrength;
  byHand: boolean;
  lines: number;
  matched: Uint8Array;
  evidence: LinkEvidence[];
}

const rank: Record<LinkStrength, number> = { stated: 0, seen: 1, matched: 2, likely: 3 };

const evidenceOf = (link: ConcludedLink): LinkEvidence[] => JSON.parse(link.evidence) as LinkEvidence[];

/** Links of commits, the surest first. */
export async function linksOfCommits(
  context: Context,
  organizationId: string,
  shas: readonly string[],
): Promise<Linked[]> {
  const direct = await decided(context, organizationId, shas);
  const merged = await throughPulls(context, organizationId, shas, direct);
  const sorted = [...direct, ...merged].sort(
    (a, b) =>
      rank[a.strength] - rank[b.strength] || b.lines - a.lines || (a.sessionId < b.sessionId ? -1 : 1),
  );
  const seen = new Set<string>();
  return sorted.filter((link) => !seen.has(keyOf(link)) && seen.add(keyOf(link)));
}

/** Links of one session; of each commit the other sessions count too, because the lines are shared out among them. */
export async function linksOfSession(
  context: Context,
  organizationId: string,
  sessionId: string,
): Promise<Linked[]> {
  const concluded = await context.store.concludedLink.ofSession(sessionId);
  const decisions = await context.store.link.decisionsOfSession(sessionId);
  const own = [...new Set([...concluded, ...decisions].map(({ sha }) => sha))];
  const pulls = await context.store.pullRequest.ofCommits(organizationId, own.slice(0, 1000));
  const merges = pulls.flatMap(({ pull }) => pull.mergeSha ?? []);
  const links = await linksOfCommits(
    context,
    organizationId,
    [...new Set([...own, ...merges])].slice(0, 1000),
  );
  return links.filter((link) => link.sessionId === sessionId);
}

/** What was concluded, as people's decisions leave it. */
async function decided(context: Context, organizationId: string, shas: readonly string[]): Promise<Linked[]> {
  const concluded = await context.store.concludedLink.ofCommits(organizationId, shas);
  const decisions = await context.store.link.decisionsOfCommits(organizationId, shas);
  const bySha = Map.groupBy(concluded, ({ sha }) => sha);
  const settled = [...bySha.values()].flatMap(settledLinks);
  const verdicts = new Map(decisions.map((decision) => [keyOf(decision), decision]));
  const kept = settled.flatMap((link): Linked[] => {
    const verdict = verdicts.get(keyOf(link))?.verdict;
    if (verdict === 'unlinked') return [];
    return [verdict === 'linked' ? byHand(link) : link];
  });
  const known = new Set(settled.map(keyOf));
  const missing = decisions.filter(
    (decision) => decision.verdict === 'linked' && !known.has(keyOf(decision)),
  );
  return [...kept, ...(await added(context, organizationId, missing))];
}

/** What people linked that nothing was concluded of. */
async function added(
  context: Context,
  organizationId: string,
  decisions: readonly DecisionRecord[],
): Promise<Linked[]> {
  const lines = await context.store.commit.lines(organizationId, [
    ...new Set(decisions.map(({ sha }) => sha)),
  ]);
  return Promise.all(
    decisions.map(async ({ sha, sessionId }) => {
      const { count, bits } = await context.store.concludedLink.matchedLines(
        sessionId,
        lines.get(sha) ?? new Uint8Array(),
      );
      return byHand({ sha, sessionId, lines: count, matched: bits, evidence: [] });
    }),
  );
}

const keyOf = ({ sha, sessionId }: Pick<DecisionRecord, 'sha' | 'sessionId'>): string =>
  `${sha} ${sessionId}`;

function settledLinks(links: readonly ConcludedLink[]): Linked[] {
  const claims = settle(
    links.map(({ sessionId, sha, strength, at, endedAt, evidence }) => ({
      sessionId,
      link: { sha, strength, ...(at !== null && { at }), evidence: JSON.parse(evidence) },
      ...(endedAt !== null && { endedAt }),
    })),
    links[0]?.authoredAt ?? undefined,
  );
  return links.map((link, index) => ({
    sha: link.sha,
    sessionId: link.sessionId,
    strength: claims[index]?.link.strength ?? link.strength,
    byHand: false,
    lines: link.lines,
    matched: link.matched,
    evidence: evidenceOf(link),
  }));
}

const byHand = (link: Pick<Linked, 'sha' | 'sessionId' | 'lines' | 'matched' | 'evidence'>): Linked => ({
  sha: link.sha,
  sessionId: link.sessionId,
  strength: 'stated',
  byHand: true,
  lines: link.lines,
  matched: link.matched,
  evidence: [{ kind: 'hand' }, ...link.evidence],
});

/** What a pull request was merged as belongs to the sessions behind its commits; that is how squashed ones are found. */
async function throughPulls(
  context: Context,
  organizationId: string,
  shas: readonly string[],
  direct: readonly Linked[],
): Promise<Linked[]> {
  const asked = new Set(shas);
  const pulls = (await context.store.pullRequest.ofCommits(organizationId, shas))
    .map(({ pull }) => pull)
    .filter(({ mergeSha }) => mergeSha !== null && asked.has(mergeSha));
  const found = new Map<string, Linked>();
  for (const pull of pulls.slice(0, 50)) {
    const mergeSha = pull.mergeSha as string;
    const refused = await refusedBy(context, organizationId, mergeSha, pull.url);
    const isKnown = (sessionId: string) =>
      direct.some(
        (link) => link.sha === mergeSha && link.sessionId === sessionId && link.strength !== 'likely',
      );
    for (const link of await linksOfPull(context, organizationId, pull)) {
      const key = keyOf({ sha: mergeSha, sessionId: link.sessionId });
      const known = found.get(key);
      if (refused.has(link.sessionId) || isKnown(link.sessionId)) continue;
      if (known && rank[known.strength] <= rank[link.strength]) continue;
      found.set(key, await merged(context, organizationId, pull, link));
    }
  }
  return [...found.values()];
}

/** Sessions that people unlinked from what a pull request was merged as, or from the pull request. */
async function refusedBy(
  context: Context,
  organizationId: string,
  sha: string,
  url: string,
): Promise<Set<string>> {
  const decisions = [
    ...(await context.store.link.decisionsOfCommits(organizationId, [sha])),
    ...(await context.store.link.pullDecisionsOf(organizationId, url)),
  ];
  return new Set(decisions.filter(({ verdict }) => verdict === 'unlinked').map(({ sessionId }) => sessionId));
}

/** Links of the commits of a pull request that are more than likely. */
async function linksOfPull(
  context: Context,
  organizationId: string,
  { url, mergeSha }: PullRequestRecord,
): Promise<Linked[]> {
  const held = await context.store.pullRequest.commits(organizationId, url);
  const links = await decided(
    context,
    organizationId,
    held.filter((sha) => sha !== mergeSha),
  );
  return links.filter(({ strength }) => strength !== 'likely');
}

async function merged(
  context: Context,
  organizationId: string,
  pull: PullRequestRecord,
  link: Linked,
): Promise<Linked> {
  const sha = pull.mergeSha as string;
  const lines = await context.store.commit.lines(organizationId, [sha]);
  const { count, bits } = await context.store.concludedLink.matchedLines(
    link.sessionId,
    lines.get(sha) ?? new Uint8Array(),
  );
  return {
    sha,
    sessionId: link.sessionId,
    strength: link.strength,
    byHand: false,
    lines: count,
    matched: bits,
    evidence: [{ kind: 'pull', sha: link.sha, pull: pull.url }],
  };
}
