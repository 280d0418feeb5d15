import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openSqlite } from './sqlite.ts';

interface Tables {
  shelf: { name: string; books: number };
}

/** A database with one row, and what is kept of it. */
async function aShelf() {
  const opened = openSqlite(':memory:');
  const db = opened.db as unknown as Kysely<Tables>;
  await sql`create table shelf (name text, books integer)`.execute(db);
  await db.insertInto('shelf').values({ name: 'top', books: 1 }).execute();
  const books = async (): Promise<number | undefined> =>
    (await opened.lookUp<{ books: number }>('select books from shelf where name = $1', ['top']))?.books;
  assert.equal(await books(), 1);
  return { db, books, [Symbol.asyncDispose]: () => db.destroy() };
}

describe('what is looked up again sees every way of writing', () => {
  it('an update, a delete and an insert', async () => {
    await using shelf = await aShelf();
    await shelf.db.updateTable('shelf').set({ books: 2 }).execute();
    assert.equal(await shelf.books(), 2);
    await shelf.db.deleteFrom('shelf').execute();
    assert.equal(await shelf.books(), undefined);
    await shelf.db.insertInto('shelf').values({ name: 'top', books: 3 }).execute();
    assert.equal(await shelf.books(), 3);
  });

  it('a write that answers with rows, and one behind a `with`', async () => {
    await using shelf = await aShelf();
    await shelf.db.updateTable('shelf').set({ books: 2 }).returning('books').execute();
    assert.equal(await shelf.books(), 2);
    await sql`with more as (select 5 as books) update shelf set books = (select books from more)`.execute(
      shelf.db,
    );
    assert.equal(await shelf.books(), 5);
  });

  it('a transaction, before and after its end, and one that is undone', async () => {
    await using shelf = await aShelf();
    await shelf.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('shelf').set({ books: 2 }).execute();
      assert.equal(await shelf.books(), 2);
    });
    assert.equal(await shelf.books(), 2);
    const undone = shelf.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('shelf').set({ books: 9 }).execute();
      throw new Error('undo');
    });
    await assert.rejects(undone, /undo/);
    assert.equal(await shelf.books(), 2);
  });
});
