import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';

/** What sessions are counted by: their folder, and for the page of a repository everything it counts. */
const parts = ['repository', 'repo_root', 'environment_id', 'agent_id', 'author_user_id'] as const;

const valueIn = (row: string, part: (typeof parts)[number]): string =>
  part === 'author_user_id' || part === 'repository' ? `coalesce(${row}.${part}, '')` : `${row}.${part}`;
const values = (row: string): string => parts.map((part) => valueIn(row, part)).join(', ');
const isPart = (row: string): string =>
  [
    `organization_id = ${row}.organization_id`,
    ...parts.map((part) => `${part} = ${valueIn(row, part)}`),
  ].join(' and ');
const isRoot = (row: string): string =>
  `organization_id = ${row}.organization_id and repo_root = ${row}.repo_root`;

/** One more or one less, without "on conflict": SQLite would apply that of the statement which set the trigger off. */
const plus = (row: string): string => `
  insert into repository_roots select ${row}.organization_id, ${row}.repo_root, 0
    where ${row}.repo_root is not null and not exists (select 1 from repository_roots where ${isRoot(row)});
  update repository_roots set sessions = sessions + 1 where ${isRoot(row)};
  insert into repository_sessions select ${row}.organization_id, ${values(row)}, 0
    where ${row}.repo_root is not null and not exists (select 1 from repository_sessions where ${isPart(row)});
  update repository_sessions set sessions = sessions + 1 where ${isPart(row)};`;

const minus = (row: string): string => `
  update repository_roots set sessions = sessions - 1 where ${isRoot(row)};
  delete from repository_roots where ${isRoot(row)} and sessions = 0;
  update repository_sessions set sessions = sessions - 1 where ${isPart(row)};
  delete from repository_sessions where ${isPart(row)} and sessions = 0;`;

const changing = 'update of repository, repo_root, author_user_id';

const sqliteTriggers = [
  `create trigger sessions_counted after insert on sessions begin ${plus('new')} end`,
  `create trigger sessions_recounted after ${changing} on sessions begin ${plus('new')} ${minus('old')} end`,
  `create trigger sessions_uncounted after delete on sessions begin ${minus('old')} end`,
];

const postgresTriggers = [
  `create function count_sessions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.repo_root is not null then
    insert into repository_roots values (new.organization_id, new.repo_root, 1)
      on conflict (organization_id, repo_root) do update set sessions = repository_roots.sessions + 1;
    insert into repository_sessions values (new.organization_id, ${values('new')}, 1)
      on conflict (organization_id, ${parts.join(', ')}) do update set sessions = repository_sessions.sessions + 1;
  end if;
  if tg_op <> 'INSERT' and old.repo_root is not null then ${minus('old')}
  end if;
  return null;
end $$`,
  `create trigger sessions_counted after insert or delete or ${changing} on sessions
    for each row execute function count_sessions()`,
];

/**
 * How many sessions ran where, kept by the database as sessions come, change and go: counting them for a page would read
 * every one. And the order of repositories, either way, each with its newest session first.
 */
export const keptCounts = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end } = columnTypes[engine];
    const rest = 'started_at desc, session_id desc, status, agent_id, environment_id, secret_environment';
    const statements = [
      `create table repository_roots (organization_id text not null, repo_root text not null, sessions ${int} not null,
        primary key (organization_id, repo_root))${end}`,
      `create table repository_sessions (organization_id text not null, ${parts.map((part) => `${part} text not null`).join(', ')},
        sessions ${int} not null, primary key (organization_id, ${parts.join(', ')}))${end}`,
      `insert into repository_roots select organization_id, repo_root, count(*) from sessions
        where repo_root is not null group by organization_id, repo_root`,
      `insert into repository_sessions select s.organization_id, ${values('s')}, count(*) from sessions s
        where s.repo_root is not null group by s.organization_id, ${values('s')}`,
      ...(engine === 'sqlite' ? sqliteTriggers : postgresTriggers),
      `create index sessions_repositories on sessions (organization_id, coalesce(repo_root, ''), ${rest})`,
      `create index sessions_repositories_back on sessions (organization_id, coalesce(repo_root, '') desc, ${rest})`,
      'create index environments_root on environments (organization_id, repo_root)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
