/** The folder of the session `s`, as a rule names it; null where none is known. */
export const folderSql = `s.environment_id || ':' || s.repo_root`;

/** Whether the organization of the session `s` has said itself how long it is kept. */
export const hasRuleSql = `exists (select 1 from retentions r where r.organization_id = s.organization_id
    and r.repository in ('', s.repository, ${folderSql}))`;

/** A rule for a folder names the machine, too; undefined where it is for a repository. */
export function folderOf(repository: string): { environmentId: string; repoRoot: string } | undefined {
  const colon = repository.indexOf(':');
  if (!repository.startsWith('env_') || colon < 0) return undefined;
  return { environmentId: repository.slice(0, colon), repoRoot: repository.slice(colon + 1) };
}
