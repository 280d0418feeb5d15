/**
 * What people said about the session `s` and whose it is, as far as Insights counts it. Both engines read it alike. A
 * session whose row was written with other facts is looked at again.
 */

/** When somebody other than the author first accepted it or asked for a follow-up, as it stands now. */
export const judgedAtSql = `(select min(v.created_at) from reviews v where v.session_id = s.session_id and v.is_own = 0
  and (s.author_user_id is null or v.reviewer_id <> s.author_user_id)
  and v.outcome <> 'noted' and v.withdrawn_at is null and v.dismissed_at is null)`;

const followUpSql = `coalesce((select case when r.follow_ups + r.own_follow_up > 0 then 1 else 0 end
  from review_standings r where r.session_id = s.session_id), 0)`;

const openThreadsSql =
  'coalesce((select r.open_threads from review_standings r where r.session_id = s.session_id), 0)';

export const factsSql = `(coalesce(s.author_user_id, '') || ' ' || coalesce(cast(${judgedAtSql} as text), '') || ' ' ||
  cast(${followUpSql} as text) || ' ' || cast(${openThreadsSql} as text))`;

/** Columns of a subject. */
export const factColumns = `s.author_user_id as "authorUserId", ${judgedAtSql} as "judgedAt", ${followUpSql} as "followUps",
  ${openThreadsSql} as "openThreads", ${factsSql} as facts`;

export interface Facts {
  authorUserId: string | null;
  judgedAt: number | null;
  followUps: number;
  openThreads: number;
  /** All of it in one text, to be compared. */
  facts: string;
}
