import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ChangedFile, claimSubject, DebriefError, fileVersion, limits } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import { aReviewedTeam, grow, type Member, type ReviewedTeam } from '../../../../testing/review/team.ts';
import { asks, edits, runs, says } from '../../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

const events = (records: object[]) => records.map((payload) => ({ eventType: 'record', payload }));
const passed = 'ℹ tests 3\nℹ pass 3\nℹ fail 0\n';

/** Two files changed, tests that ran, and an answer that says so. */
async function work(team: ReviewedTeam): Promise<number> {
  return grow(
    team,
    team.sessionId,
    events([
      asks('Fix it'),
      ...edits('/repo/a.ts'),
      ...edits('/repo/b.ts'),
      ...runs('npm test', passed),
      says('All tests pass.'),
    ]),
  );
}

const filesOf = async ({ sessionId }: ReviewedTeam, { client }: Member): Promise<ChangedFile[]> =>
  (await client.getChanges({ sessionId })).files;

const tickFile = (team: ReviewedTeam, { client }: Member, file: ChangedFile, ticked = true) =>
  client.setTick({
    sessionId: team.sessionId,
    kind: 'file',
    subject: file.path,
    version: fileVersion(file),
    ticked,
  });

async function tickClaim(team: ReviewedTeam, { client }: Member, ticked = true) {
  const { sessionId } = team;
  const [claim] = (await client.getFindings({ sessionId })).claims;
  assert.ok(claim, 'a claim was read');
  const subject = claimSubject(claim);
  return client.setTick({ sessionId, kind: 'claim', subject, version: claim.support, ticked });
}

onEveryEngine('ticks', (server) => {
  it('T23 a file is ticked as read and a claim as checked: once, for everybody to see, until it is taken back', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben, author } = team;
    await work(team);
    const review = async () => (await ben.client.getReview({ sessionId })).review;
    const [a, b] = (await filesOf(team, ada)) as [ChangedFile, ChangedFile];
    assert.deepEqual([a.path, b.path], ['/repo/a.ts', '/repo/b.ts']);
    assert.equal((await review()).state, 'unreviewed');
    await tickFile(team, author, a);
    assert.equal((await review()).state, 'unreviewed', 'the author reads their own');
    await tickFile(team, author, a, false);
    const { tick } = await tickFile(team, ada, a);
    assert.deepEqual([tick?.userId, tick?.kind, tick?.subject], [ada.userId, 'file', '/repo/a.ts']);
    await tickFile(team, ada, a);
    await tickClaim(team, ada);
    const seen = await review();
    assert.deepEqual(
      seen.ticks.map(({ userId, kind, subject }) => [userId, kind, subject]),
      [
        [ada.userId, 'file', '/repo/a.ts'],
        [ada.userId, 'claim', '8.tests.pass'],
      ],
    );
    assert.equal(seen.state, 'in_review', 'a tick is a deed');
    assert.deepEqual(await tickClaim(team, ada, false), {});
    await tickFile(team, ada, a, false);
    await tickFile(team, ada, a, false);
    assert.deepEqual([(await review()).ticks, (await review()).state], [[], 'unreviewed']);
  });

  it('T23 only what the session has can be ticked, and not without end', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, organizationId } = team;
    await work(team);
    const tick = (given: object) =>
      ada.client.setTick({
        sessionId,
        kind: 'file',
        subject: '/repo/a.ts',
        version: 'x',
        ticked: true,
        ...given,
      });
    for (const wrong of [
      { subject: '/repo/c.ts' },
      { kind: 'claim', subject: '8.build.pass' },
      { kind: 'word' },
      { subject: '' },
      { version: 'x'.repeat(limits.tickVersion + 1) },
      { subject: 'a\u0000' },
    ]) {
      await assert.rejects(tick(wrong), refusedWith('validation_error'), JSON.stringify(wrong));
    }
    assert.deepEqual(await tick({ subject: '/repo/c.ts', ticked: false }), {}, 'nothing to take back');
    const { store } = server().running.context;
    const session = await store.session.find(organizationId, sessionId);
    assert.ok(session);
    const about = { session, at: 1, channels: [] };
    const long = (at: number) => ({
      userId: ada.userId,
      kind: 'file' as const,
      subject: `${'é'.repeat(4000)}${at}`,
      version: 'x',
      tickedAt: at,
    });
    for (let at = 0; at < 3; at++)
      assert.deepEqual(await store.review.tick(about, long(at), { ticks: 3 }), { told: [] });
    assert.equal(await store.review.tick(about, long(3), { ticks: 3 }), 'limit');
    assert.deepEqual(await store.review.tick(about, long(1), { ticks: 3 }), { told: [] });
  });

  it('T23 a file that changed after it was ticked counts as unread', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada } = team;
    await work(team);
    for (const file of await filesOf(team, ada)) await tickFile(team, ada, file);
    const rests = async () =>
      (await ada.client.submitReview({ sessionId, outcome: 'noted', throughSequence: 8 })).review.rests;
    assert.deepEqual(await rests(), {
      readTo: 0,
      of: 8,
      files: { ticked: 2, of: 2 },
      claims: { ticked: 0, of: 1 },
    });
    await grow(team, sessionId, events(edits('/repo/a.ts')));
    assert.deepEqual((await rests())?.files, { ticked: 1, of: 2 });
    await tickFile(team, ada, (await filesOf(team, ada))[0] as ChangedFile);
    assert.deepEqual((await rests())?.files, { ticked: 2, of: 2 });
  });

  it('T22 an acceptance rests on what was ticked: with everything ticked it is not unread', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, ben } = team;
    const through = await work(team);
    const accept = async ({ client }: Member, readTo: number) =>
      (await client.submitReview({ sessionId, outcome: 'accepted', throughSequence: through, readTo }))
        .review;
    const [a, b] = (await filesOf(team, ada)) as [ChangedFile, ChangedFile];
    await tickFile(team, ada, a);
    await tickClaim(team, ada);
    const partly = await accept(ada, 3);
    assert.deepEqual(partly.rests, {
      readTo: 3,
      of: 8,
      files: { ticked: 1, of: 2 },
      claims: { ticked: 1, of: 1 },
    });
    assert.equal(partly.unread, true);
    await tickFile(team, ada, b);
    assert.equal((await accept(ada, 3)).unread, undefined, 'all of it was ticked');
    assert.equal((await accept(ben, through)).unread, undefined, 'all of it was read');
    // What it rested on is stored with it, whatever happens to the ticks.
    await tickFile(team, ada, b, false);
    const { reviews } = (await ben.client.getReview({ sessionId })).review;
    assert.deepEqual(
      reviews.map((one) => [one.rests?.files?.ticked, one.unread ?? false]),
      [
        [1, true],
        [2, false],
        [0, false],
      ],
    );
  });

  it('T15 the policy may ask for a share of files and claims: less is no acceptance, and what is missing is named', async () => {
    const team = await aReviewedTeam(server());
    const { sessionId, ada, owner } = team;
    const throughSequence = await work(team);
    const { policy } = await owner.client.getPolicy();
    for (const ticks of [
      { files: 101, claims: 0 },
      { files: -1, claims: 0 },
      { files: 0.5, claims: 0 },
    ]) {
      await assert.rejects(owner.client.setPolicy({ ...policy, ticks }), refusedWith('validation_error'));
    }
    const asked = { files: 40, claims: 100 };
    assert.deepEqual((await owner.client.setPolicy({ ...policy, ticks: asked })).policy.ticks, asked);
    assert.deepEqual((await ada.client.getReview({ sessionId })).review.asksTicks, asked);
    const judge = (outcome: 'accepted' | 'follow_up' | 'noted') =>
      ada.client.submitReview({ sessionId, outcome, throughSequence, readTo: throughSequence });
    const isRefused = (words: string) => (error: unknown) => {
      assert.ok(error instanceof DebriefError && error.code === 'not_read', String(error));
      assert.equal(error.message, words);
      return true;
    };
    await assert.rejects(
      judge('accepted'),
      isRefused(
        'Before accepting, your team asks you to tick 1 of 2 files (0 so far), and the claim (0 so far).',
      ),
    );
    await tickClaim(team, ada);
    await assert.rejects(
      judge('accepted'),
      isRefused('Before accepting, your team asks you to tick 1 of 2 files (0 so far).'),
    );
    await judge('noted');
    await judge('follow_up');
    await tickFile(team, ada, (await filesOf(team, ada))[0] as ChangedFile);
    assert.equal((await judge('accepted')).review.outcome, 'accepted');
    const { mailWords: _, repositories: __, ...rules } = policy;
    const repositories = [{ repoRoot: '/srv/strict', rules: { ...rules, ticks: { files: 90, claims: 0 } } }];
    const answer = await owner.client.setPolicy({ ...policy, ticks: asked, repositories });
    assert.deepEqual(answer.policy.repositories[0]?.rules.ticks, { files: 90, claims: 0 });
    const { entries } = await owner.client.listAudit({ action: 'policy_changed' });
    assert.equal(entries.length, 2, 'each change is audited');
  });
});
