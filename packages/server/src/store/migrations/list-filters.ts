import { type Kysely, sql } from 'kysely';

const filters = ['status', 'agent_id', 'environment_id', 'repo_root', 'secret_environment'];

/**
 * The indexes a list is read by hold every column a list is filtered by: a second condition is checked in the index,
 * where it took a look at each of up to a thousand sessions before. None of them changes on an append, so that stays
 * a heap-only update (architecture §4).
 */
export const listFilters = {
  async up(db: Kysely<unknown>): Promise<void> {
    const indexes = [
      ['sessions_started', []],
      ...['status', 'agent_id', 'environment_id', 'repo_root'].map((name) => [`sessions_by_${name}`, [name]]),
    ] as [name: string, first: string[]][];
    for (const [name, first] of indexes) {
      const rest = filters.filter((filter) => !first.includes(filter));
      const columns = ['organization_id', ...first, 'started_at desc', 'session_id desc', ...rest];
      await sql.raw(`drop index ${name}`).execute(db);
      await sql.raw(`create index ${name} on sessions (${columns.join(', ')})`).execute(db);
    }
  },
};
