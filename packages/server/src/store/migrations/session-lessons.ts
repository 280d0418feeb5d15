import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Which lessons a session was given, in which version, by which way, and whether its agent loaded them. */
export const sessionLessons = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table session_lessons (
        session_id text not null references sessions (session_id) on delete cascade,
        lesson_id text not null,
        way text not null,
        organization_id text not null,
        version ${int} not null,
        loaded text not null,
        noted_at ${int} not null,
        primary key (session_id, lesson_id, way)
      )${end}`,
      'create index session_lessons_given on session_lessons (organization_id, lesson_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
