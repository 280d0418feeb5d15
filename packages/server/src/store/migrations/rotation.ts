import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Members are asked to review in turn: why it was they, how often it was, and until when they are away. */
export const rotation = ({ int }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      'alter table assignments add column why text',
      `create index assignments_by_rotation on assignments (organization_id, created_at, user_id) where why is not null`,
      `alter table notification_settings add column away_until ${int}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
