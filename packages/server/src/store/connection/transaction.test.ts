import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unlocked } from './transaction.ts';

const fault = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

describe('what waits for each other', () => {
  const failing = (times: number, code: string) => {
    let tries = 0;
    const work = async () => {
      if (++tries <= times) throw fault(code);
      return tries;
    };
    return { work, tries: () => tries };
  };

  it('begins anew when PostgreSQL took it back, three times at most', async () => {
    assert.equal(await unlocked(failing(2, '40P01').work), 3);
    const endless = failing(9, '40P01');
    await assert.rejects(unlocked(endless.work), { code: '40P01' });
    assert.equal(endless.tries(), 3);
  });

  it('ends with any other fault', async () => {
    const refused = failing(1, '23505');
    await assert.rejects(unlocked(refused.work), { code: '23505' });
    assert.equal(refused.tries(), 1);
  });
});
