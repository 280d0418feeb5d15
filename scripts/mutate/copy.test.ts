import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { copied } from './copy.ts';

test('the copy has every file of the tree that a test reads by its address', () => {
  const root = join(import.meta.dirname, '../..');
  const tests = globSync('packages/*/*/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  const read = tests.flatMap((file) => {
    const addresses = readFileSync(join(root, file), 'utf8').matchAll(
      /new URL\('([^']+)', import\.meta\.url\)/g,
    );
    return [...addresses].map(([, address = '']) =>
      relative(root, fileURLToPath(new URL(address, pathToFileURL(join(root, file))))),
    );
  });
  assert.ok(read.includes('compose.yaml'));
  const isOutside = (path: string) => path.startsWith('..');
  const missing = read.filter((path) => !isOutside(path) && !copied.includes(path.split('/')[0] ?? ''));
  assert.deepEqual(missing, []);
});
