import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { it } from 'node:test';
import { batchesOf, groups } from './groups.ts';

it('every test file is in one group, once, and each pattern of what runs alone finds a file', () => {
  const grouped = Object.values(groups).flatMap((group) =>
    batchesOf(group).flatMap(({ processes }) => processes.flat()),
  );
  const all = globSync('{scripts,bench,packages,faults,e2e}/**/*.test.ts').filter(
    (file) => !file.includes('node_modules'),
  );
  assert.deepEqual(grouped.sort(), all.sort());
  const patterns = Object.values(groups).flatMap(({ files, without = [], apart = [], alone = [] }) => [
    ...files,
    ...without,
    ...apart,
    ...alone,
  ]);
  assert.deepEqual(
    patterns.filter((pattern) => globSync(pattern).length === 0),
    [],
  );
});
