/** What a server that starts, and an operator, asks about a read model. */

export const progressSql =
  'select sessions as total, (select count(*) from projection.work) as "left" from projection.model';

export const modelSql =
  'select lineage, sessions, whole_at, used_at, (select count(*) from projection.work) as "left" from projection.model';

/** Sessions with events that nothing was derived from yet. */
export const behindSql = `select count(*) as sessions from sessions s
  left join projection.session_statistics p on p.session_id = s.session_id
  where p.session_id is null or (p.fault is null and p.folded_to <> s.event_count)`;

/** Sessions that could not be read. */
export const setAsideSql =
  'select count(*) as sessions from projection.session_statistics where fault is not null';
