import assert from 'node:assert/strict';
import type { MemberActor } from '../../src/domain/actor.ts';
import type { Context } from '../../src/domain/context.ts';
import { newId } from '../../src/domain/id.ts';
import { defaultReviewPolicy } from '../../src/domain/review/default-policy.ts';

export const sessionId = newId('ses');
export const reader: MemberActor = {
  kind: 'member',
  organizationId: 'org_1',
  userId: 'usr_1',
  role: 'member',
};
/** Nothing happens by itself within a test. */
export const still = { beat: 60_000, life: 120_000, gap: 0 };

/** A session and an inbox that somebody follows, all of it made up. */
export function aFollowedSession() {
  const session = {
    sessionId,
    organizationId: 'org_1',
    installationId: 'ins_1',
    status: 'active',
    startedAt: 0,
    endedAt: null,
    createdAt: 0,
    updatedAt: 0,
    eventCount: 3,
  };
  const state = {
    session: session as typeof session | undefined,
    member: { organizationId: 'org_1', role: 'member' } as object | undefined,
    events: [1, 2, 3],
    foldedTo: 0,
    unread: { count: 1, latestAt: 5 } as object,
    figures: '{"title":"T"}',
    /** How often the rules were read. */
    policies: 0,
  };
  const listeners = { session: new Set<() => void>(), member: new Set<() => void>() };
  const reads: { after: number; limit: number }[] = [];
  const listen = (set: Set<() => void>, listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  const context = {
    clock: () => 1000,
    bell: {
      listen: (listener: () => void, id: string) => {
        assert.equal(id, sessionId);
        return listen(listeners.session, listener);
      },
      listenMember: (id: string, listener: () => void) => {
        assert.equal(id, 'usr_1');
        return listen(listeners.member, listener);
      },
    },
    log: {
      // Two events a page.
      read: async (asked: { after: number; limit: number }) => {
        reads.push(asked);
        const rest = state.events.filter((sequence) => sequence > asked.after);
        return {
          events: rest
            .slice(0, 2)
            .map((sequence) => ({ sequence, type: '"t"', payload: Buffer.from('{}'), at: 0 })),
          more: rest.length > 2,
        };
      },
    },
    store: {
      audit: { addNew: async () => {} },
      session: { find: async () => state.session },
      statistics: {
        find: async () =>
          new Map(state.foldedTo ? [[sessionId, { foldedTo: state.foldedTo, figures: state.figures }]] : []),
      },
      label: { of: async () => new Map() },
      judgement: { summaries: async () => new Map() },
      identity: { findActive: async () => state.member },
      review: {
        policy: async () => {
          state.policies++;
          return defaultReviewPolicy;
        },
        glance: async () => ({
          standing: undefined,
          session: { material: 0, edits: 0, highFindings: 0, repoRoot: null, draw: 0 },
        }),
      },
      transcript: {
        changedAfter: async (_: string, after: number) => ({
          isWhole: after < 50,
          entries: [{ lane: 0, index: after, entry: '{"e":1}' }],
        }),
      },
      notification: { unread: async () => state.unread, findSettings: async () => undefined },
    },
  } as unknown as Context;
  const ring = (whom: 'session' | 'member') => {
    for (const listener of listeners[whom]) listener();
  };
  const open = () => listeners.session.size + listeners.member.size;
  return { context, state, ring, reads, open };
}

export type FollowedSession = ReturnType<typeof aFollowedSession>;
