import { DebriefError, type PullRequest } from '@debrief/contract';
import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { pullUrl } from './delivery.ts';
import { presentPull } from './present-link.ts';

/** What people may say about one session. */
const maxDecisions = 200;

/** The address of a pull request as it is kept; refuses what is none. */
export function addressOf(given: string): string {
  const url = pullUrl(given);
  if (url === null || numberIn(url) === undefined) {
    throw new DebriefError(
      'validation_error',
      'This must be the address of a pull request, such as https://github.com/acme/app/pull/7.',
    );
  }
  return url;
}

function numberIn(url: string): number | undefined {
  const number = Number(/\/(\d{1,9})$/.exec(url)?.[1]);
  return number >= 1 ? number : undefined;
}

export interface PullSession {
  sessionId: string;
  sequence?: number;
  byHand?: boolean;
}

/** The sessions that opened or named a pull request, as people's decisions leave it, and those people refused. */
export async function sessionsOfPull(
  context: Context,
  organizationId: string,
  url: string,
): Promise<{ sessions: PullSession[]; refused: Set<string> }> {
  const named = await context.store.concludedLink.sessionsOfPull(organizationId, url);
  const decisions = await context.store.link.pullDecisionsOf(organizationId, url);
  const sessions = new Map<string, PullSession>(named.map((one) => [one.sessionId, one]));
  const refused = new Set<string>();
  for (const { sessionId, verdict } of decisions) {
    if (verdict === 'linked')
      sessions.set(sessionId, { sessionId, ...sessions.get(sessionId), byHand: true });
    else {
      sessions.delete(sessionId);
      refused.add(sessionId);
    }
  }
  return { sessions: [...sessions.values()], refused };
}

/** The pull requests of a session: those it opened or named, those that hold its commits, and those people linked. */
export async function pullsOfSession(
  context: Context,
  organizationId: string,
  sessionId: string,
  shas: readonly string[],
): Promise<PullRequest[]> {
  const named = await context.store.concludedLink.pullsOfSession(sessionId);
  const decisions = await context.store.link.pullDecisionsOfSession(sessionId);
  const through = await context.store.pullRequest.ofCommits(organizationId, shas);
  const told = await context.store.pullRequest.find(organizationId, [
    ...new Set([...named, ...decisions].map(({ url }) => url)),
  ]);
  const known = new Map(
    [...told, ...through.map(({ pull }) => pull)].map((pull) => [pull.url, presentPull(pull)]),
  );
  const pulls = new Map(through.map(({ pull }) => [pull.url, presentPull(pull)]));
  const add = (url: string, more: Pick<PullRequest, 'sequence' | 'byHand'>) => {
    const pull = pulls.get(url) ?? known.get(url);
    const unknown: PullRequest = { url, number: numberIn(url) ?? 1, state: 'unknown' };
    pulls.set(url, { ...(pull ?? unknown), ...more });
  };
  for (const { url, sequence } of named) add(url, { sequence });
  for (const { url, verdict } of decisions) {
    if (verdict === 'linked') add(url, { byHand: true });
    else pulls.delete(url);
  }
  return [...pulls.values()];
}

/** Keeps what a person says about a session and a pull request, which need not be known yet. Answers the session. */
export async function decidePull(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; url: string },
  verdict: 'linked' | 'unlinked',
): Promise<{ sessionId: string }> {
  const { organizationId } = actor;
  const url = addressOf(input.url);
  const { sessionId } = await sharedSession(context, actor, input.sessionId);
  const decisions = await context.store.link.pullDecisionsOfSession(sessionId);
  if (decisions.length >= maxDecisions && !decisions.some((decision) => decision.url === url)) {
    throw new DebriefError(
      'limit_reached',
      `People have said something about ${maxDecisions} pull requests of this session; more are not kept.`,
    );
  }
  await context.store.link.decidePull({
    organizationId,
    url,
    sessionId,
    verdict,
    decidedBy: actor.userId,
    decidedAt: context.clock(),
  });
  await recordDeed(context, actor, verdict === 'linked' ? 'link_added' : 'link_removed', sessionId);
  return { sessionId };
}
