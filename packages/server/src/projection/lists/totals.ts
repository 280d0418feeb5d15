import { type KeptSums, postgresSums, sqliteSums, weekOfColumn } from './kept-sums.ts';

/** Sums over the sessions of a repository, week by week. Weeks are numbered from Monday, 29 December 1969. */
const repositoryWeeks: KeptSums = {
  name: 'repository_weeks',
  create: (s) => `create table ${s}repository_weeks`,
  of: 'session_statistics',
  keys: [
    { column: 'organization_id', type: 'text', of: (row) => `${row}.organization_id` },
    { column: 'repository', type: 'text', of: (row) => `coalesce(${row}.repository, '')` },
    { column: 'secret_environment', type: 'text', of: (row) => `${row}.secret_environment` },
    { column: 'week', type: 'int', of: weekOfColumn },
  ],
  sums: ['sessions', 'events', 'errors', 'edits', 'tokens', 'cost', 'noteworthy'],
};

export const sqliteTotals = sqliteSums(repositoryWeeks);
export const postgresTotals = postgresSums(repositoryWeeks);
