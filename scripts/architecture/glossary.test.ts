import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { code, files, isCode, read } from './source.ts';

interface Row {
  word: string;
  /** What people are told not to say, with the notes in parentheses left out. */
  banned: string[];
  /** The packages that export a type of that name. */
  packages: string[];
}

const rows: Row[] = [
  ...read('GLOSSARY.md').matchAll(/^\| \*\*([^|]+)\*\* \|[^|]+\|([^|]*)\|([^|]*)\|$/gm),
].map(([, word = '', banned = '', packages = '']) => ({
  word,
  banned: banned
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean),
  packages: [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}));

/** The files that export a type of a name, by package. */
const exported = new Map<string, Map<string, string[]>>();
for (const file of code.filter((one) => /^packages\/[^/]+\/src\//.test(one))) {
  const [, own = ''] = file.split('/');
  for (const [, name = ''] of read(file).matchAll(
    /^export (?:declare |abstract )*(?:interface|type|class) (\w+)/gm,
  )) {
    const by = exported.get(name) ?? new Map<string, string[]>();
    by.set(own, [...(by.get(own) ?? []), file]);
    exported.set(name, by);
  }
}

const typeName = (word: string) =>
  word
    .split(' ')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`)
    .join('');

describe('the glossary', () => {
  it('bans no word that is the name of a file or a folder', () => {
    const banned = rows.flatMap((row) => row.banned);
    assert.ok(banned.includes('workspace'));
    const names = new Set(
      files
        .filter((file) => isCode(file) && file.startsWith('packages/'))
        .flatMap((file) =>
          file
            .split('/')
            .slice(2)
            .map((part) => (part.split('.')[0] as string).toLowerCase()),
        ),
    );
    assert.deepEqual(
      banned.filter((word) => names.has(word)),
      [],
    );
  });

  it('knows every package that exports a type of the name of one of its words', () => {
    assert.ok(rows.length > 40);
    assert.deepEqual(
      Object.fromEntries(
        rows.map(({ word }) => [word, [...(exported.get(typeName(word))?.keys() ?? [])].sort()]),
      ),
      Object.fromEntries(rows.map(({ word, packages }) => [word, packages])),
    );
  });

  it('no package exports two types of one name', () => {
    assert.ok(exported.size > 500);
    const twice = [...exported].flatMap(([name, by]) =>
      [...by.values()].filter((where) => where.length > 1).map((where) => `${name}: ${where.join(', ')}`),
    );
    assert.deepEqual(twice, []);
  });
});
