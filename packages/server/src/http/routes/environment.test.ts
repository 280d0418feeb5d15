import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

const least = {
  hostname: 'Ada’s MacBook Pro.local',
  platform: 'darwin',
  serviceCliVersion: '1.2.3',
} as const;

const always = [
  'createdAt',
  'environmentId',
  'hostname',
  'lastSeenAt',
  'organizationId',
  'platform',
  'serviceCliVersion',
  'status',
  'updatedAt',
];

onEveryEngine('environments', (server) => {
  it('11 registers with the required fields; what is absent is omitted (H19)', async () => {
    const { machine, organizationId } = await aTeam(server());
    const { environmentId, environment, ...rest } = await machine.registerEnvironment(least);
    assert.deepEqual(rest, {});
    assert.match(environmentId, /^env_[A-Za-z0-9]{24}$/);
    assert.deepEqual(fieldsOf(environment), always);
    const { lastSeenAt, createdAt, updatedAt, ...fields } = environment;
    assert.deepEqual(fields, { ...least, environmentId, organizationId, status: 'active' });
    assert.ok(lastSeenAt === createdAt && createdAt === updatedAt);
  });

  it('11 keeps everything given but the machine id and the userinfo of the remote (E1, E3)', async () => {
    const { machine } = await aTeam(server());
    const given = {
      ...least,
      displayName: 'Work',
      repoRoot: '/home/ada/debrief',
      gitBranch: 'feature/ü',
      machineId: 'machine-1',
    };
    for (const [repoRemote, kept] of [
      ['https://ada:token@github.com/acme/debrief.git', 'https://github.com/acme/debrief.git'],
      ['https://token@github.com/a@b.git', 'https://github.com/a@b.git'],
      ['git@github.com:acme/debrief.git', 'git@github.com:acme/debrief.git'],
    ] as const) {
      const { environment } = await machine.registerEnvironment({ ...given, repoRemote });
      assert.deepEqual(
        fieldsOf(environment),
        [...always, 'displayName', 'gitBranch', 'repoRemote', 'repoRoot'].sort(),
      );
      assert.equal(environment.repoRemote, kept);
    }
  });

  it('E1 takes the same machine for the same environment, and E2 keeps what is not given', async () => {
    const { machine } = await aTeam(server());
    const first = await machine.registerEnvironment({ ...least, displayName: 'Desk', gitBranch: 'main' });
    await sleep(3);
    const again = await machine.registerEnvironment({
      ...least,
      hostname: least.hostname.toUpperCase(),
      serviceCliVersion: '2.0.0-rc.1+build',
      gitBranch: 'next',
    });
    assert.equal(again.environmentId, first.environmentId);
    assert.deepEqual(
      [again.environment.displayName, again.environment.gitBranch, again.environment.serviceCliVersion],
      ['Desk', 'next', '2.0.0-rc.1+build'],
    );
    assert.equal(again.environment.createdAt, first.environment.createdAt);
    assert.ok(again.environment.lastSeenAt > first.environment.lastSeenAt);
    assert.ok(again.environment.updatedAt > first.environment.updatedAt);
    const others = await Promise.all([
      machine.registerEnvironment({ ...least, platform: 'linux' }),
      machine.registerEnvironment({ ...least, repoRoot: '/srv/one' }),
      machine.registerEnvironment({ ...least, machineId: 'a' }),
      machine.registerEnvironment({ ...least, machineId: 'b' }),
    ]);
    const ids = [first, ...others].map(({ environmentId }) => environmentId);
    assert.equal(new Set(ids).size, 5);
    const moved = await machine.registerEnvironment({ ...least, machineId: 'a', hostname: 'renamed' });
    assert.equal(moved.environmentId, others[2]?.environmentId);
    assert.equal(moved.environment.hostname, 'renamed');
  });

  it('E1 makes one record of parallel registrations, and another organization’s stays apart', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server())];
    const all = await Promise.all(
      Array.from({ length: 10 }, () => team.machine.registerEnvironment({ ...least, machineId: 'same' })),
    );
    assert.equal(new Set(all.map(({ environmentId }) => environmentId)).size, 1);
    const elsewhere = await other.machine.registerEnvironment({ ...least, machineId: 'same' });
    assert.notEqual(elsewhere.environmentId, all[0]?.environmentId);
  });

  it('11 refuses bad fields (E4, E5, E6, H17)', async () => {
    const { secret } = await aTeam(server());
    const bad: [string, unknown][] = [
      ...['Linux', 'windows', '', null, 1].map((value): [string, unknown] => ['platform', value]),
      ...['v1.2.3', '1.2', '1.2.3.4', '01.2.3', '', 'latest', `1.0.0-${'x'.repeat(252)}`, null].map(
        (value): [string, unknown] => ['serviceCliVersion', value],
      ),
      ...['', ' ', 'x'.repeat(256), 'a\u0000', 'a\tb', '\udc00', null, 5].map((value): [string, unknown] => [
        'hostname',
        value,
      ]),
      ...['relative/path', './x', '~', 'C:', '', `/${'x'.repeat(4096)}`, '/a\u0000'].map(
        (value): [string, unknown] => ['repoRoot', value],
      ),
      ['repoRemote', 'x'.repeat(2049)],
      ['repoRemote', 'a\nb'],
      ['gitBranch', 'x'.repeat(256)],
      ['displayName', 'x'.repeat(101)],
      ['machineId', 'x'.repeat(129)],
      ['machineId', ''],
    ];
    const answers = await Promise.all(
      bad.map(([field, value]) =>
        send(server(), 'POST', '/v1/environments', {
          credential: secret,
          json: { ...least, [field]: value },
        }),
      ),
    );
    for (const [index, { code, body }] of answers.entries()) {
      const [field, value] = bad[index] as [string, unknown];
      assert.equal(code, 'validation_error', `${field} ${JSON.stringify(value)?.slice(0, 40)}`);
      assert.ok(String(body.error).startsWith(field), String(body.error));
    }
    const good = ['C:\\work', 'D:/work', '\\\\server\\share', '/'];
    for (const repoRoot of good) {
      const json = { ...least, repoRoot };
      assert.equal(
        (await send(server(), 'POST', '/v1/environments', { credential: secret, json })).status,
        201,
      );
    }
  });

  it('12 beats: lastSeenAt moves, updatedAt only with the version (E7)', async () => {
    const { machine, owner, environmentId } = await aTeam(server());
    const before = (await owner.client.getEnvironment({ environmentId })).environment;
    await sleep(3);
    const beaten = await machine.beat({ environmentId });
    assert.deepEqual(fieldsOf(beaten), ['environmentId', 'lastSeenAt']);
    assert.ok(beaten.lastSeenAt > before.lastSeenAt);
    await machine.beat({ environmentId, serviceCliVersion: before.serviceCliVersion });
    const between = (await owner.client.getEnvironment({ environmentId })).environment;
    assert.equal(between.updatedAt, before.updatedAt);
    await machine.beat({ environmentId, serviceCliVersion: '9.9.9' });
    const after = (await owner.client.getEnvironment({ environmentId })).environment;
    assert.equal(after.serviceCliVersion, '9.9.9');
    assert.ok(after.updatedAt > before.updatedAt);
    await assert.rejects(
      machine.beat({ environmentId, serviceCliVersion: 'v1' }),
      refusedWith('validation_error'),
    );
  });

  it('13 lists all, last seen first; 14 reads one (E12)', async () => {
    const { machine, owner, environmentId } = await aTeam(server());
    await sleep(3);
    const { environment } = await machine.registerEnvironment(least);
    const listed = await owner.client.listEnvironments();
    assert.deepEqual(fieldsOf(listed), ['environments']);
    assert.deepEqual(listed.environments[0], environment);
    assert.equal(listed.environments[1]?.environmentId, environmentId);
    await sleep(3);
    await machine.beat({ environmentId });
    await owner.client.revokeEnvironment({ environmentId });
    const again = (await owner.client.listEnvironments()).environments;
    assert.deepEqual(
      again.map((one) => [one.environmentId, one.status]),
      [
        [environmentId, 'revoked'],
        [environment.environmentId, 'active'],
      ],
    );
    const one = await owner.client.getEnvironment({ environmentId: environment.environmentId });
    assert.deepEqual(one, { environment });
  });

  it('15 revokes with a fresh updatedAt; again changes nothing (E10)', async () => {
    const { owner, environmentId } = await aTeam(server());
    const before = (await owner.client.getEnvironment({ environmentId })).environment;
    await sleep(3);
    const { environment } = await owner.client.revokeEnvironment({ environmentId });
    assert.deepEqual({ ...environment, updatedAt: before.updatedAt }, { ...before, status: 'revoked' });
    assert.ok(environment.updatedAt > before.updatedAt);
    await sleep(3);
    assert.deepEqual((await owner.client.revokeEnvironment({ environmentId })).environment, environment);
  });

  it('E8, E11 a revoked one takes no heartbeat, agent or session; what is open goes on', async () => {
    const team = await aTeam(server());
    const { machine, owner, environmentId, installationId, sessionId } = team;
    await owner.client.revokeEnvironment({ environmentId });
    const refused = refusedWith('environment_revoked');
    await assert.rejects(machine.beat({ environmentId }), refused);
    await assert.rejects(machine.registerInstallation({ environmentId, agentId: 'codex' }), refused);
    await assert.rejects(owner.client.createInstallation({ environmentId, agentId: 'codex' }), refused);
    await assert.rejects(
      machine.openSession({ environmentId, agentInstallationId: installationId }),
      refused,
    );
    await machine.appendEvents({ sessionId, events: [{ eventType: 'late' }] });
    await machine.completeSession({ sessionId });
    const review = await owner.client.getSession({ sessionId });
    assert.deepEqual([review.environment.status, review.session.status], ['revoked', 'completed']);
    assert.equal((await owner.client.listInstallations()).installations.length, 1);
  });

  it('E9 registering again after revocation makes a new record', async () => {
    const { machine, owner } = await aTeam(server());
    const first = await machine.registerEnvironment({ ...least, machineId: 'm' });
    await owner.client.revokeEnvironment({ environmentId: first.environmentId });
    const second = await machine.registerEnvironment({ ...least, machineId: 'm' });
    assert.notEqual(second.environmentId, first.environmentId);
    assert.equal(second.environment.status, 'active');
    const dead = await owner.client.getEnvironment({ environmentId: first.environmentId });
    assert.equal(dead.environment.status, 'revoked');
  });

  it('H8 an id never issued is not found, whatever it looks like', async () => {
    const { secret, owner } = await aTeam(server());
    for (const id of [
      'x',
      'env_',
      'env_%00',
      'ENV_000000000000000000000000',
      '..%2f..',
      `env_${'0'.repeat(41)}`,
    ]) {
      const beat = await send(server(), 'POST', `/v1/environments/${id}/heartbeat`, { credential: secret });
      assert.equal(beat.code, 'environment_not_found', id);
      const read = await send(server(), 'GET', `/v1/organizations/me/environments/${id}`, {
        credential: owner.token,
      });
      assert.equal(read.code, 'environment_not_found', id);
    }
  });
});
