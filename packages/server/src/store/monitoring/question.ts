/** What an operator asks about the records. */

export const lineageSql = `select value from settings where name = 'lineage'`;

export const totalSql = 'select count(*) as sessions, coalesce(sum(event_count), 0) as events from sessions';

/** Sessions that were over before that time. */
export const overSql = (before: number): string =>
  `select count(*) as sessions from sessions where ended_at < ${before} and updated_at < ${before} and status <> 'active'`;
