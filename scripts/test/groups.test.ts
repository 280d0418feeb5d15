import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { batchesOf, groups, isForEveryEngine } from './groups.ts';

const filesOf = (name: string): string[] =>
  batchesOf(groups[name] as (typeof groups)[string]).flatMap(({ processes }) => processes.flat());

it('every test file is in one group, once, and each pattern of what runs alone finds a file', () => {
  // What the group of PostgreSQL runs, another has run on SQLite.
  const grouped = Object.keys(groups)
    .filter((name) => name !== 'postgres')
    .flatMap(filesOf);
  const all = globSync('{scripts,bench,packages,faults,e2e}/**/*.test.ts').filter(
    (file) => !file.includes('node_modules'),
  );
  assert.deepEqual(grouped.sort(), all.sort());
  const patterns = Object.values(groups).flatMap(
    ({ files, without = [], apart = [], alone = [], waiting = [] }) => [
      ...files,
      ...without,
      ...apart,
      ...alone,
      ...waiting,
    ],
  );
  assert.deepEqual(
    patterns.filter((pattern) => globSync(pattern).length === 0),
    [],
  );
});

it('a file for every engine that one group runs on SQLite is run on PostgreSQL by another', () => {
  const onSqlite = Object.keys(groups).filter((name) => groups[name]?.engine === 'sqlite');
  const due = onSqlite.flatMap(filesOf).filter(isForEveryEngine);
  assert.ok(due.length > 30);
  assert.deepEqual(filesOf('postgres').sort(), due.sort());
  const unseen = filesOf('fast').filter(
    (file) =>
      /testing\/engine\.ts/.test(readFileSync(file, 'utf8')) &&
      /\bengines\b/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(
    unseen.filter((file) => !isForEveryEngine(file)),
    [],
    'these use the engines in a way that the group of PostgreSQL does not see',
  );
});
