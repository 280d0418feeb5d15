import { type Kysely, sql } from 'kysely';

const filters = ['status', 'agent_id', 'environment_id', 'repo_root', 'secret_environment'];
/** What most lists are filtered by, each with an index of its own. */
const led = ['status', 'agent_id', 'environment_id', 'repo_root'];

/**
 * The indexes a list is read by hold every column a list is filtered by: a second condition is checked in the index,
 * where it took a look at each of up to a thousand sessions before. None of them changes on an append, so that stays
 * a heap-only update.
 */
export const listFilters = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const first of [undefined, ...led]) {
      const name = first ? `sessions_by_${first}` : 'sessions_started';
      const rest = filters.filter((filter) => filter !== first);
      const columns = [
        'organization_id',
        ...(first ? [first] : []),
        'started_at desc',
        'session_id desc',
        ...rest,
      ];
      await sql.raw(`drop index ${name}`).execute(db);
      await sql.raw(`create index ${name} on sessions (${columns.join(', ')})`).execute(db);
    }
  },
};
