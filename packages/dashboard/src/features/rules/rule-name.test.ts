import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf } from './rule-name.ts';

test('a rule is named after its title, and no two alike', () => {
  assert.equal(nameOf('Commit without lint', []), 'commit-without-lint');
  assert.equal(nameOf('Commit without lint', ['commit-without-lint']), 'commit-without-lint-a');
  assert.equal(nameOf('  Übung 2: no!  ', []), 'u-bung-no');
  assert.equal(nameOf('42', []), 'rule');
  assert.match(nameOf('a very long title that goes on and on and on', []), /^[a-z][a-z-]{0,38}[a-z]$/);
});
