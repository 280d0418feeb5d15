/** The log of SQLite as it is moved to PostgreSQL, which keeps each row with the month of its session. */

export const batchTable = 'event_batches';

/** The rows in the order of their place, from after `?1` on, the place as text in `place`. */
export const movedRows: Record<string, { rows: string; columns: string[] }> = {
  [batchTable]: {
    rows: `select cast(b.batch_key as text) as place, b.batch_key >> 32 as session_pk,
        b.batch_key & 4294967295 as first_sequence, b.count, b.accepted_at, b.encoding, b.body
      from event_batches b where b.batch_key > cast(?1 as integer)
        and exists (select 1 from sessions s where s.session_pk = b.batch_key >> 32) order by b.batch_key`,
    columns: ['session_pk', 'first_sequence', 'count', 'accepted_at', 'encoding', 'body'],
  },
  idempotency: {
    rows: `select i.session_pk || ' ' || hex(i.key_hash) as place, i.session_pk, i.key_hash, i.first_sequence, i.count,
        i.fingerprint, i.status from idempotency i
      where (i.session_pk, hex(i.key_hash)) > (cast(substr(?1, 1, instr(?1, ' ')) as integer), substr(?1, instr(?1, ' ') + 1))
        and exists (select 1 from sessions s where s.session_pk = i.session_pk)
      order by i.session_pk, hex(i.key_hash)`,
    columns: ['session_pk', 'key_hash', 'first_sequence', 'count', 'fingerprint', 'status'],
  },
};

/** Finds the month of a row `t`. */
export const monthJoin = ' join sessions s on s.session_pk = t."session_pk"::bigint';
