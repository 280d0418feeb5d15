import type { RepositoryList } from '@debrief/contract';
import { repositoryWords } from '../../ui/link/repository-words.ts';

export interface RepositoryRow {
  repository: string;
  /** Of a folder its last part, and where it lies when another one is called the same. */
  name: string;
  roots: string[];
  sessions: number;
  lastStartedAt: string;
}

const machine = /^env_[A-Za-z0-9]{1,64}:/;

const isFolder = (repository: string): boolean => machine.test(repository);

/** A repository without a remote is named by its folder; the machine's id in front of it says nothing to people. */
export const repositoryLabel = (repository: string): string => repository.replace(machine, '');

/** The roots of a list put together by repository, used last first. */
export function byRepository(list: RepositoryList['repositories']): RepositoryRow[] {
  const rows = new Map<string, RepositoryRow>();
  const words = repositoryWords(list);
  for (const { repository, repoRoot, sessions, lastStartedAt } of list) {
    const row = rows.get(repository) ?? {
      repository,
      name: isFolder(repository) ? (words.get(repoRoot) ?? repoRoot) : repository,
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
