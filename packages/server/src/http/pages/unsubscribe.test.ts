import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { it } from 'node:test';
import fastify from 'fastify';
import type { Context } from '../../domain/context.ts';
import { unsubscribeUrl } from '../../domain/mail/unsubscribe.ts';
import { defaultRateLimits, RateLimiter } from '../limit/rate-limit.ts';
import { mountUnsubscribe } from './unsubscribe.ts';

const userId = `usr_${'a'.repeat(24)}`;

function aPage(limit: number) {
  const saved: { digest: number; monday: number; outlets: string }[] = [];
  const context = {
    publicUrl: 'https://d.example',
    pepper: createSecretKey(Buffer.alloc(32)),
    clock: () => 0,
    store: {
      identity: { findActive: async () => ({ organizationId: 'org_1' }) },
      notification: {
        findSettings: async () => undefined,
        saveSettings: async (settings: (typeof saved)[0]) => saved.push(settings),
      },
    },
  } as unknown as Context;
  const app = fastify();
  const limiter = new RateLimiter({ ...defaultRateLimits, public: limit });
  mountUnsubscribe(app, { context, limiter });
  const pathOf = (kind: 'digest' | 'monday' | 'assigned') =>
    new URL(unsubscribeUrl(context, userId, kind)).pathname;
  return { app, saved, pathOf };
}

it('says what the button does, and only the button does it', async () => {
  const { app, saved, pathOf } = aPage(100);
  const digest = await app.inject(pathOf('digest'));
  assert.deepEqual([digest.statusCode, digest.headers['content-type']], [200, 'text/html; charset=utf-8']);
  assert.match(String(digest.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
  assert.match(digest.body, /<button>Stop the daily mail<\/button>/);
  assert.match((await app.inject(pathOf('assigned'))).body, /<button>Stop mails of this kind<\/button>/);
  assert.deepEqual(saved, []);
  const monday = await app.inject(pathOf('monday'));
  assert.match(monday.body, /<button>Stop the mail on Mondays<\/button>/);
  const done = await app.inject({ method: 'POST', url: pathOf('digest') });
  assert.equal(done.statusCode, 200);
  assert.match(done.body, /<h1>Done<\/h1>/);
  assert.deepEqual(
    saved.map(({ digest: isSent, outlets }) => [isSent, outlets]),
    [[0, '{}']],
  );
  await app.close();
});

it('a link that was not made here does nothing', async () => {
  const { app, saved, pathOf } = aPage(100);
  for (const method of ['GET', 'POST'] as const) {
    const reply = await app.inject({ method, url: `${pathOf('digest').slice(0, -1)}` });
    assert.equal(reply.statusCode, 404);
    assert.match(reply.body, /This link does not work/);
  }
  assert.deepEqual(saved, []);
  await app.close();
});

it('nobody tries links faster than the limit of public routes, by looking or by the button', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const { app, pathOf } = aPage(2);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      statuses.push((await app.inject({ method, url: pathOf('digest') })).statusCode);
    }
    assert.deepEqual(statuses.slice(0, 2), [200, 200]);
    assert.notEqual(statuses[2], 200, method);
    await app.close();
  }
});
