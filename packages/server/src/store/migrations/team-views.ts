import { type Kysely, sql } from 'kysely';

/** Views of Today beside those of the list, and of the team beside one's own: of nobody, and saved by somebody. */
export const teamViews = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      "alter table views add column page text not null default 'sessions'",
      'alter table views add column saved_by text',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
