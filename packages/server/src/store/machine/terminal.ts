import type { TerminalStore } from '../../domain/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const terminalStore = ({ db }: OpenDatabase): TerminalStore => ({
  async add(terminal) {
    await db.insertInto('terminals').values(terminal).execute();
  },

  findByDigest: (digest) =>
    db.selectFrom('terminals').selectAll().where('digest', '=', digest).executeTakeFirst(),

  async noteUse(terminalId, at) {
    await db.updateTable('terminals').set({ lastUsedAt: at }).where('terminalId', '=', terminalId).execute();
  },

  list: (userId) =>
    db
      .selectFrom('terminals')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('terminalId')
      .execute(),

  end: (userId, terminalId) =>
    db
      .deleteFrom('terminals')
      .where('userId', '=', userId)
      .$if(terminalId !== undefined, (query) => query.where('terminalId', '=', terminalId as string))
      .returningAll()
      .execute(),
});
