import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { mergeSearchIndex } from './merge.ts';

/** An index as sqlite-schema.ts has it, with a word in its first row. */
function anIndex(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode = wal; pragma secure_delete = on;
    create virtual table search_index using fts5 (scope, words, content = '', contentless_delete = 1,
      tokenize = "unicode61 remove_diacritics 2", prefix = '2 3')`);
  const put = db.prepare("insert into search_index (rowid, scope, words) values (?, 'org', ?)");
  for (let from = 0; from < 1200; from += 200) {
    db.exec('begin');
    for (let row = from; row < from + 200; row++) {
      const others = Array.from({ length: 30 }, (_, n) => `w${(row * 31 + n * 7919) % 5000}`);
      put.run(row, [...(row === 0 ? ['aaaplantedword'] : []), ...others].join(' '));
    }
    db.exec('commit');
  }
  return db;
}

describe('merging the search index', () => {
  for (const isUnderWay of [false, true])
    it(`leaves no word that was deleted${isUnderWay ? ' while a merge was under way' : ''}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'debrief-merge-'));
      try {
        const path = join(folder, 'index.db');
        const db = anIndex(path);
        if (isUnderWay) db.exec("insert into search_index (search_index, rank) values ('merge', -1)");
        db.exec('delete from search_index where rowid = 0');
        mergeSearchIndex(path, () => {});
        db.exec('pragma wal_checkpoint(truncate)');
        db.close();
        assert.equal(readFileSync(path).includes('plantedword'), false);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
