import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aPerson, aTeam } from '../../../testing/team.ts';

/** How many of `count` requests in a row were let through, and the answer to the last one. */
async function burst(count: number, request: () => ReturnType<typeof send>) {
  let passed = 0;
  let last = await request();
  for (let turn = 1; turn <= count; turn++) {
    if (last.status !== 429) passed++;
    if (turn < count) last = await request();
  }
  return { passed, last };
}

function assertLimited(reply: Awaited<ReturnType<typeof send>>, policy: string, quota: number) {
  assert.equal(reply.code, 'rate_limited');
  assert.equal(reply.headers.get('RateLimit-Policy'), `"${policy}";q=${quota};w=60`);
  const { 1: seconds } =
    new RegExp(`^"${policy}";r=0;t=(\\d+)$`).exec(reply.headers.get('RateLimit') ?? '') ?? [];
  assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60, String(seconds));
  // Not earlier than the window says (P4).
  assert.ok(Number(reply.headers.get('Retry-After')) >= Number(seconds));
  assert.equal([...reply.headers.keys()].filter((name) => name.startsWith('x-ratelimit')).length, 0);
}

onEveryEngine(
  'rate limits',
  (server) => {
    it('P3, P4 limit public routes by address', async () => {
      const { passed, last } = await burst(7, () => send(server(), 'GET', '/health'));
      assert.equal(passed, 5);
      assertLimited(last, 'public', 5);
    });

    it('P3 limit each secret by itself, requests and bytes', async () => {
      const [team, other] = [await aTeam(server()), await aTeam(server())];
      const path = `/v1/environments/${team.environmentId}/heartbeat`;
      // Three went into the team itself.
      const { passed, last } = await burst(12, () =>
        send(server(), 'POST', path, { credential: team.secret }),
      );
      assert.equal(passed, 9);
      assertLimited(last, 'ingest', 12);
      const events = `/v1/sessions/${other.sessionId}/events`;
      const json = { events: [{ eventType: 'x', payload: 'y'.repeat(1500) }] };
      const bytes = await burst(4, () => send(server(), 'POST', events, { credential: other.secret, json }));
      assert.equal(bytes.passed, 2);
      assertLimited(bytes.last, 'ingest-bytes', 4000);
    });

    it('P3 limit each signed-in person', async () => {
      const { token } = await aPerson(server());
      const { passed, last } = await burst(10, () =>
        send(server(), 'GET', '/v1/organizations/me', { credential: token }),
      );
      assert.equal(passed, 8);
      assertLimited(last, 'user', 8);
      const other = await aPerson(server());
      const { status } = await send(server(), 'GET', '/v1/organizations/me', { credential: other.token });
      assert.equal(status, 404, 'each has a limit of their own, also without an organization');
    });

    it('P3 limit failed authentications by address; an expired token is not one of them', async () => {
      const expired = await server().issuer.token({ subject: 'late', expiresIn: -100 });
      const late = await burst(5, () => send(server(), 'GET', '/v1/agents', { credential: expired }));
      assert.equal(late.passed, 5);
      const { passed, last } = await burst(6, () =>
        send(server(), 'GET', '/v1/agents', { credential: 'nonsense' }),
      );
      assert.equal(passed, 4);
      assertLimited(last, 'authentication', 4);
      // A stranger at the same address keeps nobody from an unknown route.
      assert.equal((await send(server(), 'GET', '/nothing')).code, 'route_not_found');
    });
  },
  {
    RATE_LIMIT_PUBLIC: '5',
    RATE_LIMIT_SECRET: '12',
    RATE_LIMIT_USER: '8',
    RATE_LIMIT_FAILED_AUTH: '4',
    RATE_LIMIT_SECRET_BYTES: '4000',
  },
);
