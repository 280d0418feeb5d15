import { hasRole } from '../actor.ts';
import { record } from '../audit.ts';
import type { Context } from '../context.ts';
import { notify } from '../review/notification.ts';
import { type Call, callOf } from './call.ts';
import { isForge } from './commit-status.ts';
import type { DeliveryChange, DeliveryRecord, EndpointChange, EndpointRecord, Outgoing } from './ports.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An endpoint is one server's for so long; longer than a request may take, and renewed before each few. */
const leaseTime = 20_000;
/** What is not taken in this time is given up; an endpoint that took nothing for so long is switched off. */
const patience = 3 * day;
const longestPause = 6 * hour;
const longestWish = day;
/** So many failures in a row, whatever was sent, mean that it is the endpoint: then it rests as a whole. */
const failuresToRest = 5;
const longestRest = hour;
/** Sent side by side to one endpoint, each of another lane. */
const atOnce = 4;
const endpointsAtOnce = 8;

export interface Delivering {
  outgoing: Outgoing;
  /** This server, among others on the same database. */
  by: string;
  /** Milliseconds before the second attempt; each pause after that is four times as long. */
  firstPause: number;
  signal: AbortSignal;
  onError(error: unknown): void;
  /** What became of an attempt. */
  onSettled?(outcome: 'delivered' | 'attempt_failed' | 'given_up' | 'dropped'): void;
}

/** Sends what is due, to several endpoints side by side. */
export async function deliverDue(context: Context, delivering: Delivering): Promise<void> {
  const waiting = await context.store.outbox.waiting(context.clock(), endpointsAtOnce);
  await Promise.all(waiting.map((endpointId) => serve(context, delivering, endpointId)));
}

/** One server at a time: what is told of a session arrives in its order. */
async function serve(context: Context, delivering: Delivering, endpointId: string): Promise<void> {
  const { outbox } = context.store;
  const { by, signal } = delivering;
  const now = context.clock();
  let endpoint = await outbox.lease(endpointId, by, now, now + leaseTime);
  if (!endpoint) return;
  try {
    while (endpoint && endpoint.offAt === null && !signal.aborted) {
      if (endpoint.pausedUntil > context.clock()) break;
      const heads = await outbox.heads(endpointId, context.clock(), atOnce);
      if (heads.length === 0) break;
      const taken: EndpointRecord = endpoint;
      const results = await Promise.all(heads.map((head) => attempt(context, delivering, taken, head)));
      if (signal.aborted) break;
      for (const [at, result] of results.entries()) {
        endpoint = await settle(context, delivering, endpoint, heads[at] as DeliveryRecord, result);
        if (!endpoint) return;
      }
      endpoint = await outbox.renew(endpointId, by, context.clock() + leaseTime);
    }
  } finally {
    await outbox.release(endpointId, by);
  }
}

/** `dropped`: nothing was sent, because it is no longer so. */
type Result = { status: number; retryAfter?: number } | { fault: string } | { dropped: string };

async function attempt(
  context: Context,
  { outgoing, signal, onError }: Delivering,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
): Promise<Result> {
  let call: Call;
  try {
    call = await callOf(context, endpoint, delivery);
  } catch (error) {
    onError(error);
    return { fault: 'It could not be written; see the log of the server.' };
  }
  if ('dropped' in call) return call;
  const { url, headers, body } = call;
  try {
    return await (body === undefined
      ? outgoing.get(url, { headers, signal })
      : outgoing.post(url, { headers, body, signal }));
  } catch (error) {
    return { fault: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
  }
}

/** Writes down what came of it; returns the endpoint as it is then, or nothing when another server has it. */
async function settle(
  context: Context,
  { by, firstPause, onSettled }: Delivering,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
  result: Result,
): Promise<EndpointRecord | undefined> {
  const now = context.clock();
  const { endpointId } = endpoint;
  const { delivery: change, endpoint: after } = consequence(endpoint, delivery, result, { now, firstPause });
  const isOurs = await context.store.outbox.settle({ endpointId, by }, delivery.deliveryId, change, after);
  if (!isOurs) return undefined;
  onSettled?.(change.outcome === 'failed' ? 'given_up' : (change.outcome ?? 'attempt_failed'));
  if (after.offAt !== undefined) await tellOff(context, endpoint);
  return { ...endpoint, ...after };
}

/** From half to one and a half times as long, so that what failed together does not come back together. */
const jittered = (pause: number): number => Math.round(pause * (0.5 + Math.random()));

/**
 * A forge that does not know a repository or a commit says so for ever and takes what is about others. GitLab answers 400
 * to a state that it has already, such as one whose first answer was lost.
 */
const isOfThisAlone = (endpoint: EndpointRecord, { type }: DeliveryRecord, status: number): boolean =>
  isForge(endpoint) && type === 'commit.status' && [400, 404, 409, 422].includes(status);

/** What an answer means for what was sent and for where it was sent. */
export function consequence(
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
  result: Result,
  { now, firstPause }: { now: number; firstPause: number },
): { delivery: DeliveryChange; endpoint: EndpointChange } {
  if ('dropped' in result) {
    const dropped = { lastStatus: null, lastFault: result.dropped, lastAt: now, endedAt: now };
    return { delivery: { ...dropped, outcome: 'dropped' }, endpoint: {} };
  }
  const attempts = delivery.attempts + 1;
  const last = {
    attempts,
    lastAt: now,
    lastStatus: 'status' in result ? result.status : null,
    lastFault: 'fault' in result ? result.fault : null,
  };
  if ('status' in result && result.status >= 200 && result.status < 300) {
    return {
      delivery: { ...last, outcome: 'delivered', endedAt: now },
      endpoint: { failures: 0, failingSince: null, pausedUntil: 0 },
    };
  }
  if ('status' in result && isOfThisAlone(endpoint, delivery, result.status)) {
    const hasIt = endpoint.kind === 'gitlab' && result.status === 400 && attempts > 1;
    return {
      delivery: { ...last, outcome: hasIt ? 'delivered' : 'failed', endedAt: now },
      endpoint: { failures: 0, failingSince: null, pausedUntil: 0 },
    };
  }
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince ?? now;
  const wish = Math.min('status' in result ? (result.retryAfter ?? 0) : 0, longestWish);
  const pause = Math.min(jittered(firstPause * 4 ** Math.min(attempts - 1, 20)), longestPause);
  const rest =
    failures >= failuresToRest
      ? Math.min(jittered(firstPause * 4 ** Math.min(failures - failuresToRest, 20)), longestRest)
      : 0;
  const isGone = 'status' in result && result.status === 410;
  const isFailing = now - failingSince >= patience;
  const isOver = now - delivery.at >= patience;
  return {
    delivery: {
      ...last,
      ...(isOver ? { outcome: 'failed', endedAt: now } : { nextAt: now + Math.max(pause, wish) }),
    },
    endpoint: {
      failures,
      failingSince,
      pausedUntil: now + Math.max(rest, wish),
      ...((isGone || isFailing) && { offAt: now, offReason: isGone ? 'gone' : 'failing' }),
    },
  };
}

/** The admins hear of it: from here on nobody else does. */
async function tellOff(context: Context, { organizationId, endpointId }: EndpointRecord): Promise<void> {
  await record(context, { action: 'endpoint_switched_off', organizationId, targetId: endpointId });
  for (const { userId, role, status } of await context.store.member.list(organizationId)) {
    if (status === 'active' && hasRole(role, 'admin')) {
      await notify(context, { organizationId, userId, reason: 'endpoint', endpointId });
    }
  }
}

const keptFor = 30 * day;

export const purgeDeliveries = ({ store, clock }: Context): Promise<void> =>
  store.outbox.purge(clock() - keptFor);
