import type { TraceStore, WaitingTrace } from '../domain/telemetry/ports.ts';
import type { OpenDatabase } from './database.ts';

const setting = 'traces';

/** Sessions whose trace is to be sent; triggers write them while the setting stands there. */
export const traceStore = ({ db }: OpenDatabase): TraceStore => ({
  async setWanted(isWanted) {
    if (isWanted) {
      await db
        .insertInto('settings')
        .values({ name: setting, value: 'on' })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return;
    }
    await db.deleteFrom('settings').where('name', '=', setting).execute();
    await db.deleteFrom('waitingTraces').execute();
  },

  async claim(now, until, limit) {
    const due = await db
      .selectFrom('waitingTraces')
      .selectAll()
      .where('nextAt', '<=', now)
      .orderBy('nextAt')
      .orderBy('sessionId')
      .limit(limit)
      .execute();
    const claimed: WaitingTrace[] = [];
    for (const one of due) {
      const taken = await db
        .updateTable('waitingTraces')
        .set({ nextAt: until })
        .where('sessionId', '=', one.sessionId)
        .where('nextAt', '=', one.nextAt)
        .returning('sessionId')
        .executeTakeFirst();
      if (taken) claimed.push(one);
    }
    return claimed;
  },

  async postpone(sessionId, change) {
    await db.updateTable('waitingTraces').set(change).where('sessionId', '=', sessionId).execute();
  },

  async remove(sessionId) {
    await db.deleteFrom('waitingTraces').where('sessionId', '=', sessionId).execute();
  },
});
