import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceText, strengthHints } from './strength.ts';

test('every reason of a link has words, and none of them is a percentage', () => {
  const sha = 'abcdef0123456789abcdef0123456789abcdef01';
  const texts = [
    evidenceText({ kind: 'hand' }),
    evidenceText({ kind: 'trailer', trailer: 'x' }),
    evidenceText({ kind: 'printed', sequences: [1] }),
    evidenceText({ kind: 'subject', sequences: [1] }),
    evidenceText({ kind: 'lines', matched: 10, of: 12 }),
    evidenceText({ kind: 'files', matched: 1, of: 1 }),
    evidenceText({ kind: 'patch', sha }),
    evidenceText({ kind: 'tree', sha }),
    evidenceText({ kind: 'rewrite', sha, by: 'amend' }),
    evidenceText({ kind: 'rewrite', sha }),
    evidenceText({ kind: 'pull', sha, pull: 'https://github.com/acme/app/pull/7' }),
  ];
  assert.equal(new Set(texts).size, texts.length);
  assert.ok(texts.every((text) => /^[A-Z0-9]/.test(text) && !text.includes('%')));
  assert.equal(texts[4], '10 of 12 lines written by the session');
  assert.equal(texts[5], '1 of 1 file edited by the session');
  assert.equal(texts[8], 'Amended from abcdef0');
  assert.ok(Object.values(strengthHints).every((text) => text.endsWith('.')));
});
