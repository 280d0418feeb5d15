import type { Context } from '../../src/domain/context.ts';
import type { ConcludedLink, PullRequestRecord } from '../../src/domain/link/records.ts';

/** What the store knows of commits, links and pull requests; all of it made up, for rules that need no database. */
export interface MadeUpLinks {
  links?: Partial<ConcludedLink>[];
  decisions?: { sha: string; sessionId: string; verdict: 'linked' | 'unlinked' }[];
  pulls?: Partial<PullRequestRecord>[];
  /** The commits of each pull request, by its address. */
  held?: Record<string, string[]>;
  pullDecisions?: { url: string; sessionId: string; verdict: 'linked' | 'unlinked' }[];
  /** Sessions that opened or named a pull request. */
  named?: { url: string; sessionId: string; sequence: number }[];
  more?: Record<string, object>;
}

const aLink = (given: Partial<ConcludedLink>): ConcludedLink => ({
  sha: 'a',
  sessionId: 's1',
  strength: 'matched',
  lines: 0,
  evidence: '[]',
  matched: new Uint8Array(),
  at: null,
  endedAt: null,
  authoredAt: null,
  ...given,
});

export const aPull = (given: Partial<PullRequestRecord>): PullRequestRecord => ({
  organizationId: 'org_1',
  url: 'https://h/o/r/pull/1',
  number: 1,
  repository: 'h/o/r',
  title: null,
  state: 'open',
  headBranch: null,
  baseBranch: null,
  headSha: null,
  mergeSha: null,
  commitCount: null,
  updatedAt: 0,
  ...given,
});

/** A context whose store answers from these. */
export function linkContext(given: MadeUpLinks): Context {
  const links = (given.links ?? []).map(aLink);
  const pulls = (given.pulls ?? []).map(aPull);
  const { decisions = [], held = {}, pullDecisions = [], named = [] } = given;
  const isHeld = ({ url, mergeSha }: PullRequestRecord, shas: readonly string[]) =>
    shas.some((sha) => sha === mergeSha || held[url]?.includes(sha));
  return {
    clock: () => 1000,
    store: {
      concludedLink: {
        ofCommits: async (_: string, shas: string[]) => links.filter(({ sha }) => shas.includes(sha)),
        ofSession: async (id: string) => links.filter(({ sessionId }) => sessionId === id),
        matchedLines: async (id: string, lines: Uint8Array) => ({
          count: lines.length,
          bits: Uint8Array.of(id.length),
        }),
        sessionsOfPull: async (_: string, url: string) =>
          named.filter((one) => one.url === url).map(({ sessionId, sequence }) => ({ sessionId, sequence })),
        pullsOfSession: async (id: string) => named.filter(({ sessionId }) => sessionId === id),
        ...given.more?.concludedLink,
      },
      link: {
        decisionsOfSession: async (id: string) => decisions.filter(({ sessionId }) => sessionId === id),
        decisionsOfCommits: async (_: string, shas: string[]) =>
          decisions.filter(({ sha }) => shas.includes(sha)),
        pullDecisionsOf: async (_: string, url: string) => pullDecisions.filter((one) => one.url === url),
        pullDecisionsOfSession: async (id: string) =>
          pullDecisions.filter(({ sessionId }) => sessionId === id),
      },
      pullRequest: {
        ofCommits: async (_: string, shas: string[]) =>
          pulls.filter((pull) => isHeld(pull, shas)).map((pull) => ({ pull })),
        commits: async (_: string, url: string) => held[url] ?? [],
        find: async (_: string, urls: string[]) => pulls.filter(({ url }) => urls.includes(url)),
      },
      commit: {
        lines: async (_: string, shas: string[]) => new Map(shas.map((sha) => [sha, new Uint8Array(3)])),
        ...given.more?.commit,
      },
      review: { glances: async () => new Map(), policy: async () => ({}) },
      ...given.more?.store,
    },
  } as unknown as Context;
}
