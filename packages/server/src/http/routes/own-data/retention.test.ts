import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { enforceRetention } from '../../../housekeeping.ts';

const day = 86_400_000;

onEveryEngine('how long sessions are kept', (server) => {
  const sessionIn = async (team: Team, repository: string | undefined, isEnded = true): Promise<string> => {
    const { sessionId } = await team.machine.openSession({
      ...{ environmentId: team.environmentId, agentInstallationId: team.installationId },
      ...(repository && { repoRoot: '/home/dev/app', repoRemote: `https://${repository}.git` }),
    });
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    if (isEnded) await team.machine.completeSession({ sessionId });
    return sessionId;
  };
  /** Which are there after so many days, where the server keeps them for `serverDays`. */
  const leftAfter = async (days: number, serverDays: number | undefined, team: Team, ids: string[]) => {
    const { context } = server().running;
    const later = { ...context, clock: () => Date.now() + days * day };
    await enforceRetention(later, serverDays);
    const found = await context.store.session.findAll(team.organizationId, ids);
    return ids.map((id) => found.has(id));
  };

  it('a rule of a repository beats that of the organization, which beats the server, longer and shorter', async () => {
    const team = await aTeam(server());
    const other = await aTeam(server());
    const [short, long, ever] = ['git.example/a/short', 'git.example/a/long', 'git.example/a/ever'];
    await team.owner.client.setRetention({
      days: 20,
      repositories: [
        { repository: `https://${short}.git`, days: 5 },
        { repository: long, days: 60 },
        { repository: ever, days: null },
      ],
    });
    const answer = await team.owner.client.getRetention();
    assert.deepEqual(answer.policy, {
      days: 20,
      repositories: [
        { repository: ever, days: null },
        { repository: long, days: 60 },
        { repository: short, days: 5 },
      ],
    });
    const ids = [
      await sessionIn(team, short),
      await sessionIn(team, short, false),
      await sessionIn(team, 'git.example/a/usual'),
      await sessionIn(team, undefined),
      await sessionIn(team, long),
      await sessionIn(team, ever),
    ];
    const others = await sessionIn(other, short);
    assert.deepEqual(await leftAfter(4, 10, team, ids), [true, true, true, true, true, true]);
    // What never ended and is silent goes with its repository.
    assert.deepEqual(await leftAfter(6, 10, team, ids), [false, false, true, true, true, true]);
    assert.deepEqual(await leftAfter(19, 30, team, ids), [false, false, true, true, true, true]);
    assert.deepEqual(await leftAfter(21, 30, team, ids), [false, false, false, false, true, true]);
    const there = await server().running.context.store.session.findAll(other.organizationId, [others]);
    assert.equal(there.size, 1, 'another organization is left alone');
    assert.deepEqual(await leftAfter(59, 30, team, ids), [false, false, false, false, true, true]);
    assert.deepEqual(await leftAfter(61, undefined, team, ids), [false, false, false, false, false, true]);
    // Without a rule the server's number counts again.
    await team.owner.client.setRetention({ repositories: [] });
    assert.deepEqual((await team.owner.client.getRetention()).policy, { repositories: [] });
    assert.deepEqual(await leftAfter(4000, 3000, team, ids), [false, false, false, false, false, false]);
    const { entries } = await team.owner.client.listAudit({ action: 'session_deleted' });
    assert.equal(entries.length, ids.length + 1, 'each is audited, as is that of the team');
  });

  it('a legal hold beats it, and is said once', async () => {
    const team = await aTeam(server());
    const repository = 'git.example/a/held';
    const sessionId = await sessionIn(team, repository);
    await team.owner.client.setRetention({ repositories: [{ repository, days: 3 }] });
    await team.owner.client.setLegalHold({
      ...{ kind: 'repository', subject: repository, reason: 'A dispute' },
      until: new Date(Date.now() + 30 * day).toISOString(),
    });
    assert.deepEqual(await leftAfter(10, undefined, team, [sessionId]), [true]);
    assert.deepEqual(await leftAfter(11, undefined, team, [sessionId]), [true]);
    const { entries } = await team.owner.client.listAudit({ action: 'legal_hold_refused' });
    assert.deepEqual(
      entries.map(({ targetId }) => targetId),
      [sessionId],
    );
    assert.deepEqual(await leftAfter(31, undefined, team, [sessionId]), [false]);
  });

  it('is changed by admins, and named twice by nobody', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    await assert.rejects(
      member.client.setRetention({ days: 1, repositories: [] }),
      refusedWith('insufficient_role'),
    );
    const twice = ['git@git.example:a/b.git', 'https://git.example/a/b'];
    await assert.rejects(
      team.owner.client.setRetention({
        repositories: twice.map((repository) => ({ repository, days: 1 })),
      }),
      refusedWith('validation_error'),
    );
    assert.deepEqual((await member.client.getRetention()).policy, { repositories: [] });
  });

  it('a rule for a folder is about that folder of that machine, before and after its remote is known', async () => {
    const team = await aTeam(server());
    const found = 'git.example/a/found';
    const root = '/home/dev/app';
    const folder = `${team.environmentId}:${root}`;
    const { store } = server().running.context;
    const openIn = async (environmentId: string, repoRoot: string, repoRemote?: string) => {
      const installed = await team.machine.registerInstallation({ environmentId, agentId: 'claude-code' });
      const { sessionId } = await team.machine.openSession({
        ...{ environmentId, agentInstallationId: installed.installationId, repoRoot },
        ...(repoRemote && { repoRemote }),
      });
      await team.machine.completeSession({ sessionId });
      return sessionId;
    };
    const { environmentId: another } = await team.machine.registerEnvironment({
      ...{ hostname: 'another', platform: 'linux', serviceCliVersion: '1.0.0' },
    });
    const ids = [
      await openIn(team.environmentId, root),
      // Another folder, the same folder of another machine, and another clone of what it turns out to be of.
      await openIn(team.environmentId, `${root}s`),
      await openIn(another, root),
      await openIn(another, '/srv/clone', `https://${found}.git`),
    ];
    await team.owner.client.setRetention({
      days: 60,
      repositories: [
        { repository: folder, days: 7 },
        { repository: `${another}:${root}`, days: null },
      ],
    });
    await store.repository.adopt(team.organizationId, folder, found);
    await store.repository.adopt(team.organizationId, `${another}:${root}`, found);
    const { policy } = await team.owner.client.getRetention();
    const named = policy.repositories.map(({ repository }) => repository);
    assert.deepEqual(named.sort(), [`${another}:${root}`, folder].sort(), 'the rules stay what they were');
    // What comes later in the folder goes with it, whatever it is called by then.
    ids.push(await openIn(team.environmentId, root, `https://${found}.git`));
    const { sessions } = await team.owner.client.listSessions({ repository: found });
    assert.equal(sessions.length, 4);
    assert.deepEqual(await leftAfter(6, 30, team, ids), [true, true, true, true, true]);
    assert.deepEqual(await leftAfter(8, 30, team, ids), [false, true, true, true, false]);
    // Nor does a rule of the repository take what was said to be kept.
    await team.owner.client.setRetention({
      ...policy,
      repositories: [...policy.repositories, { repository: found, days: 9 }],
    });
    assert.deepEqual(await leftAfter(10, 30, team, ids), [false, true, true, false, false]);
    assert.deepEqual(await leftAfter(61, 30, team, ids), [false, false, true, false, false]);
  });
});
