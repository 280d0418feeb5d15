import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { DebriefError } from '@debrief/contract';
import { aCommit } from '../../../testing/links/link.ts';
import { refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../testing/team.ts';

const listed = [
  'createdAt',
  'createdBy',
  'environment',
  'label',
  'organizationId',
  'secretId',
  'secretPrefix',
];

onEveryEngine('secrets', (server) => {
  it('8 issues a live secret by default, plaintext once (K1, K2, K10)', async () => {
    const { owner, organizationId } = await aTeam(server());
    const answer = await send(server(), 'POST', '/v1/organizations/me/secrets', { credential: owner.token });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    const issued = answer.body as Record<string, string>;
    assert.deepEqual(
      fieldsOf(issued),
      [...listed.filter((field) => field !== 'label'), 'secret', 'status'].sort(),
    );
    assert.deepEqual(
      [issued.environment, issued.secretPrefix, issued.status, issued.organizationId],
      ['live', 'sk_live_', 'active', organizationId],
    );
    assert.match(issued.secret as string, /^sk_live_[0-9A-Za-z]{38}$/);
    const { users } = await owner.client.listMembers();
    assert.equal(issued.createdBy, users[0]?.userId);
  });

  it('8 issues test secrets with a label (K1, K5)', async () => {
    const { owner } = await aTeam(server());
    const issued = await owner.client.issueSecret({ environment: 'test', label: '  CI  ' });
    assert.deepEqual([issued.secretPrefix, issued.label], ['sk_test_', 'CI']);
    assert.ok(issued.secret.startsWith('sk_test_'));
    assert.equal(fieldsOf(await owner.client.issueSecret({ label: '   ' })).includes('label'), false);
    await owner.client.issueSecret({ label: 'CI' });
  });

  it('8 refuses another environment and a label too long or with controls (K5, H17)', async () => {
    const { owner } = await aTeam(server());
    for (const json of [
      { environment: 'staging' },
      { environment: 'Live' },
      { environment: '' },
      { environment: 1 },
      { label: 'x'.repeat(101) },
      { label: 'a\u0007b' },
      { label: '\udfff' },
      { label: {} },
    ]) {
      const refused = await send(server(), 'POST', '/v1/organizations/me/secrets', {
        credential: owner.token,
        json,
      });
      assert.equal(refused.code, 'validation_error', JSON.stringify(json));
    }
    // Null counts as omitted (H14).
    const json = { environment: null, label: null };
    const issued = await send(server(), 'POST', '/v1/organizations/me/secrets', {
      credential: owner.token,
      json,
    });
    assert.equal(issued.body.environment, 'live');
  });

  it('9 lists active and revoked ones, newest first, never the plaintext (K4)', async () => {
    const team = await aTeam(server());
    await sleep(3);
    const second = await team.owner.client.issueSecret({ label: 'second' });
    await team.owner.client.revokeSecret({ secretId: team.secretId });
    const member = await joinTeam(server(), team, 'member');
    const { text } = await send(server(), 'GET', '/v1/organizations/me/secrets', {
      credential: member.token,
    });
    const { secrets } = await member.client.listSecrets();
    assert.deepEqual(
      secrets.map(({ secretId, status }) => [secretId, status]),
      [
        [second.secretId, 'active'],
        [team.secretId, 'revoked'],
      ],
    );
    assert.deepEqual(fieldsOf(secrets[0] as object), [...listed, 'status'].sort());
    assert.deepEqual(fieldsOf(secrets[1] as object), [...listed, 'revokedAt', 'status'].sort());
    for (const { secret } of [second, team]) {
      assert.ok(!text.includes(secret.slice(8, 30)) && !text.includes(secret.slice(-6)));
    }
  });

  it('10 revokes; the next request is refused; again is the same answer (K6, A3)', async () => {
    const team = await aTeam(server());
    const { secretId, sessionId, machine, owner } = team;
    const events = [{ eventType: 'x' }];
    // Twice: from the second time on the secret is known from memory.
    for (let turn = 0; turn < 2; turn++) await machine.appendEvents({ sessionId, events });
    const revoked = await owner.client.revokeSecret({ secretId });
    assert.deepEqual(fieldsOf(revoked), [...listed, 'revokedAt', 'status'].sort());
    assert.equal(revoked.status, 'revoked');
    for (let turn = 0; turn < 2; turn++)
      await assert.rejects(machine.appendEvents({ sessionId, events }), refusedWith('secret_revoked'));
    await assert.rejects(machine.beat({ environmentId: team.environmentId }), refusedWith('secret_revoked'));
    await sleep(3);
    assert.deepEqual(await owner.client.revokeSecret({ secretId }), revoked);
    const other = await aTeam(server());
    for (const unknown of [other.secretId, 'sec_000000000000000000000000', 'x', team.organizationId]) {
      await assert.rejects(owner.client.revokeSecret({ secretId: unknown }), refusedWith('secret_not_found'));
    }
  });

  it('K7 any active secret of its kind continues a session', async () => {
    const team = await aTeam(server());
    const { secret } = await team.owner.client.issueSecret({});
    await team.owner.client.revokeSecret({ secretId: team.secretId });
    const other = server().client(secret);
    const { sessionId } = team;
    const appended = await other.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    assert.equal(appended.accepted, 1);
    assert.equal((await other.completeSession({ sessionId })).status, 'completed');
  });

  it('K8 a test secret opens test sessions on an unclaimed machine and writes to no live one', async () => {
    const team = await aTeam(server());
    const { sessionId, machine: live } = team;
    const { secret } = await team.owner.client.issueSecret({ environment: 'test' });
    const other = server().client(secret);
    const walled = refusedWith('wrong_secret_environment');
    // Twice: from the second time on the secret is known from memory.
    for (let turn = 0; turn < 2; turn++) {
      await assert.rejects(other.appendEvents({ sessionId, events: [{ eventType: 'x' }] }), walled);
    }
    await assert.rejects(other.completeSession({ sessionId }), walled);
    await assert.rejects(other.reportCommits({ sessionId, commits: [aCommit('wall')] }), walled);
    const { session } = await team.owner.client.getSession({ sessionId });
    assert.deepEqual([session.eventCount, session.status], [0, 'active']);
    const opened = await other.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
    });
    assert.equal(opened.session.secretEnvironment, 'test');
    const back = { sessionId: opened.sessionId };
    await assert.rejects(live.appendEvents({ ...back, events: [{ eventType: 'x' }] }), walled);
    await assert.rejects(live.completeSession(back), walled);
    assert.equal((await other.completeSession(back)).status, 'completed');
  });

  it('K9 stops at a hundred active ones, also under parallel requests; a revocation makes room', async () => {
    const { owner, secretId } = await aTeam(server());
    // All of them wait for one row, and who waits for two seconds is told to try again (R4): on a busy machine some are.
    const issue = async (): Promise<unknown> => {
      try {
        return await owner.client.issueSecret({});
      } catch (error) {
        if ((error as DebriefError).code !== 'service_unavailable') throw error;
        await sleep(100);
        return issue();
      }
    };
    const settled = await Promise.allSettled(Array.from({ length: 110 }, issue));
    for (const one of settled) if (one.status === 'rejected') refusedWith('limit_reached')(one.reason);
    const { secrets } = await owner.client.listSecrets();
    assert.equal(secrets.filter(({ status }) => status === 'active').length, 100);
    // One that came too late for its answer may have been issued all the same; nobody has it.
    assert.ok(settled.filter(({ status }) => status === 'fulfilled').length <= 99);
    await owner.client.revokeSecret({ secretId });
    await owner.client.issueSecret({});
    await assert.rejects(owner.client.issueSecret({}), refusedWith('limit_reached'));
  });

  it('A2 tells a mistyped secret without asking the store, and an unknown one after', async () => {
    const { secret, environmentId } = await aTeam(server());
    const beat = (presented: string) =>
      server()
        .client(presented)
        .beat({ environmentId }, { headers: { 'X-Service-Secret': presented } });
    const swapped = secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const body = `sk_test_${'0'.repeat(32)}`;
    let rest = crc32(body);
    let sum = '';
    for (let digit = 0; digit < 6; digit++) {
      sum = alphabet[rest % 62] + sum;
      rest = Math.floor(rest / 62);
    }
    for (const presented of [swapped, body + sum, secret.slice(0, -1), `${secret}0`, secret.toUpperCase()]) {
      await assert.rejects(beat(presented), refusedWith('invalid_secret'));
    }
  });
});
