import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * What tells that the bus is not the one it was. `epoch` changes when somebody connects to it anew, `seen` is the last
 * message that somebody saw there. Before, a bus that came back without its last messages was not noticed.
 */
export const busLineage = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `alter table bus_position add column epoch ${int} not null default 0`,
      `alter table bus_position add column seen ${int} not null default 0`,
      // Events that were accepted, are on the bus no more, and never came to this database.
      `create table bus_losses (
        loss_id text primary key,
        stream text not null,
        session_id text not null,
        first_sequence ${int} not null,
        last_sequence ${int} not null,
        found_at ${int} not null
      )${end}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
