import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

const always = [
  'agentId',
  'agentInstallationId',
  'createdAt',
  'environmentId',
  'eventCount',
  'organizationId',
  'secretEnvironment',
  'sessionId',
  'startedAt',
  'status',
  'updatedAt',
];

const opening = ({ environmentId, installationId }: Team) => ({
  environmentId,
  agentInstallationId: installationId,
});

onEveryEngine('sessions', (server) => {
  it('21 opens with the required fields (S5, S6)', async () => {
    const team = await aTeam(server());
    const { sessionId, session, ...rest } = await team.machine.openSession(opening(team));
    assert.deepEqual(rest, {});
    assert.match(sessionId, /^ses_[A-Za-z0-9]{24}$/);
    assert.deepEqual(fieldsOf(session), always);
    const { startedAt, createdAt, updatedAt, ...fields } = session;
    assert.deepEqual(fields, {
      sessionId,
      ...opening(team),
      organizationId: team.organizationId,
      agentId: 'claude-code',
      status: 'active',
      secretEnvironment: 'live',
      eventCount: 0,
    });
    assert.ok(startedAt === createdAt && createdAt === updatedAt);
    assert.ok(Math.abs(Date.parse(startedAt) - Date.now()) < 10_000);
  });

  it('21 keeps what is given (S4, S8)', async () => {
    const team = await aTeam(server());
    const given = {
      ...opening(team),
      agentId: 'codex' as const,
      title: 'Fix “it” 🛠',
      repoRoot: '/src',
      gitBranch: 'main',
      externalId: 'abc',
      continuesSessionId: team.sessionId,
    };
    const { session } = await team.machine.openSession(given);
    assert.deepEqual(
      fieldsOf(session),
      [...always, 'continuesSessionId', 'externalId', 'gitBranch', 'repoRoot', 'repository', 'title'].sort(),
    );
    for (const [name, value] of Object.entries(given)) {
      assert.equal(session[name as keyof typeof session], value, name);
    }
    await assert.rejects(
      team.machine.openSession({ ...opening(team), continuesSessionId: 'ses_000000000000000000000000' }),
      refusedWith('session_not_found'),
    );
  });

  it('21 refuses bad fields (S4, S5)', async () => {
    const team = await aTeam(server());
    for (const given of [
      { title: 'x'.repeat(501) },
      { title: 'a\u0000' },
      { title: 5 },
      { agentId: 'unknown' },
      { repoRoot: 'relative' },
      { gitBranch: 'a\nb' },
      { environmentId: null },
      { agentInstallationId: undefined },
      { environmentId: 7 },
    ]) {
      const refused = await send(server(), 'POST', '/v1/sessions', {
        credential: team.secret,
        json: { ...opening(team), ...given },
      });
      assert.equal(refused.code, 'validation_error', JSON.stringify(given).slice(0, 40));
    }
    assert.equal(
      (await team.machine.openSession({ ...opening(team), title: '😀'.repeat(500) })).session.title?.length,
      1000,
    );
  });

  it('S1 unknown and foreign parents are not found', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server())];
    for (const environmentId of [other.environmentId, 'env_000000000000000000000000', 'x', '']) {
      await assert.rejects(
        team.machine.openSession({ ...opening(team), environmentId }),
        refusedWith('environment_not_found'),
      );
    }
    for (const agentInstallationId of [
      other.installationId,
      'ins_000000000000000000000000',
      team.sessionId,
    ]) {
      await assert.rejects(
        team.machine.openSession({ ...opening(team), agentInstallationId }),
        refusedWith('installation_not_found'),
      );
    }
  });

  it('S2 an installation belongs to its environment, one without belongs to all', async () => {
    const team = await aTeam(server());
    const { environmentId } = await team.machine.registerEnvironment({
      hostname: 'second',
      platform: 'win32',
      serviceCliVersion: '1.0.0',
    });
    const refused = await send(server(), 'POST', '/v1/sessions', {
      credential: team.secret,
      json: { ...opening(team), environmentId },
    });
    assert.equal(refused.code, 'validation_error');
    assert.match(
      String(refused.body.error),
      new RegExp(`${team.installationId} belongs to ${team.environmentId}`),
    );
    const { installation } = await team.owner.client.createInstallation({ agentId: 'codex' });
    const opened = await team.machine.openSession({
      environmentId,
      agentInstallationId: installation.installationId,
    });
    assert.equal(opened.session.agentId, 'codex');
  });

  it('S3 a disabled installation opens nothing, what is open goes on', async () => {
    const { owner, machine, installationId, sessionId, ...team } = await aTeam(server());
    await owner.client.changeInstallation({ installationId, status: 'disabled' });
    const input = { environmentId: team.environmentId, agentInstallationId: installationId };
    await assert.rejects(machine.openSession(input), refusedWith('installation_disabled'));
    await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    await owner.client.changeInstallation({ installationId, status: 'active' });
    await machine.openSession(input);
  });

  it('S7 the same key and body open one session, answered alike', async () => {
    const team = await aTeam(server());
    const json = { ...opening(team), title: 'Once' };
    const open = (given: object = json, key = 'open-1') =>
      send(server(), 'POST', '/v1/sessions', {
        credential: team.secret,
        json: given,
        headers: { 'Idempotency-Key': key },
      });
    const first = await open();
    assert.equal(first.headers.get('Idempotent-Replayed'), null);
    const sessionId = String(first.body.sessionId);
    await team.machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    await team.machine.completeSession({ sessionId });
    const again = await open();
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true');
    assert.equal((await open({ ...json, title: 'Other' })).code, 'idempotency_key_reused');
    const racing = await Promise.all(Array.from({ length: 8 }, () => open(json, 'open-2')));
    assert.equal(new Set(racing.map(({ text }) => text)).size, 1);
    // Another organization's key of the same text is another key.
    const other = await aTeam(server());
    const { body } = await send(server(), 'POST', '/v1/sessions', {
      credential: other.secret,
      json: opening(other),
      headers: { 'Idempotency-Key': 'open-1' },
    });
    assert.notEqual(body.sessionId, sessionId);
  });

  it('S7, V17 a refused opening does not use up its key', async () => {
    const team = await aTeam(server());
    const headers = { 'Idempotency-Key': 'k' };
    const wrong = { ...opening(team), environmentId: 'env_000000000000000000000000' };
    await assert.rejects(team.machine.openSession(wrong, { headers }), refusedWith('environment_not_found'));
    await team.machine.openSession(opening(team), { headers });
  });

  it('23 completes without a body, with status, with endedAt (C1)', async () => {
    const team = await aTeam(server());
    const fresh = async () => (await team.machine.openSession(opening(team))).sessionId;
    const bare = await send(server(), 'POST', `/v1/sessions/${team.sessionId}/complete`, {
      credential: team.secret,
    });
    assert.deepEqual(fieldsOf(bare.body), ['endedAt', 'sessionId', 'status']);
    assert.deepEqual([bare.body.sessionId, bare.body.status], [team.sessionId, 'completed']);
    const failed = await team.machine.completeSession({ sessionId: await fresh(), status: 'failed' });
    assert.equal(failed.status, 'failed');
    const sessionId = await fresh();
    const dated = await team.machine.completeSession({ sessionId, endedAt: '2024-02-29T12:00:00.1+02:00' });
    assert.equal(dated.endedAt, '2024-02-29T10:00:00.100Z');
    const { session } = await team.owner.client.getSession({ sessionId });
    assert.deepEqual([session.status, session.endedAt], ['completed', dated.endedAt]);
    assert.ok(session.endedAt && session.endedAt < session.startedAt);
  });

  it('C2, C3 again: the first answer, or a conflict with the other status', async () => {
    const { machine, sessionId } = await aTeam(server());
    const first = await machine.completeSession({ sessionId, status: 'failed' });
    await sleep(3);
    for (const input of [{}, { status: 'failed' as const }, { endedAt: '2024-01-01T00:00:00Z' }]) {
      assert.deepEqual(await machine.completeSession({ sessionId, ...input }), first);
    }
    await assert.rejects(
      machine.completeSession({ sessionId, status: 'completed' }),
      refusedWith('session_closed'),
    );
  });

  it('C4, H21 endedAt: an instant with a zone from 2000 to one day ahead', async () => {
    const team = await aTeam(server());
    const complete = (endedAt: unknown) =>
      send(server(), 'POST', `/v1/sessions/${team.sessionId}/complete`, {
        credential: team.secret,
        json: { endedAt },
      });
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const bad of [
      '2024-01-01',
      '2024-01-01T00:00:00',
      '1999-12-31T23:59:59.999Z',
      '2024-02-30T00:00:00Z',
      '2024-01-01T25:00:00Z',
      '2024-06-30T23:59:60Z',
      'yesterday',
      '',
      1_700_000_000_000,
      ahead(86_400_000 + 60_000),
      '+012024-01-01T00:00:00Z',
    ]) {
      assert.equal((await complete(bad)).code, 'validation_error', String(bad));
    }
    assert.equal((await complete(ahead(86_400_000 - 60_000))).status, 200);
  });

  it('C5 unknown, foreign and shapeless ids are not found', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server())];
    for (const sessionId of [other.sessionId, 'ses_000000000000000000000000', 'x', team.environmentId]) {
      await assert.rejects(team.machine.completeSession({ sessionId }), refusedWith('session_not_found'));
    }
    for (const status of ['active', 'done', '', 1]) {
      const refused = await send(server(), 'POST', `/v1/sessions/${team.sessionId}/complete`, {
        credential: team.secret,
        json: { status },
      });
      assert.equal(refused.code, 'validation_error');
    }
  });

  it('C6 a completion racing appends: nothing is accepted after it', async () => {
    const { machine, owner, sessionId } = await aTeam(server());
    const events = [{ eventType: 'x' }];
    const appends = Array.from({ length: 30 }, () => machine.appendEvents({ sessionId, events }));
    const completed = machine.completeSession({ sessionId });
    const settled = await Promise.allSettled(appends);
    await completed;
    for (const one of settled) if (one.status === 'rejected') refusedWith('session_closed')(one.reason);
    const accepted = settled.filter(({ status }) => status === 'fulfilled').length;
    assert.equal((await owner.client.getSession({ sessionId })).session.eventCount, accepted);
    assert.equal((await owner.client.listEvents({ sessionId })).events.length, accepted);
  });
});
