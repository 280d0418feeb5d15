import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRedactor } from '../src/index.ts';
import { variations } from './variations.ts';

/**
 * Recall says how many secrets are found; this says that nothing else has changed: which part of a text goes, under
 * which name, and what stays. One digest per group of texts. Read the groups that changed, and if that is what you
 * meant, `UPDATE_EXPECTED=1` writes the file again.
 */
const file = new URL('expected-digests.txt', import.meta.url);

test('what becomes of texts on both sides of every bound has not changed', () => {
  const { redact, scan } = createRedactor({
    machineKey: 'expected',
    literals: { ONE: 'plain words of ours', TWO: 'Zürich12' },
  });
  const now = [...variations()].map(([group, texts]) => {
    const outcome =
      texts.map((text) => JSON.stringify(redact(text))).join('\n') + JSON.stringify(scan(texts));
    return `${createHash('sha256').update(outcome).digest('hex').slice(0, 12)} ${texts.length} ${group}`;
  });
  if (process.env.UPDATE_EXPECTED === '1') writeFileSync(file, `${now.join('\n')}\n`);
  const before = new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
  assert.deepEqual(
    now.filter((line) => !before.has(line)),
    [],
  );
  assert.equal(now.length, before.size);
});
