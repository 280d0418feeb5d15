import type { RepositoryList } from '@debrief/contract';

export interface RepositoryRow {
  repository: string;
  name: string;
  roots: string[];
  sessions: number;
  lastStartedAt: string;
}

/** A repository without a remote is named by its folder; the machine's id in front of it says nothing to people. */
export const repositoryLabel = (repository: string): string =>
  repository.replace(/^env_[A-Za-z0-9]{1,64}:/, '');

/** The roots of a list put together by repository, used last first. */
export function byRepository(list: RepositoryList['repositories']): RepositoryRow[] {
  const rows = new Map<string, RepositoryRow>();
  for (const { repository, repoRoot, sessions, lastStartedAt } of list) {
    const row = rows.get(repository) ?? {
      repository,
      name: repositoryLabel(repository),
      roots: [],
      sessions: 0,
      lastStartedAt,
    };
    row.roots.push(repoRoot);
    row.sessions += sessions;
    if (lastStartedAt > row.lastStartedAt) row.lastStartedAt = lastStartedAt;
    rows.set(repository, row);
  }
  return [...rows.values()].sort((a, b) => (a.lastStartedAt < b.lastStartedAt ? 1 : -1));
}
