/** What `debrief-server verify` reads of the records, in texts that both engines take; `$1` stands for the value. */

export const entriesSql =
  'select number, at, kind, body, digest, signature from chain_entries where number > $1 order by number limit 200';

export const sessionsSql = (engine: 'sqlite' | 'postgres', where: string): string =>
  `select session_id, organization_id, session_pk, ${engine === 'postgres' ? 'bucket' : 'null as bucket'}, event_count,
    status, ended_at, updated_at from sessions where ${where}`;

export const nextSessions = 'session_pk > $1 order by session_pk limit 200';
export const oneSession = 'session_id = $1';

export const sealsSql =
  'select first_sequence, count, digest, marks from seals where session_pk = $1 order by first_sequence';

export const strayingSealsSql =
  'select distinct session_pk from seals l where not exists (select 1 from sessions s where s.session_pk = l.session_pk)';

export const redactionsSql = `select redaction_id, organization_id, session_id, requested_by, requested_at, reason, count,
    sequences, rewritten_at from redactions where redaction_id > $1 order by redaction_id limit 200`;

const erasureColumns = 'organization_id, session_id, reason, requested_by, requested_at, removed_at, proof';
export const erasureSql = `select ${erasureColumns} from erasures where session_id = $1`;
export const erasuresSql = `select ${erasureColumns} from erasures where session_id > $1 order by session_id limit 200`;

export const migrationsAppliedSql = 'select name from kysely_migration';
