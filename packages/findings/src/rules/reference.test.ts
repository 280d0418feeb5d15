import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { ruleCatalog } from './catalog.ts';
import { withRules } from './reference.ts';

const file = new URL('../../../../docs/findings.md', import.meta.url);

it('docs/findings.md has the rules of the catalog; UPDATE_EXPECTED=1 writes them', () => {
  const document = readFileSync(file, 'utf8');
  const current = withRules(document);
  if (process.env.UPDATE_EXPECTED === '1') writeFileSync(file, current);
  else assert.equal(document, current);
  for (const id of Object.keys(ruleCatalog)) assert.ok(current.includes(`\`${id}\``), id);
});
