import { measures } from '../../domain/insights/measures.ts';
import { type KeptSums, postgresSums, sqliteSums } from '../lists/kept-sums.ts';

/**
 * What Insights counts (domain/insights): of each session in a row, and what the database keeps of these rows: their sums,
 * and of how many people these are.
 */

const counted = measures.filter((name) => name !== 'sessions');

const rows = (s: string, int: string, end: string): string => `
  create table ${s}session_insights (
    session_id text primary key,
    organization_id text not null,
    secret_environment text not null,
    week ${int} not null,
    repository text not null,
    agent_id text not null,
    author_user_id text not null,
    -- What people said, as it is counted here (insights/facts.ts).
    facts text not null,
    ${counted.map((name) => `${name} ${int} not null`).join(', ')}
  )${end};`;

const keysOf = (...columns: string[]): KeptSums['keys'] =>
  columns.map((column) => ({
    column,
    type: column === 'week' ? 'int' : 'text',
    of: (row) => `${row}.${column}`,
  }));
const parts = ['organization_id', 'secret_environment', 'week', 'repository', 'agent_id'];

const insightWeeks: KeptSums = {
  name: 'insight_weeks',
  create: (s) => `create table ${s}insight_weeks`,
  of: 'session_insights',
  keys: keysOf(...parts),
  sums: measures,
};

/** Whose sessions the sums are of, and how many; nothing else is kept by author. */
const insightAuthors: KeptSums = {
  name: 'insight_authors',
  create: (s) => `create table ${s}insight_authors`,
  of: 'session_insights',
  keys: keysOf(...parts, 'author_user_id'),
  sums: ['sessions'],
};

const isPart = (row: 'old' | 'new'): string => parts.map((part) => `${part} = ${row}.${part}`).join(' and ');

/** Who they are, in one text for each sum: a year is read in thousands of rows, not in some for each of a hundred people. */
const people = (s: string, int: string, end: string): string => `
  create table ${s}insight_people (
    ${parts.map((part) => `${part} ${part === 'week' ? int : 'text'} not null`).join(', ')},
    -- Each between commas of its own, so that none is taken for a part of another.
    authors text not null,
    primary key (${parts.join(', ')})
  )${end};`;
const partsOf = (row: 'new'): string => parts.map((part) => `${row}.${part}`).join(', ');
const between = (row: 'old' | 'new'): string => `',' || ${row}.author_user_id || ','`;
const gone = (s: string): string => `
    update ${s}insight_people set authors = replace(authors, ${between('old')}, '') where ${isPart('old')};
    delete from ${s}insight_people where ${isPart('old')} and authors = '';`;

const sqlitePeople = `
  ${people('', 'integer', ' strict, without rowid')}
  create trigger insight_people_come after insert on insight_authors when new.author_user_id <> '' begin
    insert into insight_people select ${partsOf('new')}, ''
      where not exists (select 1 from insight_people where ${isPart('new')});
    update insight_people set authors = authors || ${between('new')} where ${isPart('new')};
  end;
  create trigger insight_people_go after delete on insight_authors when old.author_user_id <> '' begin ${gone('')} end;
`;

const postgresPeople = `
  ${people('projection.', 'bigint', ' with (fillfactor = 70)')}
  create function projection.keep_insight_people() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      ${gone('projection.')}
    else
      insert into projection.insight_people as i values (${partsOf('new')}, ${between('new')})
        on conflict (${parts.join(', ')}) do update set authors = i.authors || excluded.authors;
    end if;
    return null;
  end $$;
  create trigger insight_people_come after insert on projection.insight_authors
    for each row when (new.author_user_id <> '') execute function projection.keep_insight_people();
  create trigger insight_people_go after delete on projection.insight_authors
    for each row when (old.author_user_id <> '') execute function projection.keep_insight_people();
`;

const own = (s: string): string =>
  `create index session_insights_own on ${s}session_insights (organization_id, author_user_id, week);`;

/** What counts in another session (family/), and another name of a repository, come by the row of the statistics. */
const followed = `update session_insights set tokens = new.tokens, cost = new.cost, repository = coalesce(new.repository, '')
      where session_id = new.session_id`;
const isOther =
  "old.tokens <> new.tokens or old.cost <> new.cost or coalesce(old.repository, '') <> coalesce(new.repository, '')";

export const sqliteInsights = `
  ${rows('', 'integer', ' strict')}
  ${own('')}
  ${sqliteSums(insightWeeks)}
  ${sqliteSums(insightAuthors)}
  ${sqlitePeople}
  create trigger insights_follow after update on session_statistics when ${isOther} begin ${followed}; end;
  create trigger insights_go after delete on session_statistics
    begin delete from session_insights where session_id = old.session_id; end;
`;

export const postgresInsights = `
  ${rows('projection.', 'bigint', ' with (fillfactor = 70)')}
  ${own('projection.')}
  ${postgresSums(insightWeeks)}
  ${postgresSums(insightAuthors)}
  ${postgresPeople}
  create function projection.insights_follow() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      delete from projection.session_insights where session_id = old.session_id;
    elsif ${isOther} then
      ${followed.replace('update ', 'update projection.')};
    end if;
    return null;
  end $$;
  create trigger insights_follow after update or delete on projection.session_statistics
    for each row execute function projection.insights_follow();
`;
