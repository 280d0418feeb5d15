import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Context } from '../../context.ts';
import { newId } from '../../id.ts';
import { readGithubPull } from '../../link/delivery.ts';
import { integrationSecret, receiveGithub, receiveGitlab } from '../../link/integration.ts';

const now = 1_800_000_000_000;
const pepper = createSecretKey(Buffer.alloc(32, 3));
const integrationId = newId('int');
const secret = integrationSecret(pepper, integrationId);

const pull = {
  pull_request: {
    html_url: 'https://github.example/o/r/pull/7',
    number: 7,
    updated_at: '2026-01-31T12:00:00Z',
    base: { repo: { clone_url: 'https://github.example/o/r.git' } },
  },
};

/** A store with one integration of GitHub; `known` are deliveries that came before. */
function aStore(given: { known?: string[]; fault?: Error } = {}) {
  const calls: unknown[][] = [];
  const context = {
    clock: () => now,
    pepper,
    store: {
      integration: {
        find: async (id: string) =>
          id === integrationId ? { integrationId, organizationId: 'org_1', provider: 'github' } : undefined,
        noteDelivery: async (...args: [string, string, number]) => {
          calls.push(['note', ...args]);
          return !given.known?.includes(args[1]);
        },
        forgetDelivery: async (...args: unknown[]) => void calls.push(['forget', ...args]),
      },
      pullRequest: {
        put: async (record: { url: string; organizationId: string }) => {
          calls.push(['put', record.organizationId, record.url]);
          if (given.fault) throw given.fault;
        },
      },
    },
  } as unknown as Context;
  return { context, calls };
}

function aDelivery(
  payload: object,
  { event = 'pull_request', id = 'd-1', key = secret }: { event?: string; id?: string; key?: string } = {},
) {
  const body = Buffer.from(JSON.stringify(payload));
  let parsed = 0;
  return {
    headers: {
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
    },
    body,
    read: async () => {
      parsed++;
      return readGithubPull(payload);
    },
    parses: () => parsed,
  };
}

describe('a delivery of a webhook', () => {
  const receive = (
    store: ReturnType<typeof aStore>,
    delivery: ReturnType<typeof aDelivery>,
    integration = integrationId,
  ) => receiveGithub(store.context, { integration, delivery });

  it('L14 is kept once; the same again is known, and another event is noted and ignored', async () => {
    const store = aStore({ known: ['d-2'] });
    assert.deepEqual(await receive(store, aDelivery(pull)), { outcome: 'accepted' });
    assert.deepEqual(store.calls, [
      ['note', integrationId, 'd-1', now],
      ['put', 'org_1', 'https://github.example/o/r/pull/7'],
    ]);
    assert.deepEqual(await receive(store, aDelivery(pull, { id: 'd-2' })), { outcome: 'known' });
    assert.deepEqual(await receive(store, aDelivery(pull, { event: 'push', id: 'd-3' })), {
      outcome: 'ignored',
    });
    assert.deepEqual(await receive(store, aDelivery({ pull_request: {} }, { id: 'd-4' })), {
      outcome: 'ignored',
    });
    assert.equal(store.calls.filter(([name]) => name === 'put').length, 1);
  });

  it('L14 that could not be kept is forgotten, so that it is heard when it comes again', async () => {
    const store = aStore({ fault: new Error('away') });
    await assert.rejects(receive(store, aDelivery(pull)), /away/);
    assert.deepEqual(store.calls.at(-1), ['forget', integrationId, 'd-1']);
  });

  it('an id that is too long is none: the delivery is taken, and not remembered', async () => {
    const store = aStore();
    await receive(store, aDelivery(pull, { id: 'd'.repeat(200) }));
    assert.equal(store.calls[0]?.[0], 'note');
    const unnamed = aStore({ fault: new Error('away') });
    await assert.rejects(receive(unnamed, aDelivery(pull, { id: 'd'.repeat(201) })), /away/);
    assert.deepEqual(
      unnamed.calls.map(([name]) => name),
      ['put'],
    );
  });

  it('L14 with a wrong signature, of an unknown integration or another provider is refused alike and not parsed', async () => {
    const refused = { code: 'invalid_signature' };
    const store = aStore();
    const forged = aDelivery(pull, { key: 'whsec_other' });
    await assert.rejects(receive(store, forged), refused);
    assert.equal(forged.parses(), 0);
    const unknown = newId('int');
    const elsewhere = aDelivery(pull, { key: integrationSecret(pepper, unknown) });
    await assert.rejects(receive(store, elsewhere, unknown), refused);
    await assert.rejects(receive(store, aDelivery(pull), 'x'), refused);
    await assert.rejects(receiveGithub(store.context, { delivery: aDelivery(pull) }), refused);
    const delivery = { ...aDelivery(pull), headers: { 'x-gitlab-token': secret } };
    await assert.rejects(receiveGitlab(store.context, { integration: integrationId, delivery }), refused);
    assert.deepEqual(store.calls, []);
  });
});
