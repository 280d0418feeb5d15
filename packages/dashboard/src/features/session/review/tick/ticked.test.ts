import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, CheckedClaim, Tick } from '@debrief/contract';
import { claimTick, countTicked, fileTick, tickedByOthers, tickState } from './ticked.ts';

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  change: 'update',
  added: 1,
  removed: 0,
  edits: 1,
  commands: 0,
  retracted: 0,
  first: '4.0',
  last: '4.0',
  ...more,
});
const tick = (userId: string, what: ReturnType<typeof fileTick>): Tick => ({ ...what, userId, tickedAt: '' });
const [a, b] = [fileTick(file('a.ts')), fileTick(file('b.ts'))];

test('a tick counts for the file as it was; another edit, one taken back or a command makes it another', () => {
  const ticks = [tick('me', a)];
  assert.equal(tickState(ticks, 'me', a), 'ticked');
  assert.equal(tickState(ticks, 'me', b), 'none');
  assert.equal(tickState(ticks, 'you', a), 'none');
  for (const later of [
    { last: '9.0', edits: 2 },
    { edits: 0, retracted: 1 },
    { commands: 1, last: '7.0' },
  ])
    assert.equal(tickState(ticks, 'me', fileTick(file('a.ts', later))), 'changed', JSON.stringify(later));
});

test('others who have ticked it as it is now', () => {
  const old = { ...a, version: '1.0.1.0.0' };
  assert.deepEqual(tickedByOthers([tick('me', a), tick('ada', a), tick('ben', old)], 'me', a), ['ada']);
});

test('each counts once, and nothing is not none', () => {
  const claim: CheckedClaim = {
    sequence: 7,
    of: 'tests',
    about: 'pass',
    text: 'All pass',
    support: 'supported',
    evidence: [],
  };
  const checked = claimTick(claim);
  assert.deepEqual(checked, { kind: 'claim', subject: '7.tests.pass', version: 'supported' });
  assert.deepEqual(countTicked([tick('me', checked)], 'me', [checked, checked]), { ticked: 1, of: 1 });
  assert.deepEqual(countTicked([tick('me', a)], 'me', [a, b]), { ticked: 1, of: 2 });
  assert.deepEqual(countTicked([tick('ada', a)], 'me', [a, b]), { ticked: 0, of: 2 });
  assert.equal(countTicked([], 'me', []), undefined);
  assert.equal(tickState([tick('me', checked)], 'me', claimTick({ ...claim, support: 'edited' })), 'changed');
});
