import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Words of a team on its sessions. */
export const labels = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table session_labels (
        session_id text not null references sessions (session_id) on delete cascade,
        label text not null,
        organization_id text not null,
        labelled_by text not null,
        labelled_at ${int} not null,
        primary key (session_id, label)
      )${end}`,
      'create index session_labels_by_label on session_labels (organization_id, label, session_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
