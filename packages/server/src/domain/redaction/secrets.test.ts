import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { refusedWith } from '../../../testing/request.ts';
import { aReviewedTeam } from '../../../testing/review/team.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { untilReleased } from '../access/reader.ts';
import { differences } from './secrets-in.ts';

/** As a forge makes them; never one that works. */
const aKey = () => `ghp_${randomBytes(18).toString('hex')}`;
const mark = (rule: string) => `[REDACTED:${rule}:0a1b]`;

it('what was struck is told from what stands around it', () => {
  const of = (before: string, after: string) =>
    differences(before, after).map(({ rule, words }) => `${rule} ${words}`);
  assert.deepEqual(of('a SECRET b', `a ${mark('x')} b`), ['x SECRET']);
  assert.deepEqual(of('SECRET', mark('x')), ['x SECRET']);
  assert.deepEqual(of('k=ONE, l=TWO', `k=${mark('x')}, l=${mark('y')}`), ['x ONE', 'y TWO']);
  assert.deepEqual(of(`${mark('old')} and NEW`, `${mark('old')} and ${mark('x')}`), ['x NEW']);
  assert.deepEqual(of('ONETWO end', `${mark('x')}${mark('y')} end`), ['x ONETWO']);
  assert.deepEqual(of('same', 'same'), []);
});

onEveryEngine('secrets of a session, to take them out', (server) => {
  it('each once with its first event, for author and admins, until they are taken out', async () => {
    const team = await aReviewedTeam(server());
    const { owner, author, ada, machine, sessionId, organizationId, ownerId: by } = team;
    const [first, second] = [aKey(), aKey()];
    const say = (said: string) => ({ eventType: 'x', payload: { message: { content: [{ text: said }] } } });
    await machine.appendEvents({
      sessionId,
      events: [say('nothing'), say(`use ${first} here`), say(`${second} and ${first} again`)],
    });
    const { secrets, isComplete } = await author.client.findSecrets({ sessionId });
    assert.deepEqual(
      secrets.map(({ words, sequence, count }) => [words, sequence, count]),
      [
        [first, 2, 2],
        [second, 3, 1],
      ],
    );
    assert.equal(isComplete, true);
    assert.deepEqual((await owner.client.findSecrets({ sessionId })).secrets, secrets);
    await assert.rejects(ada.client.findSecrets({ sessionId }), refusedWith('insufficient_role'));
    const { readers } = await author.client.listReaders({ sessionId });
    assert.ok(readers.some(({ userId, channels }) => userId === by && channels.includes('find')));

    const preview = await owner.client.previewRedaction({ sessionId, text: first });
    assert.deepEqual([preview.count, preview.events], [2, 2]);
    const { redactionId } = await owner.client.redactSession({ sessionId, text: first, reason: 'A key.' });
    for (let tries = 0; tries < 200; tries++) {
      const { redactions } = await owner.client.listRedactions({ sessionId });
      if (redactions.some((one) => one.redactionId === redactionId && one.state === 'redacted')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const left = await owner.client.findSecrets({ sessionId });
    assert.deepEqual(
      left.secrets.map(({ words }) => words),
      [second],
    );
    const { access } = server().running.context.store;
    await access.hold({ organizationId, sessionId }, untilReleased, { by, at: Date.now() });
    await assert.rejects(owner.client.findSecrets({ sessionId }), refusedWith('session_not_shared'));
  });
});
