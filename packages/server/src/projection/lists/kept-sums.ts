/**
 * Sums that the database itself keeps as it writes the rows they are of: adding them up for a page would read every
 * session. `sessions` counts rows, every other sum is the column of that name.
 */
export interface KeptSums {
  /** The table of the sums. */
  name: string;
  /** How its definition begins, in a schema with its dot or in none. */
  create(s: string): string;
  /** The table of the rows. */
  of: string;
  /** What the sums are kept by: columns of their table, and how a row (`new` or `old`) says them. */
  keys: readonly { column: string; type: string; of(row: 'old' | 'new'): string }[];
  sums: readonly string[];
}

export const weekOfColumn = (row: 'old' | 'new'): string => `(${row}.started_at + 259200000) / 604800000`;

const valueIn = (row: 'old' | 'new', sum: string): string => (sum === 'sessions' ? '1' : `${row}.${sum}`);

const keyIs = ({ keys }: KeptSums, row: 'old' | 'new'): string =>
  keys.map(({ column, of }) => `${column} = ${of(row)}`).join(' and ');

const added = ({ sums }: KeptSums, sign: '+' | '-', row: 'old' | 'new'): string =>
  sums.map((sum) => `${sum} = ${sum} ${sign} ${valueIn(row, sum)}`).join(', ');

const table = ({ create, keys, sums }: KeptSums, s: string, int: string, end: string): string => `
  ${create(s)} (
    ${keys.map(({ column, type }) => `${column} ${type === 'int' ? int : type} not null`).join(', ')},
    ${sums.map((sum) => `${sum} ${int} not null`).join(', ')},
    primary key (${keys.map(({ column }) => column).join(', ')})
  )${end};`;

const begin = (kept: KeptSums, s: string): string => `
    insert into ${s}${kept.name}
      select ${kept.keys.map(({ of }) => of('new')).join(', ')}, ${kept.sums.map(() => '0').join(', ')}`;

const minus = (kept: KeptSums, s: string): string => `
    update ${s}${kept.name} set ${added(kept, '-', 'old')} where ${keyIs(kept, 'old')};
    delete from ${s}${kept.name} where ${keyIs(kept, 'old')} and sessions = 0;`;

/** Without "on conflict": SQLite would apply that of the statement which set the trigger off. */
export function sqliteSums(kept: KeptSums): string {
  const { name, of } = kept;
  const plus = `
    ${begin(kept, '')} where not exists (select 1 from ${name} where ${keyIs(kept, 'new')});
    update ${name} set ${added(kept, '+', 'new')} where ${keyIs(kept, 'new')};`;
  return `
  ${table(kept, '', 'integer', ' strict, without rowid')}
  create trigger ${name}_added after insert on ${of} begin ${plus} end;
  create trigger ${name}_changed after update on ${of} begin ${plus} ${minus(kept, '')} end;
  create trigger ${name}_removed after delete on ${of} begin ${minus(kept, '')} end;
`;
}

export function postgresSums(kept: KeptSums): string {
  const { name, of, sums } = kept;
  const s = 'projection.';
  // A step of a session seldom changes what it is counted by: then one update has both.
  const moved = sums
    .filter((sum) => sum !== 'sessions')
    .map((sum) => `${sum} = ${sum} + new.${sum} - old.${sum}`)
    .join(', ');
  return `
  ${table(kept, s, 'bigint', ' with (fillfactor = 50)')}
  create function ${s}keep_${name}() returns trigger language plpgsql as $$
  begin
    ${
      moved === ''
        ? ''
        : `if tg_op = 'UPDATE' then
      update ${s}${name} set ${moved} where ${keyIs(kept, 'new')} and ${keyIs(kept, 'old')};
      if found then return null; end if;
    end if;`
    }
    if tg_op <> 'DELETE' then
      ${begin(kept, s)} on conflict do nothing;
      update ${s}${name} set ${added(kept, '+', 'new')} where ${keyIs(kept, 'new')};
    end if;
    if tg_op <> 'INSERT' then
      ${minus(kept, s)}
    end if;
    return null;
  end $$;
  create trigger keep_${name} after insert or update or delete on ${s}${of}
    for each row execute function ${s}keep_${name}();
`;
}
