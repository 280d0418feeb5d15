/**
 * Sums over the sessions of a repository, week by week, kept by the database itself as it writes their statistics:
 * adding them up for a page would read every session. Weeks are numbered from Monday, 29 December 1969.
 */

const sums = ['sessions', 'events', 'errors', 'edits', 'tokens', 'cost', 'noteworthy'] as const;
type Sum = (typeof sums)[number];

const valueIn = (row: 'old' | 'new', sum: Sum): string => (sum === 'sessions' ? '1' : `${row}.${sum}`);
const weekOf = (row: 'old' | 'new'): string => `(${row}.started_at + 259200000) / 604800000`;
const keyOf = (row: 'old' | 'new'): string => `organization_id = ${row}.organization_id
      and repository = coalesce(${row}.repository, '') and secret_environment = ${row}.secret_environment
      and week = ${weekOf(row)}`;

const added = (sign: '+' | '-', row: 'old' | 'new'): string =>
  sums.map((sum) => `${sum} = ${sum} ${sign} ${valueIn(row, sum)}`).join(', ');

export const totalsTable = (s: string, int: string, end: string): string => `
  create table ${s}repository_weeks (
    organization_id text not null,
    repository text not null,
    secret_environment text not null,
    week ${int} not null,
    ${sums.map((sum) => `${sum} ${int} not null`).join(', ')},
    primary key (organization_id, repository, secret_environment, week)
  )${end};`;

const begin = (s: string): string => `
    insert into ${s}repository_weeks
      select new.organization_id, coalesce(new.repository, ''), new.secret_environment, ${weekOf('new')}, ${sums.map(() => '0').join(', ')}`;

/** Without "on conflict": SQLite would apply that of the statement which set the trigger off. */
const sqlitePlus = `
    ${begin('')} where not exists (select 1 from repository_weeks where ${keyOf('new')});
    update repository_weeks set ${added('+', 'new')} where ${keyOf('new')};`;
const minus = (s: string): string => `
    update ${s}repository_weeks set ${added('-', 'old')} where ${keyOf('old')};
    delete from ${s}repository_weeks where ${keyOf('old')} and sessions = 0;`;

export const sqliteTotals = `
  ${totalsTable('', 'integer', ' strict, without rowid')}
  create trigger statistics_added after insert on session_statistics begin ${sqlitePlus} end;
  create trigger statistics_changed after update on session_statistics begin ${sqlitePlus} ${minus('')} end;
  create trigger statistics_removed after delete on session_statistics begin ${minus('')} end;
`;

/** A step of a session seldom changes its week: then one update has both. */
const moved = sums
  .filter((sum) => sum !== 'sessions')
  .map((sum) => `${sum} = ${sum} + new.${sum} - old.${sum}`)
  .join(', ');

export const postgresTotals = `
  ${totalsTable('projection.', 'bigint', ' with (fillfactor = 50)')}
  create function projection.keep_totals() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      update projection.repository_weeks set ${moved} where ${keyOf('new')} and ${keyOf('old')};
      if found then return null; end if;
    end if;
    if tg_op <> 'DELETE' then
      ${begin('projection.')} on conflict do nothing;
      update projection.repository_weeks set ${added('+', 'new')} where ${keyOf('new')};
    end if;
    if tg_op <> 'INSERT' then
      ${minus('projection.')}
    end if;
    return null;
  end $$;
  create trigger keep_totals after insert or update or delete on projection.session_statistics
    for each row execute function projection.keep_totals();
`;
