import { type Brief, type BriefAnswer, runningMilliseconds } from '@debrief/contract';
import type { Brief as FoldedBrief } from '@debrief/findings';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { readableSession, readingOf } from '../session/reading.ts';
import type { Figures } from '../session/statistics.ts';
import type { LaneRecord } from '../session/transcript-ports.ts';

/** Threads that are named; all are counted. */
const maxThreads = 5;
const maxLanes = 200;

/** One screen of a session: what was folded of it, what it cost, and what people left open. */
export async function getBrief(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<BriefAnswer> {
  const session = await readableSession(context, actor, input.sessionId, 'brief');
  const { sessionId } = session;
  const reading = await readingOf(context, session);
  const { transcript, statistics } = context.store;
  const text = reading.state === 'unreadable' ? undefined : await transcript.brief(sessionId);
  const known = (await statistics.find([sessionId])).get(sessionId);
  if (text === undefined || !known) return reading;
  const { time, ...folded } = JSON.parse(text) as FoldedBrief;
  const figures = JSON.parse(known.figures) as Figures;
  const brief: Brief = {
    ...folded,
    outcome: isRunning(session, figures, context.clock())
      ? { kind: 'running', reason: 'events came in the last five minutes' }
      : folded.outcome,
    did: { ...folded.did, subagents: await withCosts(context, sessionId, folded.did.subagents) },
    open: { ...folded.open, threads: await openThreads(context, sessionId) },
    cost: costOf(figures, time),
  };
  return { ...reading, brief };
}

/** By the clock of its records: history that is being imported arrives now and is long over. */
function isRunning({ status, updatedAt }: SessionRecord, { endedAt }: Figures, now: number): boolean {
  if (status !== 'active') return false;
  const last = Math.min(updatedAt, endedAt === undefined ? updatedAt : Date.parse(endedAt));
  return now - last < runningMilliseconds;
}

function costOf(figures: Figures, time: FoldedBrief['time']): Brief['cost'] {
  const { costUsd, costIsPartial, tokens, startedAt, endedAt } = figures;
  return {
    ...(costUsd !== undefined && { usd: costUsd }),
    isPartial: costIsPartial,
    tokens: tokens.total,
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...time,
  };
}

async function openThreads(context: Context, sessionId: string): Promise<Brief['open']['threads']> {
  const standing = await context.store.review.standing(sessionId);
  if (!standing || standing.openThreads === 0) return { items: [], total: 0 };
  const { threads } = await context.store.thread.list(sessionId, {
    after: 0,
    limit: maxThreads,
    bytes: 64 * 1024,
    state: 'open',
  });
  const items = threads.map(({ threadId, anchor }) => ({ threadId, sequence: anchor.sequence ?? 0 }));
  return { items, total: Math.max(standing.openThreads, items.length) };
}

/** What each sub-agent that is shown used, where its requests are known. */
async function withCosts(
  context: Context,
  sessionId: string,
  subagents: FoldedBrief['did']['subagents'],
): Promise<Brief['did']['subagents']> {
  if (subagents.total === 0) return subagents;
  const { lanes } = await context.store.transcript.lanes(sessionId, maxLanes);
  const byEntry = new Map<string, LaneRecord>(lanes.map((lane) => [lane.entry, lane]));
  const items = subagents.items.map((part) => {
    const cost = byEntry.get(part.entry)?.usage?.cost ?? 0;
    return cost > 0 ? { ...part, costUsd: Math.round(cost / 1e3) / 1e6 } : part;
  });
  return { items, total: subagents.total };
}
