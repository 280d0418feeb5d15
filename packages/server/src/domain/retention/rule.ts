/** Whether the organization of the session `s` has said itself how long it is kept. */
export const hasRuleSql = `exists (select 1 from retentions r where r.organization_id = s.organization_id
    and r.repository in ('', coalesce(s.repository, '')))`;
