import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { code, read } from './source.ts';
import { type TableUse, tablesIn, tableUses } from './sql.ts';
import { agreements, owners } from './table-owners.ts';

const base = 'packages/server/src/';
const ownerOf = new Map<string, string>(
  Object.entries(owners).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)),
);

/** Migrations make and change tables of every room, and make up those of earlier times. */
const sources = code.filter((file) => file.startsWith(base) && !file.startsWith(`${base}store/migrations/`));

interface Use extends TableUse {
  file: string;
  room: string;
}

const uses: Use[] = sources.flatMap((file) => {
  const path = file.slice(base.length);
  const room = path.includes('/') ? (path.split('/')[0] as string) : 'wiring';
  return tableUses(read(file)).map((use) => ({
    ...use,
    table: use.table.replace(/^projection\./, ''),
    file,
    room,
  }));
});
const known = uses.filter(({ table }) => ownerOf.has(table));
const isAgreed = ({ room, table, writes }: Pick<Use, 'room' | 'table' | 'writes'>) =>
  agreements.some(
    (one) => one.room === room && (one.writes?.includes(table) || (!writes && one.reads?.includes(table))),
  );

/** Rooms that ask for what they need, and hold no statement about a table of others. */
const without = ['http', 'idp', 'identity', 'worker', 'operator', 'wiring'];

describe('tables', () => {
  it('are written by the room that owns them, and used by others only as agreed', () => {
    const broken = known
      .filter((use) => ownerOf.get(use.table) !== use.room && !isAgreed(use))
      .map(
        ({ file, line, room, table, writes }) =>
          `${room} ${writes ? 'writes' : 'reads'} ${table}: ${file}:${line}`,
      );
    assert.deepEqual([...new Set(broken)].sort(), []);
    assert.ok(known.length > 300, `${known.length} uses found`);
    assert.deepEqual(
      agreements.filter(({ room }) => without.includes(room)),
      [],
    );
  });

  it('are all there, and each agreement is made use of', () => {
    const made = new Set(
      code
        .filter((file) => file.startsWith(base))
        .flatMap((file) =>
          [
            ...read(file).matchAll(
              /create (?:virtual |unlogged )?table (?:if not exists )?(?:projection\.|\$\{\w+\})?(\w+)/g,
            ),
          ].map(([, table = '']) => table),
        ),
    );
    const isLeft = (table: string) => !/_(?:new|renewed)$/.test(table);
    assert.deepEqual([...made].filter(isLeft).sort(), [...ownerOf.keys()].sort());
    const unused = agreements.flatMap(({ room, reads = [], writes = [] }) => [
      ...reads.filter(
        (table) => !known.some((use) => use.room === room && use.table === table && !use.writes),
      ),
      ...writes.filter(
        (table) => !known.some((use) => use.room === room && use.table === table && use.writes),
      ),
    ]);
    assert.deepEqual(unused, []);
    for (const { room, reads = [], writes = [] } of agreements)
      for (const table of [...reads, ...writes]) {
        assert.ok(ownerOf.has(table) && ownerOf.get(table) !== room, `${room} ${table}`);
      }
  });

  it('are found in statements, in pieces of them and in what the query builder is given', () => {
    const found = (text: string) => tablesIn(text).map(({ table, writes }) => (writes ? `${table}!` : table));
    assert.deepEqual(
      found('select * from a x, b join projection.c on x.id = c.id where d in (select e from f)'),
      ['a', 'b', 'projection.c', 'f'],
    );
    assert.deepEqual(found('insert or ignore into a (b) select c from d'), ['a!', 'd']);
    assert.deepEqual(found('with w as (select 1 from a) update b set c = 1 from w'), ['a', 'b!']);
    assert.deepEqual(found('delete from a where b is distinct from c'), ['a!']);
    assert.deepEqual(found('insert into a values (1) on conflict (b) do update set c = 2'), ['a!']);
    assert.deepEqual(found('create table if not exists a (b text references c)'), ['a!', 'c']);
    assert.deepEqual(found('sessions s left join a on true'), ['sessions', 'a']);
    assert.deepEqual(found("select 1 from a where b = 'from c' -- from d"), ['a']);
    assert.deepEqual(found('select value from json_each($1)'), []);
    assert.deepEqual(found('no statement'), []);
    assert.deepEqual(found('session_rules'), ['session_rules']);
    assert.deepEqual(
      tableUses(
        "db.selectFrom('mailQueue as m').innerJoin('sessions', 'a', 'b');\ndb.updateTable('reviewStandings');",
      ).map(({ table, writes, line }) => [table, writes, line]),
      [
        ['sessions', false, 1],
        ['mail_queue', false, 1],
        ['review_standings', true, 2],
      ],
    );
    const holes = ['first', 'b'].map((name) => `\${${name}}`);
    const template = `rows(\`select 1 from ${holes[0]} join a on true, ${holes[1]}.x\`)`;
    assert.deepEqual(
      tableUses(template).map(({ table }) => table),
      ['a'],
    );
  });
});
