/**
 * Which decisions about findings count. SQL about a decision `d` and its session `s`; both engines read it alike.
 */

/**
 * Nobody takes the findings of their own session off the lists, and out of the queue of reviews with them. Where no author
 * is known, anybody might be it: there an admin has to say so.
 */
export const settlesSql = `(s.author_user_id <> d.decided_by or (s.author_user_id is null and exists (
  select 1 from members m where m.organization_id = d.organization_id and m.user_id = d.decided_by
    and m.role in ('owner', 'admin') and m.status = 'active')))`;

/**
 * What people think of each rule of the organization `$1`, or of the rule `$2`. Only of real work, only what others
 * than its author said, and only once for a person and a session: nobody sways it alone, nor with sessions that were
 * made to be judged.
 */
export const countedDecisionsSql = `
select rule, count(*) as decisions, sum(wrong) as wrong, count(distinct decided_by) as people,
  count(distinct case when wrong = 1 then decided_by end) as "wrongPeople",
  count(distinct case when wrong = 1 then author_user_id end) as "wrongAuthors"
from (
  select d.rule, d.decided_by, s.author_user_id, d.session_id,
    min(case when d.verdict = 'wrong' then 1 else 0 end) as wrong
  from finding_dispositions d join sessions s on s.session_id = d.session_id
  where d.organization_id = $1 and ($2 = '' or d.rule = $2) and s.secret_environment = 'live'
    and s.author_user_id <> d.decided_by
  group by d.rule, d.decided_by, s.author_user_id, d.session_id) counted
group by rule`;
