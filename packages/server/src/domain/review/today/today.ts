import { type GetToday, limits, type TodayAnswer, type TodayItem } from '@debrief/contract';
import { readerOf } from '../../access/reader.ts';
import type { MemberActor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { presentSummary } from '../../findings/summary.ts';
import { iso, isoOrNone, present } from '../../present.ts';
import type { ListedSession } from '../../records.ts';
import { readSessionFilter, valuesOf } from '../../session/filter.ts';
import type { Figures } from '../../session/statistics.ts';
import type { AppliedPolicy } from '../default-policy.ts';
import { heldUntil } from '../queue.ts';
import type { AttentionRecord } from '../records.ts';
import { whysOf } from '../rotation/why.ts';
import { isQuietAt, presentStanding } from '../standing.ts';
import { type Grouped, groupsOf } from './group.ts';

const day = 86_400_000;
const maxTurns = 100;

interface Viewed {
  userId: string;
  policy: AppliedPolicy;
  now: number;
  attention: ReadonlyMap<string, readonly AttentionRecord[]>;
  seen: ReadonlySet<string>;
  labels: ReadonlyMap<string, string[]>;
  whys: ReadonlyMap<string, string>;
}

/**
 * What is open, in groups. At most so many sessions are looked at, the riskiest first, whatever is open: the answer
 * costs the same with a hundred thousand.
 */
export async function getToday(context: Context, actor: MemberActor, input: GetToday): Promise<TodayAnswer> {
  const { organizationId, userId } = actor;
  const { queue, review } = context.store;
  const policy = await review.policy(organizationId);
  const now = context.clock();
  const reader = readerOf(actor, now);
  const { group = 'kind', order = 'risk', reviewState, ...filters } = input;
  const asked = reviewState && { states: valuesOf(reviewState), policy, now };
  const found = await queue.list({
    organizationId,
    userId,
    policy,
    now,
    reader,
    order,
    tab: 'open',
    sessions: { ...readSessionFilter(filters), review: asked },
    limit: limits.todaySessions + 1,
  });
  const sessions = found.slice(0, limits.todaySessions).map(({ session }) => session);
  const ids = sessions.map(({ sessionId }) => sessionId);
  const since = now - day;
  const [attention, seen, labels, whys, turn, settled] = await Promise.all([
    queue.attention(ids),
    queue.opened(userId, ids),
    context.store.label.of(ids),
    context.store.rotation.whys(userId, ids),
    queue.turns({ organizationId, userId, now, reader, withHeld: true }, maxTurns),
    queue.settled({ organizationId, policy, now, since }),
  ]);
  const viewed = { userId, policy, now, attention, seen, labels, whys: whysOf(userId, whys) };
  return {
    groups: groupsOf(
      sessions.map((session) => groupedOf(session, viewed)),
      group,
    ),
    sessions: sessions.length,
    isWhole: found.length <= limits.todaySessions,
    turn,
    settled: { sessions: settled.sessions, costUsd: settled.cost / 1e6, since: iso(since) },
  };
}

function groupedOf(session: ListedSession, viewed: Viewed): Grouped {
  const figures = session.figures === null ? undefined : (JSON.parse(session.figures) as Figures);
  return {
    item: itemOf(session, figures, viewed),
    reason: figures?.outcome?.reason,
    isRunning: !isQuietAt(session, viewed.now),
  };
}

function itemOf(session: ListedSession, figures: Figures | undefined, viewed: Viewed): TodayItem {
  const { high, medium, low, top, standing, sessionId, startedAt, endedAt } = session;
  const { userId, policy, now } = viewed;
  const grown = { ...session, highFindings: high ?? 0, mediumFindings: medium };
  const mine = (viewed.attention.get(sessionId) ?? []).filter((one) => one.userId === userId);
  return present({
    sessionId,
    title: figures?.title || session.title,
    agentId: session.agentId,
    status: session.status,
    secretEnvironment: session.secretEnvironment,
    repository: session.repository,
    repoRoot: session.repoRoot,
    authorUserId: session.authorUserId,
    startedAt: iso(startedAt),
    endedAt: isoOrNone(endedAt),
    events: session.eventCount,
    edits: session.edits,
    errors: session.errors,
    lines: (figures?.linesAdded ?? 0) + (figures?.linesRemoved ?? 0),
    costUsd: figures?.costUsd,
    outcome: figures?.outcome?.kind,
    findings:
      high !== null && medium !== null && low !== null && top !== null
        ? presentSummary({ high, medium, low, top })
        : undefined,
    review: presentStanding(standing, grown, policy, now),
    labels: viewed.labels.get(sessionId),
    turn: [...new Set(mine.map(({ reason }) => reason))],
    why: viewed.whys.get(sessionId),
    reservation: heldUntil(standing, now),
    seen: viewed.seen.has(sessionId),
  }) as TodayItem;
}
