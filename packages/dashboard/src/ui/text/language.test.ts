import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './language.ts';

test('languages by ending, own keys only', () => {
  assert.equal(languageOf('/a/b.TS'), 'typescript');
  assert.equal(languageOf('Makefile'), undefined);
  assert.equal(languageOf('x.constructor'), undefined);
});
