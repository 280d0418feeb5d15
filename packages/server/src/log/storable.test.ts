import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { Storable } from './storable.ts';

const away = new DebriefError('service_unavailable', 'away');
const broken = async () => {
  throw away;
};

describe('whether appends can be stored', () => {
  it('is believed at first, without a probe', () => new Storable().check(async () => assert.fail('probed')));

  it('has to be proved by a probe after an append that could not be', async () => {
    const storable = new Storable();
    await assert.rejects(storable.watch(broken()), away);
    await assert.rejects(storable.check(broken), away);
    await storable.check(async () => {});
    await storable.check(async () => assert.fail('probed again'));
  });

  it('is proved by an append, and not doubted because of one that was refused for its own sake', async () => {
    const storable = new Storable();
    await assert.rejects(storable.watch(broken()));
    await storable.watch(Promise.resolve('stored'));
    const closed = new DebriefError('session_closed', 'closed');
    await assert.rejects(storable.watch(Promise.reject(closed)), closed);
    await storable.check(async () => assert.fail('probed'));
  });
});
