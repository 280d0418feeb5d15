import assert from 'node:assert/strict';
import { it } from 'node:test';
import { raw } from '../../../testing/http/raw.ts';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aPerson, aTeam, joinTeam, type Team } from '../../../testing/team.ts';

onEveryEngine('credentials', (server) => {
  const beat = (team: Team, headers: Record<string, string>) =>
    send(server(), 'POST', `/v1/environments/${team.environmentId}/heartbeat`, { headers });
  const members = (headers: Record<string, string>) =>
    send(server(), 'GET', '/v1/organizations/me/members', { headers });

  it('A1 none: 401 with a challenge that names no error', async () => {
    const team = await aTeam(server());
    for (const refused of [
      await beat(team, {}),
      await members({}),
      await beat(team, { 'X-Service-Secret': '' }),
    ]) {
      assert.equal(refused.code, 'missing_credentials');
      assert.equal(refused.headers.get('WWW-Authenticate'), 'Bearer realm="debrief"');
    }
  });

  it('A7 the secret comes by either header, beside anything that is not another secret', async () => {
    const team = await aTeam(server());
    const { secret: second } = await team.owner.client.issueSecret({});
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const header = { 'X-Service-Secret': team.secret };
    for (const headers of [
      header,
      bearer(team.secret),
      { ...header, ...bearer(team.secret) },
      { ...header, Authorization: 'Basic YTpi' },
      { ...header, ...bearer('some.jwt.token') },
    ]) {
      assert.equal((await beat(team, headers)).status, 200, JSON.stringify(headers));
    }
    const both = await beat(team, { ...header, ...bearer(second) });
    assert.equal(both.code, 'conflicting_credentials');
    assert.equal(
      (await beat(team, { 'X-Service-Secret': 'nonsense', ...bearer(team.secret) })).code,
      'conflicting_credentials',
    );
  });

  it('A5 a secret on a JWT route is the wrong kind, also beside a valid token', async () => {
    const { secret, owner } = await aTeam(server());
    const sent: Record<string, string>[] = [
      { 'X-Service-Secret': secret },
      { Authorization: `Bearer ${secret}` },
      { 'X-Service-Secret': secret, Authorization: `Bearer ${owner.token}` },
      { 'X-Service-Secret': 'anything', Authorization: `Bearer ${owner.token}` },
    ];
    for (const headers of sent) {
      assert.equal((await members(headers)).code, 'wrong_credential_type', JSON.stringify(headers));
    }
  });

  it('A6 a token on a secret route is the wrong kind', async () => {
    const team = await aTeam(server());
    const refused = await beat(team, { Authorization: `Bearer ${team.owner.token}` });
    assert.equal(refused.code, 'wrong_credential_type');
  });

  it('A8 a credential header that comes twice is refused', async () => {
    const team = await aTeam(server());
    const request = (path: string, method: string, ...lines: string[]) =>
      raw(
        server().url,
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
      );
    const token = `Authorization: Bearer ${team.owner.token}`;
    const secret = `X-Service-Secret: ${team.secret}`;
    const path = `/v1/environments/${team.environmentId}/heartbeat`;
    for (const text of [
      await request('/v1/organizations/me', 'GET', token, token),
      await request('/v1/organizations/me', 'GET', 'Authorization: Basic YTpi', token),
      await request(path, 'POST', secret, secret),
      await request(path, 'POST', secret, 'x-service-secret: other'),
      await request(path, 'POST', `Authorization: Bearer ${team.secret}`, token),
    ]) {
      assert.match(text, /^HTTP\/1\.1 401 /);
    }
  });

  it('A9 the scheme in any case, exactly one token', async () => {
    const { owner } = await aTeam(server());
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      assert.equal((await members({ Authorization: scheme + owner.token })).status, 200, scheme);
    }
    for (const value of [
      `Bearer ${owner.token} x`,
      `Token ${owner.token}`,
      owner.token,
      'Bearer',
      'Bearer ',
    ]) {
      assert.equal((await members({ Authorization: value })).code, 'invalid_token', value);
    }
  });

  it('A4, A13 tokens that are expired, early, of others or malformed', async () => {
    const { issuer } = server();
    const { subject, email } = await aPerson(server());
    const now = Math.floor(Date.now() / 1000);
    const claims = (given: object) => ({ ...issuer.claims({ subject, email }), ...given });
    const good = claims({});
    const without = (name: string) =>
      Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
    const codes: [string, Record<string, unknown> | string, Parameters<typeof issuer.sign>[1]?][] = [
      ['organization_not_found', good],
      ['organization_not_found', claims({ exp: now - 20 })],
      ['token_expired', claims({ exp: now - 40 })],
      ['organization_not_found', claims({ nbf: now + 20, iat: now + 20 })],
      ['invalid_token', claims({ nbf: now + 45 })],
      ['invalid_token', claims({ iat: now + 45 })],
      ['invalid_token', without('exp')],
      ['invalid_token', without('sub')],
      ['invalid_token', without('iss')],
      ['invalid_token', without('aud')],
      ['invalid_token', claims({ sub: '' })],
      ['invalid_token', claims({ sub: 'x'.repeat(256) })],
      ['invalid_token', claims({ sub: 7 })],
      ['invalid_token', claims({ sub: { a: 1 } })],
      ['invalid_token', claims({ sub: 'a\u0000b' })],
      ['invalid_token', claims({ iss: `${issuer.issuer}/` })],
      ['invalid_token', claims({ aud: ['https://other.test'] })],
      ['organization_not_found', claims({ aud: ['https://other.test', good.aud] })],
      ['invalid_token', claims({ fill: 'x'.repeat(8000) })],
      ['invalid_token', good, { typ: 'dpop+jwt' }],
      ['organization_not_found', good, { typ: 'JWT' }],
      ['invalid_token', good, { crit: ['exp'] }],
      ['invalid_token', 'a.b.c'],
      ['invalid_token', 'a.b.c.d.e'],
      ['invalid_token', 'nonsense'],
    ];
    for (const [code, token, header] of codes) {
      const text = typeof token === 'string' ? token : await signed(token, header);
      const reply = await members({ Authorization: `Bearer ${text}` });
      assert.equal(reply.code, code, JSON.stringify([token, header]).slice(0, 200));
      if (reply.status === 401) {
        assert.match(reply.headers.get('WWW-Authenticate') ?? '', /error="invalid_token"/);
      }
    }
    // jose refuses to sign an unknown `crit`, so that header is spliced in by hand.
    async function signed(payload: Record<string, unknown>, header: Parameters<typeof issuer.sign>[1]) {
      if (!header?.crit) return issuer.sign(payload, header);
      const [, body, signature] = (await issuer.sign(payload)).split('.');
      const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'test-key', ...header })).toString(
        'base64url',
      );
      return `${head}.${body}.${signature}`;
    }
  });

  it('A10 the role is judged before the body; A11 having none depends on the route', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const refused = await send(server(), 'POST', '/v1/organizations/me/members', {
      credential: member.token,
      body: 'not json',
    });
    assert.equal(refused.code, 'insufficient_role');
    const nobody = await aPerson(server());
    const list = await send(server(), 'GET', '/v1/agents', { credential: nobody.token });
    assert.equal(list.code, 'insufficient_role');
    const mine = await send(server(), 'PATCH', '/v1/organizations/me', {
      credential: nobody.token,
      body: 'not json',
    });
    assert.equal(mine.code, 'organization_not_found');
  });

  it('credentials come before media type, size and JSON', async () => {
    const { sessionId, secret } = await aTeam(server());
    const path = `/v1/sessions/${sessionId}/events`;
    const huge = 'x'.repeat(17 * 1024 * 1024);
    const headers = { 'Content-Type': 'text/plain' };
    const stranger = await send(server(), 'POST', path, { body: huge.slice(0, 2000), headers });
    assert.equal(stranger.code, 'missing_credentials');
    const known = await send(server(), 'POST', path, { credential: secret, body: 'x', headers });
    assert.equal(known.code, 'unsupported_media_type');
    const invalid = await send(server(), 'POST', path, { credential: secret, body: 'x' });
    assert.equal(invalid.code, 'invalid_json');
    const unknown = await send(server(), 'POST', '/v1/sessions/ses_000000000000000000000000/events', {
      credential: secret,
      json: { events: [] },
    });
    assert.equal(unknown.code, 'validation_error');
  });
});
