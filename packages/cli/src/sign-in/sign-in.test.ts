import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { homeOf, pathsOf } from '../home.ts';
import { cliMain } from '../testing/cli-main.ts';
import { requestDeviceCode, waitForTokens } from './device-flow.ts';
import { discoverIssuer } from './issuer.ts';
import { memberToken, readMemberToken, writeMemberToken } from './member-token.ts';
import { signOut } from './sign-out.ts';

type Answers = Record<string, (fields: URLSearchParams) => [status: number, body: unknown]>;

/** Answers by address; what was asked is kept. */
function fakeFetch(answers: Answers) {
  const asked: string[] = [];
  const fetch = (async (url: string, init: RequestInit = {}) => {
    asked.push(String(url));
    const answer = answers[String(url)];
    if (!answer) throw new TypeError('fetch failed');
    const [status, body] = answer(new URLSearchParams(String(init.body ?? '')));
    return new Response(JSON.stringify(body), { status });
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}

const server = 'https://debrief.example.com';
const issuer = 'https://id.example.com';
const config = { idpUserPoolId: '', idpClientId: 'client', apiUrl: server, idpRegion: '', idpDomain: issuer };
const metadata = {
  issuer,
  token_endpoint: `${issuer}/token`,
  device_authorization_endpoint: `${issuer}/device`,
};
const discovery = (found: object, given: object = config): Answers => ({
  [`${server}/config`]: () => [200, given],
  [`${issuer}/.well-known/openid-configuration`]: () => [200, found],
});

test('any issuer is found by discovery, and one that is not what it says is refused', async () => {
  const found = await discoverIssuer(server, fakeFetch(discovery(metadata)).fetch);
  assert.deepEqual(found, {
    issuer,
    clientId: 'client',
    tokenEndpoint: `${issuer}/token`,
    deviceEndpoint: `${issuer}/device`,
    revocationEndpoint: undefined,
  });
  for (const odd of [
    { ...metadata, issuer: 'https://evil.example' },
    { ...metadata, token_endpoint: 'http://evil.example/token' },
    { ...metadata, token_endpoint: 'file:///etc/passwd' },
    {},
  ]) {
    await assert.rejects(discoverIssuer(server, fakeFetch(discovery(odd)).fetch), /identity provider/);
  }
  const open = { ...config, idpDomain: 'http://id.example.com' };
  await assert.rejects(
    discoverIssuer(server, fakeFetch(discovery(metadata, open)).fetch),
    /identity provider/,
  );
});

test('an issuer without a device flow is told apart from a failure', async () => {
  const { device_authorization_endpoint: _, ...without } = metadata;
  const { fetch } = fakeFetch(discovery(without));
  await assert.rejects(
    requestDeviceCode(await discoverIssuer(server, fetch), fetch),
    /no sign-in for terminals/,
  );
});

test('waiting slows down when it is asked to, and ends with a refusal, an expiry or tokens', async () => {
  const found = await discoverIssuer(server, fakeFetch(discovery(metadata)).fetch);
  const said = {
    device_code: 'd',
    user_code: 'AAAA-\u001b[31mBBBB',
    verification_uri: `${issuer}/go`,
    interval: 2,
  };
  const run = async (errors: string[]) => {
    const waits: number[] = [];
    const { fetch } = fakeFetch({
      [`${issuer}/device`]: () => [200, said],
      [`${issuer}/token`]: () => {
        const error = errors.shift();
        return error ? [400, { error }] : [200, { access_token: 'a', refresh_token: 'r', expires_in: 900 }];
      },
    });
    const code = await requestDeviceCode(found, fetch);
    assert.ok(!code.userCode.includes('\u001b'), 'a code cannot steer the terminal');
    const tokens = await waitForTokens(found, code, fetch, async (ms) => void waits.push(ms));
    return { waits, tokens };
  };
  const { waits, tokens } = await run(['authorization_pending', 'slow_down']);
  assert.deepEqual(waits, [2000, 2000, 7000]);
  assert.equal(tokens.accessToken, 'a');
  await assert.rejects(run(['access_denied']), /refused/);
  await assert.rejects(run(['expired_token']), /Run "debrief login" again/);
  const evil = fakeFetch({ [`${issuer}/device`]: () => [200, { ...said, verification_uri: 'file:///etc' }] });
  await assert.rejects(requestDeviceCode(found, evil.fetch), /no code/);
});

test('the token is for its owner alone, and renewed once by however many ask', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-member-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = homeOf({ DEBRIEF_HOME: folder });
  await assert.rejects(memberToken(home, fakeFetch({}).fetch), /debrief login/);
  const kept = { server, issuer, clientId: 'client', tokenEndpoint: `${issuer}/token` };
  await writeMemberToken(home, { ...kept, accessToken: 'old', refreshToken: 'r1', expiresAt: Date.now() });
  assert.equal(statSync(pathsOf(home).member).mode & 0o777, 0o600);
  let renewals = 0;
  const { fetch } = fakeFetch({
    [`${issuer}/token`]: (fields) => {
      if (fields.get('refresh_token') !== `r${renewals + 1}`) return [400, { error: 'invalid_grant' }];
      renewals++;
      return [200, { access_token: 'new', refresh_token: `r${renewals + 1}`, expires_in: 900 }];
    },
  });
  const all = await Promise.all(Array.from({ length: 5 }, () => memberToken(home, fetch)));
  assert.deepEqual(new Set(all.map(({ accessToken }) => accessToken)), new Set(['new']));
  assert.equal(renewals, 1);
  await writeMemberToken(home, { ...kept, accessToken: 'old', refreshToken: 'stolen', expiresAt: 0 });
  await assert.rejects(memberToken(home, fetch), /has ended/);
  assert.equal(await readMemberToken(home), undefined);
});

test('signing out removes the token and has it ended where it came from, as far as that can be reached', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-member-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = homeOf({ DEBRIEF_HOME: folder });
  const kept = { server, issuer, clientId: 'client', tokenEndpoint: `${issuer}/token`, expiresAt: 0 };
  const revocationEndpoint = `${issuer}/revoke`;
  const revoked: [string | null, string | null][] = [];
  const { fetch } = fakeFetch({
    [revocationEndpoint]: (fields) => {
      revoked.push([fields.get('client_id'), fields.get('token')]);
      return [200, {}];
    },
  });
  const from = async (token: object, how = fetch) => {
    await writeMemberToken(home, { ...kept, accessToken: 'a', ...token });
    const outcome = await signOut(home, how);
    assert.equal(await readMemberToken(home), undefined, 'gone from this machine whatever the answer');
    return outcome;
  };
  assert.equal(await from({ refreshToken: 'r', revocationEndpoint }), 'everywhere');
  assert.equal(await from({ revocationEndpoint }), 'everywhere');
  assert.deepEqual(revoked, [
    ['client', 'r'],
    ['client', 'a'],
  ]);
  assert.equal(await from({ refreshToken: 'r' }), 'local', 'a provider that cannot end a token');
  const refusing = fakeFetch({ [revocationEndpoint]: () => [503, {}] });
  assert.equal(await from({ revocationEndpoint }, refusing.fetch), 'local');
  assert.equal(await from({ revocationEndpoint }, fakeFetch({}).fetch), 'local', 'it does not answer');
  assert.equal(await signOut(home, fetch), 'was_not_signed_in');
});

test('what is kept is a token that only reads; a full one of an earlier version is exchanged, and ended, with the next command', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-member-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = homeOf({ DEBRIEF_HOME: folder });
  const revocationEndpoint = `${issuer}/revoke`;
  const token = `dt_${'x'.repeat(38)}`;
  const full = {
    ...{ server, issuer, clientId: 'client', tokenEndpoint: `${issuer}/token`, revocationEndpoint },
    ...{ accessToken: 'full', refreshToken: 'r', expiresAt: Date.now() + 900_000 },
  };
  await writeMemberToken(home, full);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const terminals = `${server}/v1/organizations/me/terminals`;
  const { fetch, asked } = fakeFetch({
    [terminals]: () => [201, { terminalId: 'trm_1', token, expiresAt, machine: 'm', createdAt: expiresAt }],
    [revocationEndpoint]: () => [200, {}],
    [`${terminals}/trm_1`]: () => [200, { terminals: [] }],
  });
  const kept = await memberToken(home, fetch);
  assert.deepEqual([kept.accessToken, kept.refreshToken, kept.terminalId], [token, undefined, 'trm_1']);
  assert.deepEqual(await readMemberToken(home), kept);
  assert.ok(!JSON.stringify(await readMemberToken(home)).includes('full'));
  await memberToken(home, fetch);
  assert.deepEqual(asked, [terminals, revocationEndpoint], 'once');
  assert.equal(await signOut(home, fetch), 'everywhere');
  assert.equal(asked.at(-1), `${terminals}/trm_1`);
  await writeMemberToken(home, { ...kept, expiresAt: Date.now() });
  await assert.rejects(memberToken(home, fetch), /has ended/);
  // One that is refused is told; an older server is not.
  await writeMemberToken(home, full);
  const refusing = fakeFetch({ [terminals]: () => [409, { error: 'Too many.', code: 'limit_reached' }] });
  await assert.rejects(memberToken(home, refusing.fetch), /Too many/);
  const older = fakeFetch({ [terminals]: () => [404, { error: 'No.', code: 'route_not_found' }] });
  assert.equal((await memberToken(home, older.fetch)).accessToken, 'full');
});

test('disconnect ends the sign-in of the person, too, and says so', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-member-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const asked: string[] = [];
  const provider = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(`${request.url} ${body}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  t.after(() => provider.close());
  await once(provider, 'listening');
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, DEBRIEF_HOME: join(folder, 'debrief') };
  const home = homeOf(env);
  await writeMemberToken(home, {
    ...{ server, issuer: address, clientId: 'client', tokenEndpoint: `${address}/token` },
    ...{ accessToken: 'a', refreshToken: 'r', expiresAt: 0, revocationEndpoint: `${address}/revoke` },
  });
  const child = spawn(process.execPath, [cliMain, 'disconnect', '--yes'], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  assert.ok(!existsSync(pathsOf(home).member), said);
  assert.match(said, /You are signed out\.\n/);
  assert.deepEqual(asked, ['/revoke client_id=client&token=r']);
});
