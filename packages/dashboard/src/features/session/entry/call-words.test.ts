import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWords, withoutFolder } from './call-words.ts';

test('what a call was given reads as words, not as JSON, also cut', () => {
  assert.equal(
    callWords('{"skill":"code-changes","args":"Look at \\"x\\"\\nnow"}'),
    'skill code-changes, args Look at "x" now',
  );
  assert.equal(
    callWords('write_stdin {"session_id":69172,"chars":"","yield_time_ms":30000,"max_output_to…'),
    'write_stdin session_id 69172, yield_time_ms 30000',
  );
  assert.equal(callWords('{"a":"cut in the mid…'), 'cut in the mid…');
});

test('other words stay as they are', () => {
  for (const one of ['make test', 'echo {"a"', '{}', '', 'Bash jq .x', '{"a":{}}', `{"${'a'.repeat(5000)}`])
    assert.equal(callWords(one), one);
});

test('the folder that a command goes to first is left out', () => {
  assert.equal(withoutFolder('Bash cd /srv/a/b && make test'), 'Bash make test');
  assert.equal(withoutFolder('cd "/srv/a b"; ls'), 'ls');
  assert.equal(withoutFolder('Bash cd /srv/a'), 'Bash cd /srv/a');
  assert.equal(withoutFolder('Bash echo cd /srv && ls'), 'Bash echo cd /srv && ls');
});
