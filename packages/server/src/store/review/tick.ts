import { createHash } from 'node:crypto';
import type { ReviewStore } from '../../domain/review/ports.ts';
import type { TickRecord } from '../../domain/review/records.ts';
import type { OpenDatabase } from '../database.ts';
import { deed, undo } from './deed.ts';

const nameOf = ({ kind, subject }: Pick<TickRecord, 'kind' | 'subject'>): string =>
  createHash('sha256').update(`${kind} ${subject}`).digest('hex');

/** Files that were read and claims that were checked, by what members say. */
export const tickStore = (database: OpenDatabase): Pick<ReviewStore, 'tick' | 'untick' | 'ticks'> => ({
  tick: (about, tick, limits) =>
    deed(database, about, async ({ transaction, sessionId }) => {
      const name = nameOf(tick);
      const others = await transaction
        .selectFrom('ticks')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('sessionId', '=', sessionId)
        .where('userId', '=', tick.userId)
        .where('name', '<>', name)
        .executeTakeFirstOrThrow();
      if (Number(others.count) >= limits.ticks) undo('limit');
      await transaction
        .insertInto('ticks')
        .values({ ...tick, sessionId, name })
        .onConflict((conflict) =>
          conflict
            .columns(['sessionId', 'userId', 'name'])
            .doUpdateSet({ version: tick.version, tickedAt: tick.tickedAt }),
        )
        .execute();
      return {};
    }),

  untick: (about, { userId, ...tick }) =>
    deed(database, about, async ({ transaction, sessionId }) => {
      await transaction
        .deleteFrom('ticks')
        .where('sessionId', '=', sessionId)
        .where('userId', '=', userId)
        .where('name', '=', nameOf(tick))
        .execute();
      return {};
    }),

  ticks: (sessionId, userId) =>
    database.db
      .selectFrom('ticks')
      .select(['userId', 'kind', 'subject', 'version', 'tickedAt'])
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .execute(),
});
