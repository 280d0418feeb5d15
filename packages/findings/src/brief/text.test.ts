import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writers } from '../planted/records/table.ts';
import { edit, green, prompt, refused, says } from '../planted/step.ts';
import { briefedSession } from '../testing/briefed-session.ts';
import { briefText } from './text.ts';

it('the brief as text says the same in a few lines, and leaves out what there is none of', () => {
  const records = writers['claude-code']?.([
    prompt('Split the address'),
    edit('src/label.ts'),
    refused('rm -rf build'),
    green,
    prompt('also the mail'),
    says('All tests pass.'),
  ]);
  const events = (records ?? []).map((payload, index) => ({ sequence: index + 1, eventType: 'x', payload }));
  assert.deepEqual(briefText(briefedSession({ agent: 'claude-code', events }).brief), [
    'Outcome: finished: tests pass #6',
    'Asked: Split the address #1; then “also the mail” #8',
    'Did: 3 calls; 1 run of a check',
    'Changed: 1 file +1 −1',
    'Proved: tests pass #6',
    'Stepped in: 1 refused',
    'Time: 6 s working',
  ]);
});
