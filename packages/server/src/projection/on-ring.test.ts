import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { onRing } from './on-ring.ts';

const document = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
const [, after = ''] = document.split('\n## The bell\n');
const [section = ''] = after.split('\n## ');

interface Row {
  about: string;
  rung: string;
  writer: string;
  appended: string;
  others: string;
  folder: string;
}

/** The rows of the table; a dash stands for anything. */
const rows = [...section.matchAll(/^\| (.+) \|$/gm)]
  .map(([, row = '']) => row.split(' | '))
  .filter(([about]) => about === 'events' || about === 'derived')
  .map(
    ([about, rung, writer, appended, others, folder]) =>
      ({ about, rung, writer, appended, others, folder }) as Row,
  );

const fits = (cell: string, is: boolean, words: [yes: string, no: string]) => {
  assert.ok(['–', ...words].includes(cell), cell);
  return cell === '–' || cell === words[is ? 0 : 1];
};

it('does what the table of ARCHITECTURE.md says, in every case', () => {
  assert.ok(rows.length > 0);
  const used = new Set<Row>();
  for (let bits = 0; bits < 32; bits++) {
    const [derived, here, isWrittenElsewhere, wasAppendedHere, hasOtherVersions] = [1, 2, 4, 8, 16].map(
      (bit) => (bits & bit) !== 0,
    ) as [boolean, boolean, boolean, boolean, boolean];
    const found = rows.filter(
      (row) =>
        fits(row.about, derived, ['derived', 'events']) &&
        fits(row.rung, here, ['here', 'elsewhere']) &&
        fits(row.writer, isWrittenElsewhere, ['a process that folds nothing', 'a server']) &&
        fits(row.appended, wasAppendedHere, ['yes', 'no']) &&
        fits(row.others, hasOtherVersions, ['yes', 'no']),
    );
    const state = { here, isWrittenElsewhere, wasAppendedHere, hasOtherVersions };
    assert.equal(found.length, 1, JSON.stringify({ derived, ...state }));
    const [row] = found as [Row];
    used.add(row);
    const { remembers, folds } = onRing({ derived }, state);
    const does = remembers ? 'remembers it, folds it' : folds ? 'folds it' : 'nothing';
    assert.equal(does, row.folder, JSON.stringify({ derived, ...state }));
    assert.ok(!remembers || folds);
  }
  assert.equal(used.size, rows.length, 'no row that never applies');
});
