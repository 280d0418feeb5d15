import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { newId } from '../../../domain/id.ts';

onEveryEngine("what an author does with the machine's own key", (server) => {
  const keyed = async (team: Team) => {
    const machineId = newId('env');
    const { environmentId } = await team.machine.registerEnvironment({
      hostname: 'own',
      platform: 'linux',
      serviceCliVersion: '1.0.0',
      machineId,
    });
    const { machineKey } = await team.machine.exchangeKey({ environmentId, machineId });
    const machine = server().client(machineKey);
    const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'codex' });
    const open = async () =>
      (await machine.openSession({ environmentId, agentInstallationId: installationId })).sessionId;
    return { environmentId, machine, open };
  };
  const deeds = (client: Team['machine'], sessionId: string) => ({
    hold: () => client.holdOwnSession({ sessionId, hold: '1h' }),
    preview: () => client.previewOwnRedaction({ sessionId, text: 'some words' }),
    redact: () => client.redactOwnSession({ sessionId, text: 'some words', reason: 'Why.' }),
    release: () => client.releaseOwnSession({ sessionId }),
    withdraw: () => client.withdrawSession({ sessionId }),
  });

  it('is done for the author alone, by the machine the session came from, and audited as theirs', async () => {
    const team = await aTeam(server());
    const author = await joinTeam(server(), team, 'member');
    const [own, other] = [await keyed(team), await keyed(team)];
    const before = await own.open();
    for (const [name, deed] of Object.entries(deeds(own.machine, before)))
      await assert.rejects(deed(), refusedWith('not_yours'), `${name}: nobody has claimed it`);
    await team.owner.client.setAuthor({ environmentId: own.environmentId, userId: author.userId });
    for (const [name, deed] of Object.entries(deeds(own.machine, before)))
      await assert.rejects(deed(), refusedWith('not_yours'), `${name}: it has no author`);
    const sessionId = await own.open();
    for (const [name, deed] of Object.entries(deeds(other.machine, sessionId)))
      await assert.rejects(deed(), refusedWith('session_not_found'), `${name}: another machine`);
    for (const [name, deed] of Object.entries(deeds(team.machine, sessionId)))
      await assert.rejects(deed(), refusedWith('machine_key_required'), `${name}: a secret`);
    await assert.rejects(own.machine.withdrawSession({ sessionId }), refusedWith('session_closed'));
    for (const [name, deed] of Object.entries(deeds(own.machine, sessionId)))
      if (name !== 'withdraw') assert.ok(await deed(), name);
    await own.machine.holdOwnSession({ sessionId, hold: 'released' });
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const kept = { kind: 'member' as const, subject: author.userId, reason: 'A dispute', until };
    const { legalHoldId } = await team.owner.client.setLegalHold(kept);
    const { withdraw, redact } = deeds(own.machine, sessionId);
    for (const deed of [withdraw, redact]) await assert.rejects(deed(), refusedWith('legal_hold'));
    const second = await joinTeam(server(), team, 'admin');
    for (const { client } of [team.owner, second]) await client.liftLegalHold({ legalHoldId, agreed: true });
    assert.equal((await own.machine.withdrawSession({ sessionId })).sessionId, sessionId);
    const { entries } = await team.owner.client.listAudit({ actorId: author.userId });
    assert.deepEqual(
      entries
        .filter(
          ({ targetId, action, outcome }) =>
            targetId === sessionId && action !== 'session_read' && outcome === 'ok',
        )
        .map(({ action }) => action)
        .toReversed(),
      ['session_held', 'session_redacted', 'session_released', 'session_held', 'session_deleted'],
    );
  });

  it('is no way to what only an admin may', async () => {
    const team = await aTeam(server());
    const own = await keyed(team);
    const { ownerUserId } = await team.owner.client.getOrganization();
    const author = await joinTeam(server(), team, 'member');
    await team.owner.client.setAuthor({ environmentId: own.environmentId, userId: author.userId });
    const sessionId = await own.open();
    await own.machine.holdOwnSession({ sessionId, hold: 'released' });
    // The owner's machine now, and their role is of no use to its key.
    await team.owner.client.setAuthor({ environmentId: own.environmentId, userId: ownerUserId });
    for (const [name, deed] of Object.entries(deeds(own.machine, sessionId)))
      await assert.rejects(deed(), refusedWith('not_yours'), name);
  });
});
