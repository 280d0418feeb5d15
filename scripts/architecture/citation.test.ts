import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { files, isCode, read } from './source.ts';

/** Comments and tests cite decisions by id, such as H12, and documents by the title of a section. */

/** The documents that explain ids, each in the first cell of a row. */
const documents = ['docs/api.md', 'docs/decisions.md', 'docs/reliability.md'];

/** `| V14, V15 | …` explains two ids, `| C1–C3 | …` three. */
function idsIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| ?((?:[A-Z]-?\d+[, –]*)+) ?\|/gm)].map((match) => match[1] as string);
  return cells.flatMap((cell) =>
    [...cell.matchAll(/([A-Z]-?)(\d+)(?:–[A-Z](\d+))?/g)].flatMap(([, letter, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${letter}${Number(from) + index}`),
    ),
  );
}

const known = new Set(documents.flatMap((file) => idsIn(read(file))));

/** Ids in parentheses in a comment, and those a test's title begins with. */
function citationsIn(text: string): string[] {
  const inComments = [...text.matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/\(((?:[A-Z]-?\d+(?:, )?)+)\)/g)].map((match) => match[1] as string),
  );
  const inTitles = [...text.matchAll(/\b(?:it|test|describe)\(\s*['"`]((?:[A-Z]\d+,? )+)/g)].map(
    (match) => match[1] as string,
  );
  return [...inComments, ...inTitles].flatMap((cited) => cited.match(/[A-Z]-?\d+/g) ?? []);
}

const own = files.filter((file) => isCode(file) && !file.startsWith('scripts/architecture/'));

describe('citations', () => {
  it('every id of a decision or a promise is explained in its document', () => {
    assert.ok(['H1', 'C2', 'V15', 'R4', 'P-1'].every((id) => known.has(id)));
    const broken = own.flatMap((file) =>
      citationsIn(read(file))
        .filter((id) => !known.has(id))
        .map((id) => `${file} cites ${id}`),
    );
    assert.deepEqual(broken, []);
  });

  it('a section is cited by the title it has in its document', () => {
    const broken: string[] = [];
    for (const file of own) {
      for (const [whole, document, title] of read(file).matchAll(/\((docs\/[a-z-]+\.md), ([^);\n]+)\)/g)) {
        if (!read(document as string).includes(`# ${title}\n`)) broken.push(`${file}: ${whole}`);
      }
      // Numbered sections are those of other people's standards only.
      for (const [whole] of read(file).matchAll(/^.*(?<!(?:OIDC Core|RFC \d+),? )§ ?\d.*$/gm)) {
        if (/^\s*(?:\/?\*|\/\/)|\/\/ |\b(?:it|describe|test)\(/.test(whole))
          broken.push(`${file}: ${whole.trim()}`);
      }
    }
    assert.deepEqual(broken, []);
  });
});
