import assert from 'node:assert/strict';
import { it } from 'node:test';
import { files, isCode, read } from './source.ts';

/** The words that GLOSSARY.md tells people not to use, with the notes in parentheses left out. */
function bannedWords(): string[] {
  const rows = read('GLOSSARY.md').matchAll(/^\| \*\*[^|]+\|[^|]+\|([^|]*)\|$/gm);
  return [...rows].flatMap(([, cell]) =>
    (cell as string)
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  );
}

it('the glossary bans no word that is the name of a file or a folder', () => {
  const banned = bannedWords();
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
