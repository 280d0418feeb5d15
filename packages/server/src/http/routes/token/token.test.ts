import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Route, routes, scopeOf, type TokenScope, tokenPrefix, tokenScopes } from '@debrief/contract';
import { refusedWith, send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { newId } from '../../../domain/id.ts';
import { digestSecret, hasChecksum, makeSecret } from '../../../domain/secret.ts';

/** What reads with `sessions:read`: the exact list. */
const reads = [
  'exportOrganization',
  'findInSession',
  'findLinks',
  'findPriorWork',
  'getBrief',
  'getChanges',
  'getEntry',
  'getFileAt',
  'getFindings',
  'getInsights',
  'getLesson',
  'getOutline',
  'getRepository',
  'getReview',
  'getSession',
  'getSkeleton',
  'getTranscript',
  'listCommits',
  'listEvents',
  'listInbox',
  'listLessons',
  'listRepositories',
  'listSessionLessons',
  'listSessionLinks',
  'listSessions',
  'listThreads',
  'searchSessions',
];

const jwtRoutes = (Object.entries(routes) as [string, Route][]).filter(([, row]) => row.credential === 'jwt');
const opened = (scope: TokenScope): string[] =>
  jwtRoutes.filter(([, row]) => scopeOf(row) === scope).map(([name]) => name);

const day = 86_400_000;

onEveryEngine('a personal token', (server) => {
  const issue = async (team: Team, scopes: TokenScope[] = ['sessions:read']) =>
    team.owner.client.issueToken({ name: 'my agent', scopes });

  it('opens the routes of its scopes, and no other one of the whole table', async () => {
    const team = await aTeam(server());
    assert.deepEqual(opened('sessions:read').sort(), reads);
    assert.deepEqual(opened('reviews:write'), ['addComment']);
    for (const scope of tokenScopes) {
      const { token } = await issue(team, [scope]);
      const allowed: string[] = [];
      for (const [name, row] of jwtRoutes) {
        const path = row.path.replace(/\{(\w+)\}/g, (_, parameter) =>
          parameter === 'sessionId' ? team.sessionId : 'x',
        );
        const { status, code } = await send(server(), row.method, path, {
          credential: token,
          ...(row.body && { json: {} }),
        });
        assert.notEqual(status, 500, name);
        if (code !== 'insufficient_scope') allowed.push(name);
      }
      assert.deepEqual(allowed.sort(), opened(scope).sort(), scope);
      // No route of machines takes it.
      assert.equal(
        (await send(server(), 'POST', '/v1/environments', { credential: token, json: {} })).status,
        401,
      );
    }
  });

  it('is shown once, with a checksum; what is kept and listed has no word of it', async () => {
    const team = await aTeam(server());
    const { token, ...issued } = await issue(team, ['reviews:write', 'sessions:read']);
    assert.match(token, /^pat_[0-9A-Za-z]{38}$/);
    assert.ok(hasChecksum(token));
    const ownerUserId = (await team.owner.client.getOrganization()).ownerUserId;
    assert.deepEqual(issued, {
      tokenId: issued.tokenId,
      userId: ownerUserId,
      name: 'my agent',
      scopes: ['sessions:read', 'reviews:write'],
      status: 'active',
      createdBy: ownerUserId,
      createdAt: issued.createdAt,
      expiresAt: new Date(Date.parse(issued.createdAt) + 90 * day).toISOString(),
    });
    const { store } = server().running.context;
    const kept = JSON.stringify(await store.token.find(team.organizationId, issued.tokenId));
    assert.ok(!kept.includes(token) && !kept.includes(token.slice(4, 36)));
    assert.deepEqual((await team.owner.client.listTokens({})).tokens, [issued]);
    await server().client(token).listSessions({});
    const [used] = (await team.owner.client.listTokens({})).tokens;
    assert.deepEqual(used, {
      ...issued,
      lastUsedOn: new Date().toISOString().slice(0, 10),
      lastChannel: 'token',
    });
  });

  it('bad wishes are refused in words: days, scopes, names, how many', async () => {
    const team = await aTeam(server());
    const wish = (json: object) =>
      send(server(), 'POST', '/v1/organizations/me/tokens', { credential: team.owner.token, json });
    const good = { name: 'x', scopes: ['sessions:read'] };
    assert.equal((await wish({ ...good, days: 365 })).status, 201);
    for (const bad of [
      { ...good, days: 366 },
      { ...good, days: 0 },
      { ...good, name: ' ' },
      { ...good, name: 'x'.repeat(101) },
      { ...good, scopes: [] },
      { ...good, scopes: ['everything'] },
      { ...good, scopes: ['gate:read', 'gate:read'] },
      { ...good, forOrganization: true },
    ]) {
      assert.equal((await wish(bad)).code, 'validation_error', JSON.stringify(bad));
    }
    for (let count = 1; count < 50; count++) assert.equal((await wish(good)).status, 201);
    assert.equal((await wish(good)).code, 'limit_reached');
    const [first] = (await team.owner.client.listTokens({})).tokens;
    await team.owner.client.revokeToken({ tokenId: first?.tokenId as string });
    assert.equal((await wish(good)).status, 201);
  });

  it('works until it expires, is revoked, or its membership ends; each at once', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const { store } = server().running.context;
    const one = await member.client.issueToken({ name: 'one', scopes: ['sessions:read'] });
    const two = await member.client.issueToken({ name: 'two', scopes: ['sessions:read'] });
    const three = await member.client.issueToken({ name: 'three', scopes: ['sessions:read'] });
    const read = ({ token }: { token: string }) => server().client(token).listSessions({});
    await Promise.all([read(one), read(two), read(three)]);

    // Not by another member, and not to be known of.
    const other = await joinTeam(server(), team, 'member');
    await assert.rejects(other.client.revokeToken(one), refusedWith('token_not_found'));
    await assert.rejects(other.client.listTokens({ of: 'organization' }), refusedWith('insufficient_role'));
    const revoked = await member.client.revokeToken(one);
    assert.deepEqual([revoked.status, revoked.revokedBy], ['revoked', member.userId]);
    await assert.rejects(read(one), refusedWith('invalid_token'));
    await team.owner.client.revokeToken(two);
    await assert.rejects(read(two), refusedWith('invalid_token'));

    await team.owner.client.removeMember({ userId: member.userId });
    await assert.rejects(read(three), refusedWith('invalid_token'));
    assert.deepEqual((await team.owner.client.listTokens({ of: 'organization' })).tokens, []);

    const fourth = await issue(team);
    const record = await store.token.find(team.organizationId, fourth.tokenId);
    assert.ok(record);
    const plaintext = makeSecret('live', { live: tokenPrefix, test: tokenPrefix });
    const digest = digestSecret(server().running.context.pepper, plaintext);
    await store.token.add({ ...record, tokenId: newId('tok'), digest, expiresAt: Date.now() - 1 }, 50);
    await assert.rejects(read({ token: plaintext }), refusedWith('token_expired'));
    for (const wrong of ['pat_', `pat_${'0'.repeat(38)}`, `${fourth.token}0`, fourth.token.slice(0, -1)]) {
      await assert.rejects(read({ token: wrong }), refusedWith('invalid_token'));
    }
    await read(fourth);
  });

  it('one of the organization is for the gate, made by an admin, and stays when they leave', async () => {
    const team = await aTeam(server());
    const admin = await joinTeam(server(), team, 'admin');
    const member = await joinTeam(server(), team, 'member');
    const wish = { name: 'CI', scopes: ['gate:read'] as TokenScope[], forOrganization: true };
    await assert.rejects(member.client.issueToken(wish), refusedWith('insufficient_role'));
    const issued = await admin.client.issueToken(wish);
    assert.equal(issued.userId, undefined);
    assert.equal(issued.createdBy, admin.userId);
    await team.owner.client.removeMember({ userId: admin.userId });
    const { tokens } = await team.owner.client.listTokens({ of: 'organization' });
    assert.deepEqual(
      tokens.map(({ name, status }) => [name, status]),
      [['CI', 'active']],
    );
    await assert.rejects(server().client(issued.token).listSessions({}), refusedWith('insufficient_scope'));
    // A member who is no admin does not revoke it.
    await assert.rejects(member.client.revokeToken(issued), refusedWith('token_not_found'));
    await team.owner.client.revokeToken(issued);
    await assert.rejects(server().client(issued.token).listSessions({}), refusedWith('invalid_token'));
  });

  it('reads what its member may read, and each read is in the access list by its channel', async () => {
    const team = await aTeam(server());
    const { environmentId, sessionId } = team;
    const ownerUserId = (await team.owner.client.getOrganization()).ownerUserId;
    const member = await joinTeam(server(), team, 'member');
    const { token } = await member.client.issueToken({ name: 'x', scopes: ['sessions:read'] });
    const client = server().client(token);
    await client.getTranscript({ sessionId });
    const { readers } = await team.owner.client.listReaders({ sessionId });
    assert.deepEqual(
      readers.map(({ userId, channels }) => [userId, channels]),
      [[member.userId, ['token']]],
    );
    await team.owner.client.setAuthor({ environmentId, userId: ownerUserId, earlier: true });
    await team.owner.client.holdSession({ sessionId, hold: '1h' });
    await assert.rejects(client.getTranscript({ sessionId }), refusedWith('session_not_shared'));
    assert.equal((await client.listSessions({})).sessions[0]?.access?.mayRead, false);
  });

  it('a reply by a token is marked as by an agent, and resolves nothing', async () => {
    const team = await aTeam(server());
    const { sessionId } = team;
    const opened = await team.owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
    const { threadId } = opened.thread;
    const { token } = await issue(team, ['reviews:write']);
    const client = server().client(token);
    const { thread } = await client.addComment({ sessionId, threadId, body: 'Because.' });
    assert.deepEqual(
      thread.comments.map(({ body, byAgent }) => [body, byAgent]),
      [
        ['Why?', undefined],
        ['Because.', true],
      ],
    );
    await assert.rejects(
      client.addComment({ sessionId, threadId, body: 'Done.', state: 'resolved' }),
      refusedWith('insufficient_scope'),
    );
    assert.equal((await team.owner.client.listThreads({ sessionId })).threads[0]?.state, 'open');
  });
});
