import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Context } from '../../context.ts';
import type { SessionRecord } from '../../records.ts';
import { defaultReviewPolicy } from '../../review/default-policy.ts';
import { Discussion } from '../../review/discussion.ts';

const session = { sessionId: 'ses_1', organizationId: 'org_1', repoRoot: null } as SessionRecord;
const grown = { material: 1, edits: 0, highFindings: 0, repoRoot: null, draw: 0, authorUserId: null };

/** A session about which something was said; what is asked of its threads is in `asked`. */
function aSession(version: number | undefined) {
  const state = { version, accepted: [] as number[], policies: 0 };
  const asked: unknown[][] = [];
  const standing = () =>
    state.version === undefined
      ? undefined
      : { version: state.version, accepted: state.accepted, acceptedWithOwn: state.accepted };
  const thread = { threadId: 'thr_1', organizationId: 'org_1', createdAt: 0, updatedAt: 0, resolvedAt: null };
  const context = {
    clock: () => 1000,
    store: {
      review: {
        policy: async () => {
          state.policies++;
          return defaultReviewPolicy;
        },
        glance: async () => ({ standing: standing(), session: grown }),
        picture: async () => ({
          ...{ session: grown, standing: standing(), reviews: [], marks: [], ticks: [], assignments: [] },
          facts: { reviews: [], threads: [], assignments: [], marks: [], session: grown },
        }),
      },
      thread: {
        changedAfter: async (...args: unknown[]) => {
          asked.push(['changed', ...args]);
          return [thread];
        },
        commentsAfter: async (...args: unknown[]) => {
          asked.push(['comments', ...args]);
          return [];
        },
      },
    },
  } as unknown as Context;
  const follow = (known?: number) => {
    const discussion = new Discussion(context, { sessionId: 'ses_1', userId: 'usr_1' }, known);
    return {
      discussion,
      /** The kinds of what is new. */
      async hears() {
        const said: string[] = [];
        for await (const { kind, data } of (await discussion.look(session)).news)
          said.push(`${kind} ${data.version}`);
        return said;
      },
    };
  };
  return { state, asked, follow };
}

describe('whoever follows what is said about a session', () => {
  it('hears what changed since the version they have, the threads before the review', async () => {
    const { state, asked, follow } = aSession(5);
    const { hears } = follow(3);
    assert.deepEqual(await hears(), ['thread 5', 'review 5']);
    assert.deepEqual(asked, [
      ['changed', 'ses_1', 3],
      ['comments', 'thr_1', 3],
    ]);
    assert.deepEqual(await hears(), [], 'nothing is new');
    state.version = 6;
    assert.deepEqual(await hears(), ['thread 6', 'review 6']);
    assert.deepEqual(asked.at(-1), ['comments', 'thr_1', 5]);
  });

  it('hears nothing at first without a version, and everything from the first word on', async () => {
    const said = aSession(5);
    assert.deepEqual(await said.follow().hears(), []);
    assert.deepEqual(await said.follow(5).hears(), []);
    const unsaid = aSession(undefined);
    const { hears } = unsaid.follow();
    assert.deepEqual(await hears(), []);
    unsaid.state.version = 1;
    assert.deepEqual(await hears(), ['thread 1', 'review 1']);
    assert.deepEqual(unsaid.asked[0], ['changed', 'ses_1', 0]);
  });

  it('hears of a review that stands otherwise though nobody said anything', async () => {
    const { state, asked, follow } = aSession(5);
    const { hears } = follow();
    assert.deepEqual(await hears(), []);
    state.accepted = [1];
    assert.deepEqual(await hears(), ['review 5']);
    assert.deepEqual(await hears(), []);
    assert.deepEqual(asked, []);
  });

  it('has the rules read once, and again when they are to be forgotten', async () => {
    const { state, follow } = aSession(undefined);
    const { discussion, hears } = follow();
    await hears();
    await hears();
    assert.equal(state.policies, 1);
    discussion.forgetPolicy();
    await hears();
    assert.equal(state.policies, 2);
  });
});
