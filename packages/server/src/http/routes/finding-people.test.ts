import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aSession } from '../../../testing/record.ts';
import { refusedWith } from '../../../testing/request.ts';
import { completedSession, discards, judged, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { isDemoted } from '../../domain/findings/policy.ts';

/** Who may decide about findings, and what that changes. */

onEveryEngine('decisions about findings', (server) => {
  const finding = { findingId: 'git.discard.3' };
  const highOf = async (team: Team, sessionId: string) =>
    (await team.owner.client.getSession({ sessionId })).session.findings?.high;

  it('F4 the author’s own changes nothing, and does not take the place of another’s', async () => {
    const team = await aTeam(server());
    const [author, ada] = [
      await joinTeam(server(), team, 'member'),
      await joinTeam(server(), team, 'member'),
    ];
    await team.owner.client.setAuthor({
      environmentId: team.environmentId,
      userId: author.userId,
      earlier: true,
    });
    const { policy } = await team.owner.client.getPolicy();
    const enter = { edits: false, highFindings: true, repositories: [], sample: 0 };
    await team.owner.client.setPolicy({ ...policy, enter });
    const one = await completedSession(team, discards());
    await judged(team, one);
    const state = async () => (await team.owner.client.getReview(one)).review.state;
    const high = await until(
      () => highOf(team, one.sessionId),
      (count) => count !== undefined,
      'judged',
    );
    assert.deepEqual([high, await state()], [1, 'unreviewed']);
    const said = await author.client.decideFinding({
      ...one,
      ...finding,
      verdict: 'expected',
      note: 'I meant it',
    });
    assert.equal(said.disposition?.verdict, 'expected', 'it is kept and shown');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual(
      [await highOf(team, one.sessionId), await state()],
      [1, 'unreviewed'],
      'and changes nothing',
    );
    await ada.client.decideFinding({ ...one, ...finding, verdict: 'confirmed' });
    for (const attempt of [
      () => author.client.decideFinding({ ...one, ...finding, verdict: 'wrong' }),
      () => author.client.withdrawDecision({ ...one, ...finding }),
    ])
      await assert.rejects(attempt, refusedWith('not_yours'));
    await ada.client.decideFinding({ ...one, ...finding, verdict: 'wrong' });
    await until(
      () => highOf(team, one.sessionId),
      (count) => count === 0,
      'another’s counts',
    );
    assert.equal(await state(), 'not_needed');
  });

  it('F4 without an author an admin’s counts, and a member’s does not', async () => {
    const team = await aTeam(server());
    const ada = await joinTeam(server(), team, 'member');
    const one = await completedSession(team, discards());
    await judged(team, one);
    await until(
      () => highOf(team, one.sessionId),
      (count) => count === 1,
      'judged',
    );
    await ada.client.decideFinding({ ...one, ...finding, verdict: 'expected' });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(await highOf(team, one.sessionId), 1);
    await team.owner.client.decideFinding({ ...one, ...finding, verdict: 'expected' });
    await until(
      () => highOf(team, one.sessionId),
      (count) => count === 0,
      'an admin’s',
    );
  });

  it('F5 a rule becomes quiet by three people about the work of two others, and by nothing less', async () => {
    const team = await aTeam(server());
    const { organizationId, environmentId, installationId } = team;
    const { store } = server().running.context;
    const people = await Promise.all(
      Array.from({ length: 5 }, () => joinTeam(server(), team, 'member').then(({ userId }) => userId)),
    );
    const [a = '', b = '', c = '', d = '', e = ''] = people;
    const quiet = async () =>
      (await team.owner.client.listRules()).rules.find(({ rule }) => rule === 'git.discard')?.isDemoted;
    const decide = async (
      decidedBy: string,
      authorUserId: string | null,
      given: { sequences?: number; secretEnvironment?: 'test' } = {},
    ) => {
      const { sequences = 1, ...rest } = given;
      const session = aSession({ organizationId, environmentId, installationId, authorUserId, ...rest });
      await store.session.open(session, undefined);
      let last: string | undefined;
      for (let sequence = 1; sequence <= sequences; sequence++) {
        const place = { organizationId, sessionId: session.sessionId, rule: 'git.discard', sequence };
        const decided = { ...place, verdict: 'wrong' as const, note: null, decidedBy, decidedAt: 1 };
        last = (await store.finding.decide(decided, isDemoted)).forAll;
      }
      return last;
    };
    for (let n = 0; n < 40; n++) await decide(a, b);
    assert.equal(await quiet(), false, 'one person alone');
    for (let n = 0; n < 40; n++) await decide(c, c);
    assert.equal(await quiet(), false, 'the author’s own');
    for (let n = 0; n < 5; n++) await decide(c, d, { secretEnvironment: 'test' });
    for (let n = 0; n < 5; n++) await decide(d, null);
    assert.equal(await quiet(), false, 'samples, tests, and sessions without an author');
    await decide(c, b, { sequences: 40 });
    await decide(d, b);
    assert.equal(await quiet(), false, 'three people, but sessions of one author only');
    assert.equal(await decide(e, c), 'quiet');
    assert.equal(await quiet(), true);
  });

  it('F5 one session with many findings counts once for a person', async () => {
    const team = await aTeam(server());
    const { organizationId, environmentId, installationId } = team;
    const { store } = server().running.context;
    const people = await Promise.all(
      Array.from({ length: 4 }, () => joinTeam(server(), team, 'member').then(({ userId }) => userId)),
    );
    for (const [index, authorUserId] of people.entries()) {
      const session = aSession({ organizationId, environmentId, installationId, authorUserId });
      await store.session.open(session, undefined);
      const decidedBy = people[(index + 1) % people.length] as string;
      for (let sequence = 1; sequence <= 20; sequence++) {
        const place = { organizationId, sessionId: session.sessionId, rule: 'git.discard', sequence };
        await store.finding.decide(
          { ...place, verdict: 'wrong', note: null, decidedBy, decidedAt: 1 },
          isDemoted,
        );
      }
    }
    const [counted] = await store.finding.counted(organizationId);
    assert.deepEqual(counted, {
      ...{ rule: 'git.discard', decisions: 4, wrong: 4, people: 4, wrongPeople: 4, wrongAuthors: 4 },
    });
  });
});
