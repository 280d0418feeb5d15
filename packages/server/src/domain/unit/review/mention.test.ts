import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import type { Context } from '../../context.ts';
import { newId } from '../../id.ts';
import { mentionsIn } from '../../review/mention.ts';

/** An organization with so many active members, and one who is invited. */
function anOrganization(count: number) {
  const active = Array.from({ length: count }, () => newId('usr'));
  const invited = newId('usr');
  const members = [
    ...active.map((userId) => ({ userId, status: 'active' })),
    { userId: invited, status: 'invited' },
  ];
  const list = async (organizationId: string) => (organizationId === 'org_1' ? members : []);
  const context = { store: { member: { list } } } as unknown as Context;
  return { active, invited, mentions: (body: string) => mentionsIn(context, 'org_1', body) };
}

describe('a mention', () => {
  it('is the id of an active member of the organization, each once; anything else is text', async () => {
    const { active, invited, mentions } = anOrganization(2);
    const [ada = '', ben = ''] = active;
    assert.deepEqual(await mentions(`@${ben}, @${ada} and once more @${ben}.`), [ada, ben]);
    assert.deepEqual(await mentions(`mail@${ada}!`), [ada]);
    for (const body of ['', 'nobody', `${ada}`, `@ ${ada}`, `@${invited}`, `@${newId('usr')}`, '@usr_short'])
      assert.deepEqual(await mentions(body), [], body);
  });

  it('is one of at most twenty in a comment', async () => {
    const { active, mentions } = anOrganization(limits.mentionsPerComment + 1);
    const all = active.map((userId) => `@${userId}`);
    assert.equal((await mentions(all.slice(1).join(' '))).length, limits.mentionsPerComment);
    await assert.rejects(mentions(all.join(' ')), { code: 'limit_reached' });
  });
});
