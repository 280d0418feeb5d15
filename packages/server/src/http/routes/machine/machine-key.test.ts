import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { engines } from '../../../../testing/engine.ts';
import { aCommit } from '../../../../testing/links/link.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { type TestServer, testServer } from '../../../../testing/server.ts';
import { freshBus, removeStream } from '../../../../testing/storage.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { newId } from '../../../domain/id.ts';
import { isWellFormedSecret } from '../../../domain/secret.ts';

const events = [{ eventType: 'x' }];
const required = refusedWith('machine_key_required');

/** A machine of the team that has exchanged the secret for its own key. */
async function aMachine(server: TestServer, team: Team, secret = team.secret) {
  const machineId = newId('env');
  const registering = {
    hostname: 'laptop',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    machineId,
  } as const;
  const { environmentId } = await server.client(secret).registerEnvironment(registering);
  const { machineKey } = await server.client(secret).exchangeKey({ environmentId, machineId });
  const machine = server.client(machineKey);
  const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'codex' });
  const opening = { environmentId, agentInstallationId: installationId };
  const { sessionId } = await machine.openSession(opening);
  return { machineId, registering, environmentId, machineKey, machine, opening, sessionId };
}

/** The whole of what a machine says, by name. */
const writes = (
  client: Team['machine'],
  { environmentId, sessionId, opening }: Awaited<ReturnType<typeof aMachine>>,
) => ({
  append: () => client.appendEvents({ sessionId, events }),
  'append from memory': () => client.appendEvents({ sessionId, events }),
  complete: () => client.completeSession({ sessionId }),
  report: () => client.reportCommits({ sessionId, commits: [aCommit('keyed')] }),
  open: () => client.openSession(opening),
  beat: () => client.beat({ environmentId }),
  install: () => client.registerInstallation({ environmentId, agentId: 'aider' }),
  claim: () => client.issueClaim({ environmentId }),
  author: () => client.getAuthor({ environmentId }),
});

const arrangements = [...engines, ...engines.map((engine) => `nats+${engine}` as const)];

for (const arrangement of arrangements) {
  describe(`a machine's own key on ${arrangement}`, () => {
    let running: TestServer;
    const server = () => running;
    const bus = arrangement.startsWith('nats') ? freshBus() : undefined;
    before(async () => {
      const env = bus && { NATS_URL: bus.url, NATS_STREAM: bus.stream };
      running = await testServer(arrangement.replace('nats+', '') as (typeof engines)[number], env ?? {});
    });
    after(async () => {
      await running?.[Symbol.asyncDispose]();
      if (bus) await removeStream(bus);
    });

    it('K11 opens, appends to, completes and reports on its sessions; no secret does, of whatever kind', async () => {
      const team = await aTeam(server());
      const own = await aMachine(server(), team);
      assert.match(own.machineKey, /^mk_live_[0-9A-Za-z]{38}$/);
      assert.ok(isWellFormedSecret(own.machineKey));
      const { secret: another } = await team.owner.client.issueSecret({});
      const { secret: test } = await team.owner.client.issueSecret({ environment: 'test' });
      for (const secret of [team.secret, another, test]) {
        for (const [name, write] of Object.entries(writes(server().client(secret), own))) {
          await assert.rejects(write(), required, name);
        }
      }
      for (const [name, write] of Object.entries(writes(own.machine, own))) {
        if (name !== 'complete') assert.ok(await write(), name);
      }
      assert.equal((await own.machine.completeSession(own)).status, 'completed');
      const { session } = await team.owner.client.getSession(own);
      assert.deepEqual([session.secretEnvironment, session.status], ['live', 'completed']);
    });

    it("K11 is good for no other machine's sessions, with or without a key, and for none of another organization", async () => {
      const [team, other] = [await aTeam(server()), await aTeam(server(), 'Other')];
      const [own, colleague] = [await aMachine(server(), team), await aMachine(server(), team)];
      for (const target of [
        colleague,
        {
          ...own,
          ...team,
          opening: { environmentId: team.environmentId, agentInstallationId: team.installationId },
        },
        {
          ...own,
          ...other,
          opening: { environmentId: other.environmentId, agentInstallationId: other.installationId },
        },
      ]) {
        for (const [name, write] of Object.entries(writes(own.machine, target))) {
          await assert.rejects(write(), (error: { status?: number }) => error.status === 404, name);
        }
      }
      const told = (await team.owner.client.getSession(colleague)).session;
      assert.deepEqual([told.eventCount, told.status], [0, 'active']);
    });

    it('K12 sessions that the machine opened with the secret are its own from the exchange on', async () => {
      const team = await aTeam(server());
      const { machine, owner } = team;
      const machineId = newId('env');
      const named = { hostname: 'old', platform: 'linux', serviceCliVersion: '1.0.0', machineId } as const;
      const { environmentId } = await machine.registerEnvironment(named);
      const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'codex' });
      const { sessionId } = await machine.openSession({ environmentId, agentInstallationId: installationId });
      for (let turn = 0; turn < 2; turn++) await machine.appendEvents({ sessionId, events });
      const { machineKey } = await machine.exchangeKey({ environmentId, machineId });
      for (let turn = 0; turn < 2; turn++) {
        await assert.rejects(machine.appendEvents({ sessionId, events }), required);
        await server().client(machineKey).appendEvents({ sessionId, events });
      }
      await assert.rejects(machine.completeSession({ sessionId }), required);
      // Revoked: nobody continues it, least of all the secret.
      const { environment } = await owner.client.revokeKey({ environmentId });
      assert.equal(environment.key?.status, 'revoked');
      const append = server().client(machineKey).appendEvents({ sessionId, events });
      await assert.rejects(append, refusedWith('secret_revoked'));
      await assert.rejects(machine.appendEvents({ sessionId, events }), required);
      const { secrets } = await owner.client.listSecrets();
      assert.ok(
        secrets.every(({ status }) => status === 'active'),
        'revoked alone, and listed nowhere else',
      );
    });

    it('K12 nobody with the secret gets the key of a machine that has one, whatever they say about themselves', async () => {
      const team = await aTeam(server());
      const own = await aMachine(server(), team);
      const { environmentId, machineId, registering } = own;
      const attempt = (given: object) => team.machine.exchangeKey({ environmentId, ...given });
      await assert.rejects(attempt({ machineId }), refusedWith('machine_key_exists'));
      for (const wrong of [{}, { machineId: '' }, { machineId: 'guess' }]) {
        await assert.rejects(attempt(wrong), (error: { status?: number }) =>
          [400, 404].includes(error.status ?? 0),
        );
      }
      const again = await team.machine.registerEnvironment(registering);
      assert.notEqual(again.environmentId, environmentId, 'the same name and id: a new machine');
      assert.equal(again.environment.key, undefined);
      // Also after the key was revoked.
      await team.owner.client.revokeKey({ environmentId });
      await assert.rejects(attempt({ machineId }), refusedWith('machine_key_exists'));
      const later = await team.machine.registerEnvironment(registering);
      assert.equal(later.environmentId, again.environmentId);
    });

    it('K12 a machine without a key is exchanged only by who knows the id it registered with', async () => {
      const team = await aTeam(server());
      const { environmentId, machine } = team;
      // It registered without one, so nobody can prove to be it.
      for (const given of [{}, { machineId: 'guess' }]) {
        await assert.rejects(
          machine.exchangeKey({ environmentId, ...given }),
          refusedWith('environment_not_found'),
        );
      }
      const named = {
        hostname: 'h',
        platform: 'linux',
        serviceCliVersion: '1.0.0',
        machineId: newId('env'),
      } as const;
      const known = await machine.registerEnvironment(named);
      const { machineId } = named;
      const wrong = machine.exchangeKey({ environmentId: known.environmentId, machineId: `${machineId}0` });
      await assert.rejects(wrong, refusedWith('environment_not_found'));
      const { secret: test } = await team.owner.client.issueSecret({ environment: 'test' });
      const walled = server().client(test).exchangeKey({ environmentId: known.environmentId, machineId });
      await assert.rejects(walled, refusedWith('environment_not_found'));
      assert.notEqual(
        (await server().client(test).registerEnvironment(named)).environmentId,
        known.environmentId,
      );
    });

    it('K12 an answer that was lost is asked for again; the key nobody used is worth nothing then', async () => {
      const team = await aTeam(server());
      const machineId = newId('env');
      const named = { hostname: 'h', platform: 'linux', serviceCliVersion: '1.0.0', machineId } as const;
      const { environmentId } = await team.machine.registerEnvironment(named);
      const keys: string[] = [];
      for (let turn = 0; turn < 3; turn++) {
        keys.push((await team.machine.exchangeKey({ environmentId, machineId })).machineKey);
      }
      const last = server().client(keys[2]);
      await last.beat({ environmentId });
      for (const lost of keys.slice(0, 2)) {
        await assert.rejects(server().client(lost).beat({ environmentId }), refusedWith('invalid_secret'));
      }
      await assert.rejects(
        team.machine.exchangeKey({ environmentId, machineId }),
        refusedWith('machine_key_exists'),
      );
      // Rotation: the old one works until the new one is used.
      const { machineKey } = await last.exchangeKey({ environmentId });
      await last.beat({ environmentId });
      await server().client(machineKey).beat({ environmentId });
      await assert.rejects(last.beat({ environmentId }), refusedWith('secret_revoked'));
      await assert.rejects(last.exchangeKey({ environmentId }), refusedWith('secret_revoked'));
    });

    it('K12 its author and admins ask for another key or revoke it; the machine hears of it with its next heartbeat', async () => {
      const team = await aTeam(server());
      const { environmentId, machine } = await aMachine(server(), team);
      const [author, stranger] = [
        await joinTeam(server(), team, 'member'),
        await joinTeam(server(), team, 'member'),
      ];
      await team.owner.client.setAuthor({ environmentId, userId: author.userId });
      for (const name of ['rotateKey', 'revokeKey'] as const) {
        await assert.rejects(stranger.client[name]({ environmentId }), refusedWith('not_yours'));
        const unkeyed = { environmentId: team.environmentId };
        assert.equal((await team.owner.client[name](unkeyed)).environment.key, undefined);
      }
      assert.equal((await machine.beat({ environmentId })).rotateKey, undefined);
      const { environment } = await author.client.rotateKey({ environmentId });
      assert.ok(environment.key?.rotationAskedAt && environment.key.lastUsedAt);
      assert.equal((await machine.beat({ environmentId })).rotateKey, true);
      const { machineKey } = await machine.exchangeKey({ environmentId });
      assert.equal((await server().client(machineKey).beat({ environmentId })).rotateKey, undefined);
      assert.equal((await author.client.revokeKey({ environmentId })).environment.key?.status, 'revoked');
      const beat = server().client(machineKey).beat({ environmentId });
      await assert.rejects(beat, refusedWith('secret_revoked'));
      const { entries } = await team.owner.client.listAudit({});
      const actions = entries.flatMap(({ action }) => (action.startsWith('machine_key') ? [action] : []));
      assert.deepEqual(actions, [
        'machine_key_revoked',
        'machine_key_rotated',
        'machine_key_rotation_asked',
        'machine_key_issued',
      ]);
    });

    it('K13 where machines use their own key, a secret registers and exchanges and does nothing else', async () => {
      const team = await aTeam(server());
      const { owner, machine, environmentId, sessionId, installationId } = team;
      const own = await aMachine(server(), team);
      for (let turn = 0; turn < 2; turn++) await machine.appendEvents({ sessionId, events });
      const member = await joinTeam(server(), team, 'member');
      const refused = member.client.setMachinePolicy({ ownKeyOnly: true });
      await assert.rejects(refused, refusedWith('insufficient_role'));
      assert.deepEqual(await owner.client.getMachinePolicy(), { ownKeyOnly: false });
      await owner.client.setMachinePolicy({ ownKeyOnly: true });
      assert.deepEqual(await member.client.getMachinePolicy(), { ownKeyOnly: true });
      const later = await owner.client.issueSecret({});
      const opening = { environmentId, agentInstallationId: installationId };
      const target = { ...own, environmentId, sessionId, opening };
      for (const client of [machine, server().client(later.secret)]) {
        for (const [name, write] of Object.entries(writes(client, target))) {
          await assert.rejects(write(), required, name);
        }
      }
      assert.ok((await own.machine.appendEvents({ sessionId: own.sessionId, events })).accepted);
      const fresh = await aMachine(server(), team, later.secret);
      assert.ok((await fresh.machine.appendEvents({ sessionId: fresh.sessionId, events })).accepted);
      await owner.client.setMachinePolicy({ ownKeyOnly: false });
      await machine.appendEvents({ sessionId, events });
    });

    it('E1 with its key a machine updates itself, whatever it says about itself; K8 a claimed one is of one kind', async () => {
      const team = await aTeam(server());
      const own = await aMachine(server(), team);
      const renamed = { hostname: 'renamed', platform: 'darwin', serviceCliVersion: '2.0.0' } as const;
      const { environment } = await own.machine.registerEnvironment({ ...renamed, machineId: 'another' });
      assert.deepEqual(
        [environment.environmentId, environment.hostname, environment.key?.status],
        [own.environmentId, 'renamed', 'active'],
      );
      const { environmentId } = team;
      const userId = (await team.owner.client.getOrganization()).ownerUserId;
      await team.owner.client.setAuthor({ environmentId, userId });
      const { secret } = await team.owner.client.issueSecret({ environment: 'test' });
      const test = server().client(secret);
      const walled = refusedWith('wrong_secret_environment');
      const opening = { environmentId, agentInstallationId: team.installationId };
      await assert.rejects(test.openSession(opening), walled);
      await assert.rejects(test.issueClaim({ environmentId }), walled);
      await assert.rejects(test.beat({ environmentId }), walled);
      await team.owner.client.revokeEnvironment(own);
      await assert.rejects(own.machine.registerEnvironment(renamed), refusedWith('environment_revoked'));
      await assert.rejects(own.machine.exchangeKey(own), refusedWith('environment_revoked'));
      await own.machine.appendEvents({ sessionId: own.sessionId, events });
    });
  });
}
