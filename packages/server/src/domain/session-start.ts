import type { Context } from './context.ts';
import type { PendingStart } from './records.ts';
import type { Figures } from './session/statistics.ts';

const pageSize = 200;

/**
 * Gives sessions captured before the upgrade their true start: the time of their first record, as the projection
 * read it. A session the projection has not read yet waits for the next round. Killed at any point, the next round
 * goes on from there. Returns how many starts it changed.
 */
export async function repairSessionStarts(context: Context): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const pending = await context.store.session.pendingStarts(after, pageSize);
    const last = pending.at(-1);
    if (!last) return changed;
    after = last.sessionPk;
    const statistics = await context.store.statistics.find(pending.map(({ sessionId }) => sessionId));
    for (const session of pending) {
      const figures = statistics.get(session.sessionId)?.figures;
      if (session.isSet) await finish(context, session);
      else if (figures !== undefined && (await repair(context, session, figures))) changed++;
    }
  }
}

async function repair(context: Context, session: PendingStart, figures: string): Promise<boolean> {
  const { startedAt } = JSON.parse(figures) as Figures;
  const start = startedAt === undefined ? Number.NaN : Date.parse(startedAt);
  // A record from after its own arrival is a machine with a wrong clock.
  if (!(start >= Date.UTC(2000, 0, 1) && start < session.createdAt)) {
    await context.store.session.endStartRepair(session.sessionId);
    return false;
  }
  await context.store.session.setStart(session.sessionId, start);
  await finish(context, session);
  return true;
}

/** Search results are ordered by the start they were written with, so the session is derived anew. */
async function finish(context: Context, { sessionId }: PendingStart): Promise<void> {
  await context.store.statistics.delete(sessionId);
  await context.store.session.endStartRepair(sessionId);
}
