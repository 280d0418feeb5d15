import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send } from '../../../testing/request.ts';
import { foldedTo } from '../../../testing/session/folded.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

const text = 'Please find the “xylophone”.';

onEveryEngine('a session that is read', (server) => {
  it('shows what was said: the window, the skeleton and the entry of its transcript', async () => {
    const { sessionId, machine, owner } = await aTeam(server());
    const payload = { type: 'user', message: { role: 'user', content: text } };
    await machine.appendEvents({ sessionId, events: [{ eventType: 'user', payload }] });
    await foldedTo(server(), sessionId, 1);
    const read = async (path: string) => {
      const url = `/v1/organizations/me/sessions/${sessionId}${path}`;
      const { status, headers, body } = await send(server(), 'GET', url, { credential: owner.token });
      assert.deepEqual([status, headers.get('Content-Type')], [200, 'application/json; charset=utf-8'], path);
      return body;
    };
    const folded = { state: 'current', foldedTo: 1, eventCount: 1, lane: 0, total: 1 };
    const entry = { id: '1.0', sequences: [1], kind: 'prompt', text, origin: 'human' };
    assert.deepEqual(await read('/transcript'), { ...folded, from: 0, entries: [entry] });
    assert.deepEqual(await read('/transcript/skeleton'), {
      ...folded,
      parts: [{ from: 0, kinds: 'p', outcomes: '-', flags: 'A', sequences: [1] }],
    });
    const { total: _, ...place } = folded;
    assert.deepEqual(await read('/transcript/entries/1.0'), { ...place, index: 0, isWhole: true, entry });
  });
});
