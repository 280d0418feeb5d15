import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits, type TodayAnswer } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import {
  anotherSession,
  aReviewedTeam,
  folded,
  grow,
  prompt,
  type ReviewedTeam,
} from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

const said = (content: object[], at: number) => ({
  eventType: 'assistant',
  payload: { type: 'assistant', uuid: `a${at}`, message: { role: 'assistant', content } },
});
const forced = [
  said([{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'git push --force origin main' } }], 1),
  {
    eventType: 'user',
    payload: {
      type: 'user',
      uuid: 'r1',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    },
  },
];
const finished = [prompt('Say hello'), said([{ type: 'text', text: 'Hello. That is all.' }], 2)];

/** A session that is over, with something in it, read to its end. */
async function ended(team: ReviewedTeam, events: typeof finished, endedAt?: string): Promise<string> {
  const sessionId = await anotherSession(team);
  await grow(team, sessionId, events);
  await team.machine.completeSession({ sessionId, ...(endedAt && { endedAt }) });
  await folded(team, sessionId);
  return sessionId;
}

async function severe(team: ReviewedTeam): Promise<string> {
  const sessionId = await ended(team, forced as typeof finished);
  for (const begun = Date.now(); ; await sleep(50)) {
    const { session } = await team.owner.client.getSession({ sessionId });
    if ((session.findings?.high ?? 0) > 0) return sessionId;
    assert.ok(Date.now() - begun < 30_000, JSON.stringify(session.findings));
  }
}

const placed = ({ groups }: TodayAnswer) =>
  groups.map(({ kind, items }) => [kind, items.map(({ sessionId }) => sessionId).sort()]);

onEveryEngine('today', (server) => {
  it('T24 has every open session in one group, bounded, filtered like the list', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, owner } = team;
    const risky = await severe(team);
    const plain = [await ended(team, finished), await ended(team, finished)].sort();
    const done = await ended(team, finished);
    await ada.client.submitReview({ sessionId: done, outcome: 'accepted', throughSequence: 2 });
    const today = await ada.client.getToday({});
    const [first, ...others] = placed(today);
    assert.deepEqual(first, ['finding', [risky]]);
    const kinds = Object.fromEntries(others) as Record<string, string[]>;
    assert.deepEqual(kinds.running, [team.sessionId]);
    assert.deepEqual(Object.values(kinds).flat().sort(), [team.sessionId, ...plain].sort());
    assert.deepEqual([today.sessions, today.isWhole, today.turn], [4, true, 0]);
    const [item] = today.groups[0]?.items ?? [];
    assert.deepEqual(
      [item?.authorUserId, item?.events, item?.seen, item?.review.state, item?.turn],
      [author.userId, 2, false, 'unreviewed', []],
    );
    await ada.client.setSeen({ sessionId: risky, throughSequence: 1 });
    await owner.client.assignReviewer({ sessionId: risky, userId: ada.userId });
    const mine = (await ada.client.getToday({})).groups[0]?.items[0];
    assert.deepEqual([mine?.seen, mine?.turn], [true, ['assigned']]);
    const hers = (await ben.client.getToday({})).groups[0]?.items[0];
    assert.deepEqual([hers?.seen, hers?.turn], [false, []], 'what she has seen is hers alone');
    assert.deepEqual(placed(await ada.client.getToday({ severity: 'high' })), [['finding', [risky]]]);
    assert.equal((await ada.client.getToday({ author: 'none' })).sessions, 0);
    const byAuthor = await ada.client.getToday({ group: 'author', status: 'completed' });
    assert.deepEqual(placed(byAuthor), [['day', [risky, ...plain].sort()]]);
  });

  it('T24 what the policy asks nobody to read is counted, and not among the open', async () => {
    const team = await aReviewedTeam(server());
    const { owner } = team;
    const { policy } = await owner.client.getPolicy();
    await ended(team, finished);
    await owner.client.setPolicy({ ...policy, enter: { ...policy.enter, sample: 0 } });
    const { sessions, settled } = await owner.client.getToday({});
    // The secret of a test team is a live one.
    assert.deepEqual([sessions, settled.sessions], [0, 2]);
    const imported = await ended(team, finished, new Date(Date.now() - 4 * 86_400_000).toISOString());
    assert.equal((await owner.client.getSession({ sessionId: imported })).session.status, 'completed');
    const after = await owner.client.getToday({});
    assert.equal(after.settled.sessions, 2, 'history that was imported today was not settled today');
  });

  it('T25 settles many at once, each whole or not at all, and says what was refused and why', async () => {
    const team = await aReviewedTeam(server());
    const { ada, author, owner } = team;
    const risky = await severe(team);
    const plain = [await ended(team, finished), await ended(team, finished)];
    const gone = 'ses_000000000000000000000000';
    const sessionIds = [...plain, risky, team.sessionId, gone];
    const answer = await ada.client.doMany({ deed: 'settle', sessionIds, idempotencyKey: 'k' });
    assert.deepEqual(answer.done, plain);
    assert.deepEqual(
      answer.refused.map(({ sessionId, reason }) => [sessionId, reason]),
      [
        [risky, 'unopened'],
        [team.sessionId, 'running'],
        [gone, 'gone'],
      ],
    );
    const reviews = async (sessionId: string) => (await owner.client.getReview({ sessionId })).review.reviews;
    for (const sessionId of plain) {
      const { review } = await owner.client.getReview({ sessionId });
      assert.deepEqual(
        [review.state, review.reviews.length, review.reviews[0]?.unread],
        ['accepted', 1, true],
      );
    }
    for (const sessionId of [risky, team.sessionId]) assert.deepEqual(await reviews(sessionId), []);
    const { entries } = await owner.client.listAudit({ action: 'review_submitted' });
    assert.equal(entries.length, plain.length);
    assert.equal(new Set(entries.map(({ requestId }) => requestId)).size, 1, 'one request');
    const again = await ada.client.doMany({ deed: 'settle', sessionIds, idempotencyKey: 'k' });
    assert.deepEqual(again, answer);
    assert.equal((await reviews(plain[0] as string)).length, 1, 'repeated, it is done once');
    await ada.client.setSeen({ sessionId: risky, throughSequence: 1 });
    assert.deepEqual((await ada.client.doMany({ deed: 'settle', sessionIds: [risky] })).done, [risky]);
    const own = await author.client.doMany({ deed: 'settle', sessionIds: [risky] });
    assert.deepEqual(
      own.refused.map(({ reason }) => reason),
      ['yours'],
    );
  });

  it('T25 asks, wants a follow-up and assigns; what is wrong for all is refused whole', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben, author, owner } = team;
    const sessionIds = [team.sessionId, await anotherSession(team)];
    const asked = await ada.client.doMany({ deed: 'ask', sessionIds, body: 'Why `<b>`?' });
    assert.deepEqual([asked.done, asked.refused], [sessionIds, []]);
    const turn = await author.client.listReviews({ tab: 'turn' });
    assert.equal(turn.items.length, 2);
    await ada.client.doMany({ deed: 'follow_up', sessionIds, body: 'Add a test' });
    const state = async (sessionId: string) => (await owner.client.getReview({ sessionId })).review.state;
    assert.deepEqual(await Promise.all(sessionIds.map(state)), ['follow_up', 'follow_up']);
    const notAllowed = await ada.client.doMany({ deed: 'assign', sessionIds, userId: ben.userId });
    assert.deepEqual(
      notAllowed.refused.map(({ reason }) => reason),
      ['not_allowed', 'not_allowed'],
    );
    const assigned = await owner.client.doMany({ deed: 'assign', sessionIds, userId: ben.userId });
    assert.deepEqual(assigned.done, sessionIds);
    const { refused } = await owner.client.doMany({ deed: 'assign', sessionIds, userId: author.userId });
    assert.deepEqual(
      refused.map(({ reason }) => reason),
      ['yours', 'yours'],
    );
    const before = (await owner.client.listAudit({})).entries.length;
    const token = ['ghp', '8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss'].join('_');
    for (const [input, code] of [
      [{ deed: 'ask', sessionIds }, 'validation_error'],
      [{ deed: 'follow_up', sessionIds }, 'validation_error'],
      [{ deed: 'assign', sessionIds }, 'validation_error'],
      [{ deed: 'assign', sessionIds, userId: 'usr_000000000000000000000000' }, 'member_not_found'],
      [{ deed: 'settle', sessionIds: [] }, 'validation_error'],
      [{ deed: 'settle', sessionIds: [team.sessionId, team.sessionId] }, 'validation_error'],
      [
        {
          deed: 'settle',
          sessionIds: Array.from({ length: limits.deedSessions + 1 }, (_, n) => `ses_${n}`),
        },
        'validation_error',
      ],
      [{ deed: 'ask', sessionIds, body: `Use ${token}` }, 'secret_found'],
      [{ deed: 'burn', sessionIds }, 'validation_error'],
    ] as const)
      await assert.rejects(ada.client.doMany(input as never), refusedWith(code), JSON.stringify(input));
    assert.equal((await owner.client.listAudit({})).entries.length, before);
  });

  it('T18 what I hold is my turn, comes first as the next, and can be put back', async () => {
    const team = await aReviewedTeam(server());
    const { ada, ben } = team;
    await anotherSession(team);
    const next = async (who: typeof ada, ...besides: string[]) =>
      (await who.client.takeNextReview({ order: 'waiting', besides })).item?.session.sessionId;
    const turn = async (who: typeof ada) => {
      const page = await who.client.listReviews({ tab: 'turn' });
      return [page.turn, page.items.map(({ session }) => session.sessionId)];
    };
    const held = (await next(ada)) as string;
    assert.deepEqual(
      [await turn(ada), await turn(ben)],
      [
        [1, [held]],
        [0, []],
      ],
    );
    assert.equal(await next(ada), held, 'again');
    const other = (await next(ada, held)) as string;
    assert.notEqual(other, held);
    assert.equal(await next(ben), undefined, 'she holds both');
    await team.owner.client.assignReviewer({ sessionId: held, userId: ada.userId });
    const [count, listed] = await turn(ada);
    assert.deepEqual([count, (listed as string[]).toSorted()], [2, [held, other].sort()], 'each once');
    const putBack = async (who: typeof ada) => (await who.client.putBack({ sessionId: other })).released;
    assert.deepEqual([await putBack(ben), await putBack(ada), await putBack(ada)], [false, true, false]);
    assert.equal(await next(ben), other);
    assert.deepEqual(await turn(ada), [1, [held]]);
  });

  it('T26 labels are words of the team: on the rows, filtered by, audited, and nobody else’s', async () => {
    const team = await aReviewedTeam(server());
    const stranger = await aReviewedTeam(server());
    const { ada, owner } = team;
    const other = await anotherSession(team);
    const label = '  <img src=x> “Später” ';
    const kept = '<img src=x> “Später”';
    const sessionIds = [team.sessionId, other];
    const put = (deed: 'label' | 'unlabel', ids: string[], word = label) =>
      ada.client.doMany({ deed, sessionIds: ids, label: word });
    assert.deepEqual(await put('label', sessionIds), { done: sessionIds, refused: [] });
    await put('label', sessionIds, 'flaky');
    await put('label', sessionIds, 'flaky');
    // As it is written with the mark apart.
    await put('unlabel', [other], kept.normalize('NFD'));
    const labelled = async (query: object) =>
      (await owner.client.listSessions(query)).sessions.map(({ sessionId, labels }) => [sessionId, labels]);
    assert.deepEqual(await labelled({ label: kept }), [[team.sessionId, [kept, 'flaky']]]);
    assert.deepEqual(
      new Map((await labelled({ label: ['flaky', 'x'] })) as [string, string[]][]),
      new Map([
        [other, ['flaky']],
        [team.sessionId, [kept, 'flaky']],
      ]),
    );
    assert.deepEqual(await labelled({ label: 'nothing' }), []);
    const today = await ada.client.getToday({ label: kept });
    assert.deepEqual(
      today.groups.flatMap(({ items }) => items.map(({ sessionId, labels }) => [sessionId, labels])),
      [[team.sessionId, [kept, 'flaky']]],
    );
    assert.deepEqual((await ada.client.listLabels()).labels, [
      { label: kept, sessions: 1 },
      { label: 'flaky', sessions: 2 },
    ]);
    assert.deepEqual((await stranger.owner.client.listLabels()).labels, []);
    const foreign = await stranger.owner.client.doMany({ deed: 'label', sessionIds, label: 'mine' });
    assert.deepEqual(
      foreign.refused.map(({ reason }) => reason),
      ['gone', 'gone'],
    );
    const entries = async (action: 'session_labelled' | 'session_unlabelled') =>
      (await owner.client.listAudit({ action })).entries.map(({ targetId }) => targetId).sort();
    assert.deepEqual(await entries('session_labelled'), [...sessionIds, ...sessionIds].sort());
    assert.deepEqual(await entries('session_unlabelled'), [other]);
    for (let n = 1; n < limits.labelsPerSession; n++) await put('label', [other], `word ${n}`);
    const full = await put('label', [other], 'one too many');
    assert.deepEqual(
      full.refused.map(({ reason }) => reason),
      ['limit'],
    );
    for (const word of ['', '   ', 'x'.repeat(limits.sessionLabel + 1), 'a\u0000b'])
      await assert.rejects(put('label', [other], word), refusedWith('validation_error'));
    await assert.rejects(
      ada.client.doMany({ deed: 'label', sessionIds: [other] }),
      refusedWith('validation_error'),
    );
  });
});
