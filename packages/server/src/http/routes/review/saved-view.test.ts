import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';

onEveryEngine('views of the list', (server) => {
  it("are one's own: saved, replaced by name, listed oldest first, removed", async () => {
    const team = await aTeam(server());
    const ada = await joinTeam(server(), team, 'member');
    const { client } = ada;
    assert.deepEqual(await client.listViews({}), { views: [] });
    const mine = await client.saveView({ name: ' Mine ', search: 'author=usr_1' });
    const { viewId, createdAt } = mine;
    assert.match(viewId, /^viw_[0-9A-Za-z]{24}$/);
    assert.deepEqual(mine, {
      ...{ viewId, name: 'Mine', search: 'author=usr_1', page: 'sessions', team: false, createdAt },
    });
    const red = await client.saveView({ name: 'Red', search: 'has=errors' });
    // Another of the same name takes its place.
    const again = await client.saveView({ name: 'Mine', search: 'author=usr_1&sort=cost' });
    assert.deepEqual(again, { ...mine, search: 'author=usr_1&sort=cost' });
    assert.deepEqual((await client.listViews({})).views, [again, red]);
    // Nobody else sees, replaces or removes it, not even an owner.
    const owner = team.owner.client;
    assert.deepEqual(await owner.listViews({}), { views: [] });
    await assert.rejects(owner.removeView({ viewId }), refusedWith('view_not_found'));
    await owner.saveView({ name: 'Mine', search: 'status=failed' });
    assert.deepEqual((await client.listViews({})).views, [again, red]);
    assert.deepEqual(await client.removeView({ viewId }), again);
    await assert.rejects(client.removeView({ viewId }), refusedWith('view_not_found'));
    await assert.rejects(client.removeView({ viewId: 'nonsense' }), refusedWith('view_not_found'));
    assert.deepEqual((await client.listViews({})).views, [red]);
    // It is no deed: nothing of it is anybody else's concern.
    const { entries } = await owner.listAudit({});
    assert.deepEqual(
      entries.filter(({ targetId }) => targetId === viewId || targetId === red.viewId),
      [],
    );
  });

  it('are bounded, and refuse what is empty or too long', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    for (const [name, search] of [
      ['', 'a=1'],
      ['x', ''],
      ['x', 'a'.repeat(limits.viewSearch + 1)],
      ['x'.repeat(limits.displayName + 1), 'a=1'],
      ['a\nb', 'a=1'],
    ] as const)
      await assert.rejects(client.saveView({ name, search }), refusedWith('validation_error'));
    for (let at = 0; at < limits.views; at++) await client.saveView({ name: `View ${at}`, search: 'a=1' });
    await assert.rejects(client.saveView({ name: 'One more', search: 'a=1' }), refusedWith('limit_reached'));
    // A name that is there can still be replaced.
    assert.equal((await client.saveView({ name: 'View 7', search: 'b=2' })).search, 'b=2');
    assert.equal((await client.listViews({})).views.length, limits.views);
  });

  it('T28 of Today and of the team: every member sees those, who saved one or an administrator changes it', async () => {
    const team = await aTeam(server());
    const [ada, ben] = [await joinTeam(server(), team, 'member'), await joinTeam(server(), team, 'member')];
    const owner = team.owner.client;
    const mine = await ada.client.saveView({ name: 'Risky', search: 'severity=high', page: 'today' });
    const ours = await ada.client.saveView({ name: 'Risky', search: 'by=author', page: 'today', team: true });
    assert.deepEqual([mine.team, mine.savedBy, mine.page], [false, undefined, 'today']);
    assert.deepEqual([ours.team, ours.savedBy, ours.page], [true, ada.userId, 'today']);
    assert.deepEqual((await ada.client.listViews({})).views, [mine, ours]);
    assert.deepEqual((await ben.client.listViews({})).views, [ours]);
    const changed = { name: 'Risky', search: 'by=repository', page: 'today', team: true } as const;
    await assert.rejects(ben.client.saveView(changed), refusedWith('not_yours'));
    await assert.rejects(ben.client.removeView({ viewId: ours.viewId }), refusedWith('not_yours'));
    assert.deepEqual((await ben.client.listViews({})).views, [ours]);
    assert.equal(
      (await ada.client.saveView({ ...changed, search: 'by=author&first=newest' })).viewId,
      ours.viewId,
    );
    const { ownerUserId } = await owner.getOrganization();
    const taken = await owner.saveView(changed);
    assert.deepEqual(taken, { ...ours, search: 'by=repository', savedBy: ownerUserId });
    await assert.rejects(ada.client.removeView({ viewId: ours.viewId }), refusedWith('not_yours'));
    // What the team has stays when the member leaves who saved it; one's own goes.
    await ben.client.saveView({ name: 'Of ben', search: 'a=1', team: true });
    await owner.removeMember({ userId: ben.userId });
    assert.deepEqual(
      (await ada.client.listViews({})).views.map(({ name }) => name),
      ['Risky', 'Risky', 'Of ben'],
    );
    assert.deepEqual(await owner.removeView({ viewId: ours.viewId }), taken);
    // Another team has none of it.
    const other = await aTeam(server());
    assert.deepEqual(await other.owner.client.listViews({}), { views: [] });
    await assert.rejects(
      other.owner.client.removeView({ viewId: mine.viewId }),
      refusedWith('view_not_found'),
    );
  });

  it('go with the membership', async () => {
    const team = await aTeam(server());
    const ada = await joinTeam(server(), team, 'member');
    await ada.client.saveView({ name: 'Mine', search: 'a=1' });
    await team.owner.client.removeMember({ userId: ada.userId });
    const { view } = server().running.context.store;
    assert.deepEqual(await view.list(team.organizationId, [ada.userId]), []);
  });
});
