import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentIds } from '@debrief/contract';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

const always = ['agentId', 'createdAt', 'installationId', 'organizationId', 'status', 'updatedAt'];

/** An object nested so many levels deep; `{}` is one. */
const nested = (levels: number): Record<string, unknown> =>
  levels === 1 ? {} : { deeper: nested(levels - 1) };

onEveryEngine('agents and installations', (server) => {
  it('16 shows the catalog, sorted by name (G1)', async () => {
    const { agents } = await (await aTeam(server())).owner.client.listAgents();
    assert.equal(agents.length, agentIds.length);
    for (const agent of agents) {
      assert.deepEqual(fieldsOf(agent), ['agentId', 'createdAt', 'displayName', 'status', 'vendor']);
      assert.equal(agent.status, 'active');
      assert.match(agent.agentId, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
    const names = agents.map(({ displayName }) => displayName);
    assert.deepEqual(
      names,
      [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })),
    );
    assert.equal(new Set(agents.map(({ agentId }) => agentId)).size, agents.length);
  });

  it('17 lists all, newest first, disabled ones too (E12)', async () => {
    const { owner, installationId } = await aTeam(server());
    await sleep(3);
    const { installation } = await owner.client.createInstallation({ agentId: 'codex' });
    await owner.client.changeInstallation({ installationId, status: 'disabled' });
    const listed = await owner.client.listInstallations();
    assert.deepEqual(fieldsOf(listed), ['installations']);
    assert.deepEqual(
      listed.installations.map((one) => [one.installationId, one.status]),
      [
        [installation.installationId, 'active'],
        [installationId, 'disabled'],
      ],
    );
  });

  it('18 creates with and without an environment; a second is refused (I1, I3)', async () => {
    const { owner, environmentId, organizationId } = await aTeam(server());
    const bare = (await owner.client.createInstallation({ agentId: 'codex' })).installation;
    assert.deepEqual(fieldsOf(bare), always);
    assert.deepEqual([bare.organizationId, bare.status], [organizationId, 'active']);
    const config = '{"model":"gpt","list":[1,null,{"a":"ü"}],"__proto__":{"polluted":true}}';
    const json = `{"agentId":"codex","environmentId":"${environmentId}","version":" 1.x ","config":${config}}`;
    const full = await send(server(), 'POST', '/v1/organizations/me/agents', {
      credential: owner.token,
      body: json,
    });
    assert.equal(full.status, 201, full.text);
    const { installation } = full.body as { installation: Record<string, unknown> };
    assert.deepEqual(fieldsOf(installation), [...always, 'config', 'environmentId', 'version'].sort());
    assert.equal(installation.version, '1.x');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    for (const input of [{ agentId: 'codex' as const }, { agentId: 'codex' as const, environmentId }]) {
      await assert.rejects(owner.client.createInstallation(input), refusedWith('installation_exists'));
    }
    const racing = await Promise.allSettled(
      Array.from({ length: 6 }, () => owner.client.createInstallation({ agentId: 'goose' })),
    );
    assert.equal(racing.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('18, 20, 21 take only agents of the catalog (G1)', async () => {
    const { owner, secret, environmentId } = await aTeam(server());
    for (const agentId of ['unknown', 'Codex', '', null, 1, undefined]) {
      for (const [path, credential] of [
        ['/v1/organizations/me/agents', owner.token],
        [`/v1/environments/${environmentId}/agents`, secret],
      ] as const) {
        const refused = await send(server(), 'POST', path, { credential, json: { agentId } });
        assert.equal(refused.code, 'validation_error', String(agentId));
      }
    }
    const refused = await send(server(), 'POST', '/v1/organizations/me/agents', {
      credential: owner.token,
      json: { agentId: 'unknown' },
    });
    assert.match(String(refused.body.error), /^agentId must be one of .*claude-code/);
  });

  it('I3 unknown and foreign environments are not found', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server())];
    for (const environmentId of [other.environmentId, 'env_000000000000000000000000', 'x', '\u0000']) {
      await assert.rejects(
        team.owner.client.createInstallation({ agentId: 'codex', environmentId }),
        refusedWith('environment_not_found'),
      );
    }
  });

  it('I4 config: an object within 64 KiB and 32 levels, replaced whole', async () => {
    const { owner, installationId } = await aTeam(server());
    const path = `/v1/organizations/me/agents/${installationId}`;
    const patch = (config: unknown) =>
      send(server(), 'PATCH', path, { credential: owner.token, json: { config } });
    const overhead = JSON.stringify({ fill: '' }).length;
    for (const config of [
      [],
      'text',
      1,
      true,
      nested(33),
      { fill: 'x'.repeat(65_536 - overhead + 1) },
      { fill: 'é'.repeat(32_768) },
    ]) {
      assert.equal((await patch(config)).code, 'validation_error', JSON.stringify(config).slice(0, 40));
    }
    assert.equal((await patch(nested(32))).status, 200);
    assert.equal((await patch({ fill: 'x'.repeat(65_536 - overhead) })).status, 200);
    const kept = { z: 1, a: { b: [] }, nul: '\u0000', lone: '\ud800' };
    assert.equal((await patch(kept)).status, 200);
    const listed = (await owner.client.listInstallations()).installations[0];
    assert.equal(JSON.stringify(listed?.config), JSON.stringify(kept));
  });

  it('19 changes what is given and nothing else (I5, I6)', async () => {
    const { owner, installationId, environmentId } = await aTeam(server());
    const path = `/v1/organizations/me/agents/${installationId}`;
    const before = (await owner.client.listInstallations()).installations[0];
    await sleep(3);
    for (const json of [
      {},
      { status: 'active' },
      { agentId: 'codex', environmentId: 'x' },
      { version: null },
    ]) {
      const same = await send(server(), 'PATCH', path, { credential: owner.token, json });
      assert.deepEqual(same.body, { installation: before }, JSON.stringify(json));
    }
    assert.equal((await send(server(), 'PATCH', path, { credential: owner.token })).status, 200);
    const { installation } = await owner.client.changeInstallation({
      installationId,
      version: '2',
      status: 'disabled',
    });
    assert.deepEqual(
      [installation.version, installation.status, installation.environmentId],
      ['2', 'disabled', environmentId],
    );
    assert.ok(installation.updatedAt > (before?.updatedAt ?? ''));
    const back = await owner.client.changeInstallation({ installationId, status: 'active' });
    assert.deepEqual([back.installation.status, back.installation.version], ['active', '2']);
    for (const json of [
      { status: 'paused' },
      { status: '' },
      { version: '' },
      { version: 'x'.repeat(101) },
    ]) {
      const refused = await send(server(), 'PATCH', path, { credential: owner.token, json });
      assert.equal(refused.code, 'validation_error', JSON.stringify(json));
    }
    for (const unknown of [environmentId, 'ins_000000000000000000000000', 'x']) {
      await assert.rejects(
        owner.client.changeInstallation({ installationId: unknown, status: 'active' }),
        refusedWith('installation_not_found'),
      );
    }
  });

  it('20 registers or updates; an administrator’s disabled survives (I2)', async () => {
    const { owner, machine, environmentId, installationId } = await aTeam(server());
    const first = await machine.registerInstallation({
      environmentId,
      agentId: 'claude-code',
      version: '1',
      config: { a: 1 },
    });
    assert.deepEqual(fieldsOf(first), ['installation', 'installationId']);
    assert.equal(first.installationId, installationId);
    assert.equal(first.installation.installationId, installationId);
    await owner.client.changeInstallation({ installationId, status: 'disabled' });
    const again = await machine.registerInstallation({ environmentId, agentId: 'claude-code', version: '2' });
    assert.deepEqual(
      [again.installation.version, again.installation.config, again.installation.status],
      ['2', { a: 1 }, 'disabled'],
    );
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => machine.registerInstallation({ environmentId, agentId: 'pi' })),
    );
    assert.equal(new Set(parallel.map((one) => one.installationId)).size, 1);
    assert.notEqual(parallel[0]?.installationId, installationId);
  });
});
