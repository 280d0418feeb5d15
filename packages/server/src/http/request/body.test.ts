import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aPerson, aTeam } from '../../../testing/team.ts';

onEveryEngine('bodies', (server) => {
  const register = (secret: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    send(server(), 'POST', '/v1/environments', { credential: secret, body, headers });
  const valid = '{"hostname":"h","platform":"linux","serviceCliVersion":"1.0.0"}';

  it('H9 takes application/json in UTF-8 and nothing else', async () => {
    const { secret } = await aTeam(server());
    for (const type of [
      'application/json',
      'Application/JSON; Charset="UTF-8"',
      'application/json;charset=utf-8',
    ]) {
      assert.equal((await register(secret, valid, { 'Content-Type': type })).status, 201, type);
    }
    for (const type of [
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'application/vnd.api+json',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      '',
    ]) {
      const refused = await register(secret, valid, { 'Content-Type': type });
      assert.equal(refused.code, 'unsupported_media_type', type);
    }
  });

  it('H10 content encodings only where they are taken', async () => {
    const { secret } = await aTeam(server());
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const refused = await register(secret, valid, { 'Content-Encoding': encoding });
      assert.equal(refused.code, 'unsupported_media_type', encoding);
    }
  });

  it('H11 refuses what is not a JSON object', async () => {
    const { secret } = await aTeam(server());
    for (const body of [
      '',
      ' ',
      '{',
      '[]',
      '[{}]',
      'null',
      'true',
      '1',
      '"text"',
      "{'a':1}",
      `${valid}x`,
      '{a:1}',
    ]) {
      assert.equal((await register(secret, body)).code, 'invalid_json', body);
    }
    for (const bytes of [
      [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d],
      [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d],
      [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d],
      [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    ]) {
      assert.equal((await register(secret, Uint8Array.from(bytes))).code, 'invalid_json', String(bytes));
    }
  });

  it('H11 an empty body is {} where everything is optional, with and without a type', async () => {
    const team = await aTeam(server());
    const { secret, owner } = team;
    for (const [method, path, credential, status] of [
      ['POST', '/v1/organizations/me/secrets', owner.token, 201],
      ['POST', `/v1/environments/${team.environmentId}/heartbeat`, secret, 200],
      ['PATCH', `/v1/organizations/me/agents/${team.installationId}`, owner.token, 200],
      ['POST', `/v1/sessions/${team.sessionId}/complete`, secret, 200],
    ] as const) {
      assert.equal((await send(server(), method, path, { credential })).status, status, path);
      const typed = { credential, headers: { 'Content-Type': 'application/json' } };
      assert.equal((await send(server(), method, path, typed)).status, status, path);
      assert.equal((await send(server(), method, path, { credential, body: '{}' })).status, status, path);
      assert.equal(
        (await send(server(), method, path, { credential, body: '[]' })).code,
        'invalid_json',
        path,
      );
    }
    const person = await aPerson(server());
    const empty = await send(server(), 'POST', '/v1/organizations', { credential: person.token });
    assert.equal(empty.code, 'invalid_json');
  });

  it('H13, H15 ignores unknown fields and parameters; the last of equal keys counts', async () => {
    const { secret, owner } = await aTeam(server());
    const body = `{"environmentId":"mine","status":"revoked","lastSeenAt":"x","hostname":"first","organizationId":"x","__proto__":{"hostname":"p"},${valid.slice(1)}`;
    const reply = await register(secret, body);
    assert.equal(reply.status, 201);
    const { environment } = reply.body as { environment: Record<string, unknown> };
    assert.deepEqual([environment.hostname, environment.status], ['h', 'active']);
    const queried = await send(server(), 'GET', '/v1/organizations/me?role=owner&x[]=1', {
      credential: owner.token,
    });
    assert.equal(queried.status, 200);
  });

  it('H14 null is omitted where optional, refused where required', async () => {
    const { secret } = await aTeam(server());
    assert.equal(
      (await register(secret, `${valid.slice(0, -1)},"displayName":null,"repoRoot":null}`)).status,
      201,
    );
    const refused = await register(
      secret,
      '{"hostname":null,"platform":"linux","serviceCliVersion":"1.0.0"}',
    );
    assert.equal(refused.code, 'validation_error');
    assert.match(String(refused.body.error), /^hostname /);
  });

  it('H16 refuses a number that no double holds, wherever it stands', async () => {
    const { secret, sessionId, owner } = await aTeam(server());
    const path = `/v1/sessions/${sessionId}/events`;
    for (const payload of ['1e400', '[-1e999]', '{"a":{"b":[1e400]}}', '{"__proto__":1e400}']) {
      const body = `{"events":[{"eventType":"x","payload":${payload}}]}`;
      const refused = await send(server(), 'POST', path, { credential: secret, body });
      assert.equal(refused.code, 'validation_error', payload);
    }
    assert.deepEqual((await owner.client.listEvents({ sessionId })).events, []);
  });

  it('H12 refuses a body past the limit of its route', async () => {
    const { secret, sessionId } = await aTeam(server());
    const filled = (size: number) => `{"fill":"${'x'.repeat(size - 11)}"}`;
    const mebi = 1024 * 1024;
    assert.equal((await register(secret, filled(mebi))).code, 'validation_error');
    const refused = await register(secret, filled(mebi + 1));
    assert.deepEqual([refused.status, refused.code], [413, 'body_too_large']);
    assert.equal(refused.headers.get('Connection'), 'close');
    const path = `/v1/sessions/${sessionId}/events`;
    const ingest = (size: number) => send(server(), 'POST', path, { credential: secret, body: filled(size) });
    assert.equal((await ingest(16 * mebi)).code, 'validation_error');
    assert.equal((await ingest(16 * mebi + 1)).code, 'body_too_large');
  });

  it('R13 fifty payloads of the largest size fit into one batch', async () => {
    const { machine, sessionId } = await aTeam(server());
    const events = Array.from({ length: 50 }, () => ({ eventType: 'x', payload: 'y'.repeat(262_142) }));
    assert.equal((await machine.appendEvents({ sessionId, events })).accepted, 50);
  });
});
