/** Whether the legal hold `h` is in force. */
export const inForceSql = (at: string): string => `h.lifted_at is null and h.until > ${at}`;

/** The legal holds `h` that keep the session `s`: the one place that says which those are. */
export const keepingSql = (at: string): string => `legal_holds h where h.organization_id = s.organization_id
  and ${inForceSql(at)} and ((h.kind = 'session' and h.subject = s.session_id)
    or (h.kind = 'repository' and h.subject = s.repository) or (h.kind = 'member' and h.subject = s.author_user_id))`;

/** Whether a legal hold keeps the session `s`. */
export const keptSql = (at: string): string => `exists (select 1 from ${keepingSql(at)})`;

/** On PostgreSQL: the month in which the events of the session `s` were has been dropped. */
export const droppedSql = `(s.event_count > 0 and to_regclass('event_batches_' || s.bucket) is null)`;
