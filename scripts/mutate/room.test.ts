import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { rooms } from './room.ts';

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name));

it('every package, and every room of the server, is in a room that can be mutated', () => {
  process.chdir(join(import.meta.dirname, '../..'));
  const all = Object.entries(rooms).map(([name, make]) => ({ name, ...make() }));
  const sources = new Set(all.flatMap((room) => room.sources));
  const wanted = [
    ...foldersOf('packages').map((path) => join(path, 'src')),
    ...foldersOf('packages/server/src'),
  ];
  assert.deepEqual(
    wanted.filter((path) => ![...sources].some((file) => file.startsWith(`${path}/`))),
    [],
  );
  assert.deepEqual(
    all.filter((room) => room.sources.length === 0 || room.tests.length === 0).map(({ name }) => name),
    [],
  );
  for (const { sources, tests } of all) {
    assert.ok(sources.every((file) => !file.endsWith('.test.ts')));
    assert.ok(tests.every((file) => file.endsWith('.test.ts')));
  }
});
