import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Remembered } from './remembered.ts';

describe('what looks at sessions came to', () => {
  it('is known as long as the session is as it was', () => {
    const remembered = new Remembered();
    remembered.keep('s', '1', 'q', { kept: 1 });
    remembered.keep('s', '1', 'none', null);
    assert.deepEqual(remembered.find('s', '1', 'q'), { kept: 1 });
    assert.equal(remembered.find('s', '1', 'none'), null, 'that there is nothing is known, too');
    assert.equal(remembered.find('s', '1', 'other'), undefined);
    assert.equal(remembered.find('s', '2', 'q'), undefined, 'it changed');
    assert.equal(remembered.find('s', '1', 'q'), undefined, 'and nothing is left of before');
    remembered.keep('s', '2', 'q', { kept: 2 });
    remembered.keep('s', '3', 'p', { kept: 3 });
    assert.equal(remembered.find('s', '3', 'q'), undefined);
    assert.deepEqual(remembered.find('s', '3', 'p'), { kept: 3 });
  });

  it('has room for so much; what was not asked for longest goes first', () => {
    const remembered = new Remembered(10_000);
    for (let at = 0; at < 10; at++) {
      remembered.keep(`s${at}`, '1', 'q', 'x'.repeat(1000));
      if (at > 0) assert.ok(remembered.find('s0', '1', 'q'));
    }
    const known = Array.from({ length: 10 }, (_, at) => remembered.find(`s${at}`, '1', 'q') !== undefined);
    assert.deepEqual(known, [true, false, false, false, false, false, false, true, true, true]);
  });
});
