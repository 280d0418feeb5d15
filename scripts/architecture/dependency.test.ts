import assert from 'node:assert/strict';
import { isBuiltin } from 'node:module';
import { it } from 'node:test';
import { code, importsOf, packageOf, read } from './source.ts';

const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

it('what a package imports is in its package.json', () => {
  const unlisted = new Set<string>();
  for (const file of code) {
    const folder = packageOf(file);
    if (!folder || !file.includes('/src/')) continue;
    const {
      name,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(read(`packages/${folder}/package.json`));
    for (const specifier of importsOf(file)) {
      const wanted = nameOf(specifier);
      if (specifier.startsWith('.') || isBuiltin(specifier) || wanted === name) continue;
      if (!(wanted in dependencies) && !(wanted in devDependencies)) unlisted.add(`${folder}: ${wanted}`);
    }
  }
  assert.deepEqual([...unlisted].sort(), []);
});
