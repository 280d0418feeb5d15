import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { persisting } from '../../../../testing/log/persisting.ts';
import { turns, until } from '../../../../testing/log/until.ts';

/** What the persister lets the bus forget; persister.test.ts has what it writes. */

describe('the persister', () => {
  it('lets the bus forget what was written long enough ago, and claims that nobody will use', async (t) => {
    const now = { ms: 1_000_000 };
    t.mock.method(performance, 'now', () => now.ms);
    const { at, asked, reading, told } = persisting(t);
    const messages = await reading();
    let seq = 0;
    const write = async (later: number) => {
      now.ms += later;
      messages.deliver(++seq, 'a');
      await until('the run', () => told.length === seq);
      await turns(5);
      return asked.filter((one) => /^(?:purge|drop)/.test(one));
    };
    assert.deepEqual(await write(59_999), []);
    at.lastSequence = 100;
    assert.deepEqual(await write(1), [], 'the first place to remember');
    assert.deepEqual(await write(59_999), []);
    assert.deepEqual(await write(1), ['purge 2'], 'more is coming: a claim may be of it');
    at.lastSequence = 0;
    assert.deepEqual(await write(60_000), ['purge 2', 'purge 4', 'drop 60 min']);
  });

  it('lets the bus keep what an append may still look for, which is as long as twice its memory for keys', async (t) => {
    const now = { ms: 1_000_000 };
    t.mock.method(performance, 'now', () => now.ms);
    const { asked, reading, told } = persisting(t, { window: 30_000 });
    const messages = await reading();
    for (let seq = 1; seq <= 3; seq++) {
      now.ms += 60_000;
      messages.deliver(seq, 'a');
      await until('the run', () => told.length === seq);
      await turns(5);
      const purged = asked.filter((one) => one.startsWith('purge'));
      assert.deepEqual(purged, seq < 3 ? [] : ['purge 1'], `${seq} minutes`);
    }
  });
});
