import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Agent, Source } from '../../agents/agent.ts';
import type { SessionState } from '../spool/session.ts';
import { capture } from './capture.ts';
import { Hold } from './hold.ts';
import { noRedaction } from './redact.ts';

const source: Source = {
  agentId: 'aider',
  externalId: 's',
  part: '',
  path: '/store.md#s',
  bytes: 10,
  stamp: 'before the pause',
  modifiedAt: 0,
};
/** Begun, and the store had a last row that was not settled, so how it looked then was noted. */
const pause = { id: 'p', from: 1000, begun: true };
const growth = { from: 10, stamp: 'before the pause' };

describe('a row that is written between the look at its store and the reading of it', () => {
  const agent = {
    agentId: 'aider',
    rows: async () => [{ id: '#1', record: 'written during the pause', eventType: 'user' }],
    facts: () => ({}),
  } as unknown as Agent;

  async function taken(stampNow: string | undefined): Promise<number> {
    let batches = 0;
    await capture(agent, source, {
      session: {
        agentId: 'aider',
        externalId: 's',
        id: 'x',
        batch: 0,
        leg: 0,
        places: [],
      } as unknown as SessionState,
      redaction: noRedaction(),
      directory: '/nowhere',
      append: async () => void batches++,
      hold: new Hold([pause], source, growth),
      stampNow: async () => stampNow,
      remember: async () => {},
    });
    return batches;
  }

  it('is of the pause', async () => {
    assert.equal(await taken('another'), 0);
    assert.equal(await taken(undefined), 0, 'a store that is gone proves nothing');
  });

  it('is taken when the store still looks as it did before the pause', async () => {
    assert.equal(await taken('before the pause'), 1);
  });
});
