import { readerOf } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import type { Happening } from '../session/ports.ts';
import { defaultTiming, type Timing } from '../session/stream.ts';
import { hiddenReasons } from './notification.ts';

/** Tells the member how much is unread: at once, and whenever that or the latest line changes. */
export async function streamInbox(
  context: Context,
  actor: MemberActor,
  timing: Timing = defaultTiming,
): Promise<(signal: AbortSignal) => AsyncGenerator<Happening>> {
  return (signal) => follow(context, actor, timing, signal);
}

async function* follow(
  context: Context,
  { userId, organizationId }: MemberActor,
  timing: Timing,
  signal: AbortSignal,
): AsyncGenerator<Happening> {
  const end = Date.now() + timing.life;
  let isRung = false;
  let wake: () => void = () => {};
  const ring = () => {
    isRung = true;
    wake();
  };
  const stop = context.bell?.listenMember(userId, ring);
  signal.addEventListener('abort', ring);
  let told: string | undefined;
  try {
    while (!signal.aborted && Date.now() < end) {
      isRung = false;
      const looked = Date.now();
      const member = await context.store.identity.findActive(userId);
      if (member?.organizationId !== organizationId) {
        yield { kind: 'left' };
        return;
      }
      const { count, latestAt, nextAt } = await context.store.notification.unread(
        userId,
        context.clock(),
        await hiddenReasons(context, userId),
        readerOf(member, context.clock()),
      );
      const state = `${count} ${latestAt}`;
      if (state === told) yield { kind: 'beat' };
      else yield { kind: 'inbox', data: { unread: count, ...(latestAt && { latestAt: iso(latestAt) }) } };
      told = state;
      // A line that was put off comes back by itself.
      const next = nextAt === undefined ? timing.beat : Math.max(0, nextAt - context.clock());
      const until = Math.min(looked + timing.beat, end, looked + next);
      if (!isRung)
        await pause(until - Date.now(), (wakeUp) => {
          wake = wakeUp;
        });
      // A timer may end a millisecond before the clock says so.
      if (!isRung && until === end) return;
      // Rings close together are told as one.
      await pause(looked + timing.gap - Date.now(), () => {});
    }
  } finally {
    stop?.();
    signal.removeEventListener('abort', ring);
  }
}

async function pause(ms: number, onBegin: (wakeUp: () => void) => void): Promise<void> {
  if (ms <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  onBegin(resolve);
  await promise.finally(() => clearTimeout(timer));
}
