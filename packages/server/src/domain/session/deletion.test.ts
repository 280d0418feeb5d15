import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';
import { deleteSession } from './deletion.ts';

onEveryEngine('deleting a session', (server) => {
  it('takes what was derived from it along: its statistics and its searchable text', async () => {
    const team = await aTeam(server());
    const { context } = server().running;
    const { sessionId, organizationId } = team;
    const word = `w${sessionId.slice(4).toLowerCase()}`;
    const record = { type: 'user', message: { role: 'user', content: `please find ${word}` } };
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload: record }] });
    const derived = async () => ({
      statistics: (await context.store.statistics.find([sessionId])).size,
      hits: (await context.store.search.search(organizationId, { q: word, limit: 5 })).hits.length,
    });
    const deadline = Date.now() + 30_000;
    while ((await derived()).hits === 0) {
      assert.ok(Date.now() < deadline, 'nothing was derived in time');
      await sleep(50);
    }
    assert.deepEqual(await derived(), { statistics: 1, hits: 1 });
    await deleteSession(context, { sessionId, organizationId });
    assert.deepEqual(await derived(), { statistics: 0, hits: 0 });
    // A fold that was under way meanwhile must not bring it back.
    await sleep(500);
    assert.deepEqual(await derived(), { statistics: 0, hits: 0 });
  });
});
