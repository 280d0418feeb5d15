import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** A machine's own key is a secret that is bound to one environment. */
export const machineKeys = ({ int }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const onlyTest = `exists (select 1 from sessions s where s.environment_id = environments.environment_id)
      and not exists (select 1 from sessions s where s.environment_id = environments.environment_id
        and s.secret_environment <> 'test')`;
    const statements = [
      'alter table secrets add column environment_id text',
      `alter table secrets add column last_used_at ${int}`,
      `alter table secrets add column registers_only ${int} not null default 0`,
      'create index secrets_of_environment on secrets (environment_id) where environment_id is not null',
      `alter table environments add column secret_environment text not null default 'live'`,
      `alter table environments add column keyed_at ${int}`,
      `alter table environments add column key_rotation_asked_at ${int}`,
      // Only test sessions: a machine of that kind, which a live secret does not find any more.
      `update environments set secret_environment = 'test', machine_key = 'test:' || machine_key where ${onlyTest}`,
      `alter table sessions add column is_keyed ${int} not null default 0`,
      `alter table organizations add column machine_keys_only ${int} not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
