import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Who wants the mail on Mondays, and about which Monday they were last written to. */
export const mondayMail = ({ int }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `alter table notification_settings add column monday ${int} not null default 0`,
      `alter table recipients add column monday_day text not null default ''`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
