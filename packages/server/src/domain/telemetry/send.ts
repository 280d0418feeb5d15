import { isHeld, untilReleased } from '../access/reader.ts';
import type { Context } from '../context.ts';
import type { Outgoing } from '../outbox/ports.ts';
import { readingAt } from '../session/reading.ts';
import { encodeTraces } from './otlp.ts';
import type { OtlpSpan } from './otlp-span.ts';
import type { TraceReceiver, WaitingTrace } from './ports.ts';
import { sessionSpans } from './session-spans.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const sessionsAtOnce = 20;
/** Of one request; a session has several requests when it has more. */
const most = { spans: 1000, bytes: 1024 * 1024 };
/** Nobody else sends what this server has taken, for so long. */
const claimTime = 10 * minute;
/** What is derived is waited for, but not for ever. */
const patience = hour;
const longestPause = 6 * hour;
/** About three days. */
const mostAttempts = 18;
/** A collector says with these that the same may be taken later (OTLP/HTTP); with others, that it never will be. */
const isForLater = (status: number): boolean => [408, 429, 502, 503, 504].includes(status);

export interface SendingTraces {
  outgoing: Outgoing;
  receiver: TraceReceiver;
  version: string;
  firstPause: number;
  signal: AbortSignal;
  /** What became of one. */
  onEnd?(outcome: 'sent' | 'given_up'): void;
}

/** Sends the traces of sessions that ended. A collector that does not answer is asked again in the next round. */
export async function sendTraces(context: Context, sending: SendingTraces): Promise<void> {
  for (;;) {
    const now = context.clock();
    const claimed = await context.store.trace.claim(now, now + claimTime, sessionsAtOnce);
    for (const [at, waiting] of claimed.entries()) {
      const isAnswered = !sending.signal.aborted && (await sendOne(context, sending, waiting));
      if (isAnswered) continue;
      // The others were only taken along: they keep their place.
      for (const { sessionId, attempts } of claimed.slice(sending.signal.aborted ? at : at + 1)) {
        await context.store.trace.postpone(sessionId, { attempts, nextAt: now + sending.firstPause });
      }
      return;
    }
    if (claimed.length < sessionsAtOnce) return;
  }
}

/** False when the collector could not take anything just now. */
async function sendOne(context: Context, sending: SendingTraces, waiting: WaitingTrace): Promise<boolean> {
  const { organizationId, sessionId, attempts } = waiting;
  const { trace, session: sessions } = context.store;
  const session = await sessions.find(organizationId, sessionId);
  const now = context.clock();
  if (!session || session.status === 'active') {
    await trace.remove(sessionId);
    return true;
  }
  if (isHeld(session, now)) {
    const { heldFor, updatedAt } = session;
    // One that has to be released comes back with that.
    if (heldFor === null || heldFor >= untilReleased) await trace.remove(sessionId);
    else await trace.postpone(sessionId, { attempts, nextAt: updatedAt + heldFor });
    return true;
  }
  const { reading } = await readingAt(context, session);
  if (reading.state === 'behind' && now - waiting.since < patience) {
    await trace.postpone(sessionId, { attempts, nextAt: now + 5 * second });
    return true;
  }
  const result = await post(context, sending, sessionSpans(context, session, sending.receiver));
  if (result === 'taken' || result === 'refused' || attempts + 1 >= mostAttempts) {
    await trace.remove(sessionId);
    sending.onEnd?.(result === 'taken' ? 'sent' : 'given_up');
    return true;
  }
  const pause = Math.min(sending.firstPause * 4 ** Math.min(attempts, 20), longestPause);
  const nextAt = now + Math.max(pause * (0.5 + Math.random()), Math.min(result.retryAfter, longestPause));
  await trace.postpone(sessionId, { attempts: attempts + 1, nextAt: Math.round(nextAt) });
  return false;
}

type Result = 'taken' | 'refused' | { retryAfter: number };

async function post(
  context: Context,
  sending: SendingTraces,
  spans: AsyncIterable<OtlpSpan>,
): Promise<Result> {
  let batch: OtlpSpan[] = [];
  let size = 0;
  const flush = async (): Promise<Result> => {
    const body = encodeTraces(
      { 'service.name': 'debrief', 'service.version': sending.version, 'debrief.url': context.publicUrl },
      { name: 'debrief', version: sending.version },
      batch,
    );
    [batch, size] = [[], 0];
    const headers = { 'content-type': 'application/x-protobuf', ...sending.receiver.headers };
    try {
      const { signal } = sending;
      const { status, retryAfter = 0 } = await sending.outgoing.post(sending.receiver.url, {
        headers,
        body,
        signal,
      });
      if (status >= 200 && status < 300) return 'taken';
      return isForLater(status) ? { retryAfter } : 'refused';
    } catch {
      return { retryAfter: 0 };
    }
  };
  for await (const span of spans) {
    batch.push(span);
    size += sizeOf(span);
    if (batch.length < most.spans && size < most.bytes) continue;
    const result = await flush();
    if (result !== 'taken') return result;
  }
  return flush();
}

const sizeOf = ({ attributes }: OtlpSpan): number => {
  let size = 200;
  for (const value of Object.values(attributes)) size += typeof value === 'string' ? value.length : 8;
  return size;
};
