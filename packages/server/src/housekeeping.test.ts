import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusedWith } from '../testing/request.ts';
import { onEveryEngine } from '../testing/suite.ts';
import { aTeam } from '../testing/team.ts';
import type { Context } from './domain/context.ts';
import { enforceRetention, startHousekeeping } from './housekeeping.ts';

onEveryEngine('retention', (server) => {
  it('deletes closed sessions past their days, events and keys too, and nothing else', async () => {
    const team = await aTeam(server());
    const { machine, owner } = team;
    const ended = async (endedAt: string | undefined) => {
      const { sessionId } = await machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }], idempotencyKey: 'k' });
      if (endedAt) await machine.completeSession({ sessionId, endedAt });
      return sessionId;
    };
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    const [old, recent, active] = [await ended(days(31)), await ended(days(-0.9)), await ended(undefined)];
    const today = server().running.context;
    assert.equal(await enforceRetention(today, 30), 0, 'imported history counts from its arrival');
    const context = { ...today, clock: () => Date.now() + 30.5 * 86_400_000 };
    assert.equal(await enforceRetention(context, 30), 1);
    assert.equal(await enforceRetention(context, 30), 0);
    await assert.rejects(owner.client.getSession({ sessionId: old }), refusedWith('session_not_found'));
    await assert.rejects(
      machine.appendEvents({ sessionId: old, events: [{ eventType: 'x' }], idempotencyKey: 'k' }),
      refusedWith('session_not_found'),
    );
    for (const sessionId of [recent, active]) {
      assert.equal((await owner.client.listEvents({ sessionId })).events.length, 1);
    }
    const { entries } = await owner.client.listAudit({ action: 'session_deleted' });
    assert.deepEqual(
      entries.map(({ targetId, actorId }) => [targetId, actorId]),
      [[old, undefined]],
    );
  });
});

describe('housekeeping', () => {
  it('runs each chore on its own clock, one at a time, reports faults and stops when told', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const faults: string[] = [];
    let compacting = 0;
    let release = () => {};
    const log = {
      compact: () => {
        compacting++;
        return new Promise<number>((resolve) => {
          release = () => resolve(0);
        });
      },
    };
    const purge = async () => {};
    const store = {
      session: { pendingStarts: async () => [] },
      review: {
        look: async () => ({ refresh: [], more: false }),
        withDefaultReviewers: async () => [],
      },
      erasure: { pending: async () => [] },
      notification: { purge },
      mailQueue: { purge },
    };
    const housekeeping = startHousekeeping({
      context: { log, store, clock: Date.now } as unknown as Context,
      retentionDays: undefined,
      purge: async () => {
        throw new Error('broken');
      },
      onError: (chore) => faults.push(chore),
    });
    test.mock.timers.tick(60_000);
    test.mock.timers.tick(60_000);
    assert.equal(compacting, 1, 'a round that takes long is not run over');
    test.mock.timers.tick(600_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(faults.length > 0 && faults.every((chore) => chore === 'purge'));
    let stopped = false;
    const stopping = housekeeping.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(stopped, false, 'waits for the round under way');
    release();
    await stopping;
    test.mock.timers.tick(3_600_000);
    assert.equal(compacting, 1);
  });
});
