import { type Kysely, sql } from 'kysely';

/** What a member holds is found without reading every standing. */
export const held = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        'create index review_standings_held on review_standings (reserved_by, reserved_until) where reserved_by is not null',
      )
      .execute(db);
  },
};
