import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { endpointTypes } from '@debrief/contract';
import { aReceiver, verified } from '../../../testing/outbox/receiver.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../testing/team.ts';
import { deliverDue } from './delivery.ts';
import { raiseFindings } from './raise.ts';
import { signed } from './sealed.ts';

const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_FIRST_PAUSE_MS: '20' };

const forcePush = (n: number) => [
  {
    type: 'assistant',
    uuid: `a${n}`,
    message: {
      id: `a${n}`,
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: `c${n}`,
          name: 'Bash',
          input: { command: `git push --force origin fix-${n}` },
        },
      ],
    },
  },
  {
    type: 'user',
    uuid: `b${n}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${n}`, content: 'done' }] },
  },
];

const append = ({ machine, sessionId }: Team, records: readonly { type: string }[]) =>
  machine.appendEvents({
    sessionId,
    events: records.map((payload) => ({ eventType: payload.type, payload })),
  });

onEveryEngine(
  'webhooks',
  (server) => {
    before(() => server().hurry('deliveries'));
    const hook = async (team: Team, url: string, more: object = {}) =>
      team.owner.client.addEndpoint({
        kind: 'webhook',
        name: 'ours',
        url,
        types: [...endpointTypes],
        ...more,
      });

    it('N1 tell of each deed once, in its order, signed, with ids and no words', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      const { owner, machine, environmentId, installationId, organizationId } = team;
      const { secret = '', endpointId } = await hook(team, receiver.url);
      const reviewer = await joinTeam(server(), team, 'member');
      const { sessionId } = await machine.openSession({
        environmentId,
        agentInstallationId: installationId,
        title: 'Words of a title',
      });
      const one = { ...team, sessionId };
      await append(one, [{ type: 'user', ...{ message: { role: 'user', content: 'Words of a prompt' } } }]);
      await owner.client.assignReviewer({ sessionId, userId: reviewer.userId });
      const opened = await owner.client.openThread({
        sessionId,
        anchor: { sequence: 0 },
        body: 'Words said',
      });
      const { threadId } = opened.thread;
      await owner.client.changeThread({ sessionId, threadId, state: 'resolved' });
      await reviewer.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 1 });
      await machine.completeSession({ sessionId, status: 'completed' });
      await owner.client.redactSession({ sessionId, text: 'of a prompt', reason: 'a name' });
      await owner.client.removeSession({ sessionId });
      await owner.client.revokeEnvironment({ environmentId });
      await owner.client.revokeSecret({ secretId: team.secretId });
      const last = (type: string) => receiver.received.some(({ body }) => body.type === type);
      await receiver.until(
        () => last('secret.revoked') && last('session.deleted') && last('environment.revoked'),
      );
      const ofSession = receiver.received.filter(({ body }) => body.data.sessionId === sessionId);
      assert.deepEqual(
        ofSession.map(({ body }) => body.type),
        [
          ...['session.started', 'review.requested', 'thread.opened', 'thread.resolved', 'review.submitted'],
          ...['session.completed', 'session.redacted', 'session.deleted'],
        ],
      );
      const others = receiver.received.filter(({ body }) => body.data.sessionId === undefined);
      assert.deepEqual(others.map(({ body }) => body.type).sort(), [
        ...['environment.revoked', 'member.joined', 'secret.revoked'],
      ]);
      for (const told of receiver.received) {
        assert.deepEqual(verified(secret, told), told.body);
        assert.doesNotMatch(told.text, /Words|of a prompt|a name/);
        assert.ok(told.text.length < 20_000);
        assert.equal(told.body.data.organizationId, organizationId);
      }
      assert.equal(new Set(receiver.received.map(({ id }) => id)).size, receiver.received.length);
      const judged = ofSession.find(({ body }) => body.type === 'review.submitted');
      assert.equal(judged?.body.data.outcome, 'accepted');
      assert.equal(judged?.body.data.by, reviewer.userId);
      const listed = async () => (await owner.client.listDeliveries({ endpointId })).deliveries;
      const isWaiting = async () => (await listed()).some(({ state }) => state !== 'delivered');
      // What was received is noted a moment later.
      for (const begun = Date.now(); await isWaiting(); ) assert.ok(Date.now() - begun < 30_000);
      const deliveries = await listed();
      assert.deepEqual(
        deliveries.map(({ deliveryId }) => deliveryId).sort(),
        receiver.received.map(({ id }) => id).sort(),
      );
    });

    it('N1 tell nothing to who did not ask for it, nor of another organization, nor once switched off', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      const other = await aTeam(server(), 'Other');
      const { endpointId } = await hook(team, receiver.url, { types: ['thread.opened'] });
      const ask = ({ owner, sessionId }: Team) =>
        owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
      await ask(other);
      await team.machine.completeSession({ sessionId: team.sessionId, status: 'completed' });
      await ask(team);
      await receiver.until(({ length }) => length === 1);
      await team.owner.client.changeEndpoint({ endpointId, isOn: false });
      await ask(team);
      await team.owner.client.changeEndpoint({ endpointId, isOn: true });
      const { thread } = await ask(team);
      await receiver.until(({ length }) => length === 2);
      assert.deepEqual(
        receiver.received.map(({ body }) => body.data.sessionId),
        [team.sessionId, team.sessionId],
      );
      assert.equal(receiver.received[1]?.body.data.threadId, thread.threadId);
    });

    it('N2 send again what failed, under the same id, and nothing of the same session before it', async () => {
      let refusals = 0;
      await using receiver = await aReceiver(({ body }) =>
        body.type === 'thread.opened' && refusals++ < 2 ? 500 : 200,
      );
      const team = await aTeam(server());
      const { owner, sessionId } = team;
      await hook(team, receiver.url, { types: ['thread.opened', 'thread.resolved', 'review.submitted'] });
      const { thread } = await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' });
      await owner.client.changeThread({ sessionId, threadId: thread.threadId, state: 'resolved' });
      await owner.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 });
      await receiver.until((received) => received.some(({ body }) => body.type === 'review.submitted'));
      assert.deepEqual(
        receiver.received.map(({ body, status }) => [body.type, status]),
        [
          ...[
            ['thread.opened', 500],
            ['thread.opened', 500],
            ['thread.opened', 200],
          ],
          ...[
            ['thread.resolved', 200],
            ['review.submitted', 200],
          ],
        ],
      );
      assert.equal(new Set(receiver.received.slice(0, 3).map(({ id }) => id)).size, 1);
    });

    it('N3 held and restricted sessions send ids and state, and no title', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      const { owner, machine, sessionId, organizationId } = team;
      await hook(team, receiver.url, { withTitles: true, types: ['thread.opened', 'session.completed'] });
      const open = async () =>
        (await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' })).thread.threadId;
      await open();
      await receiver.until(({ length }) => length === 1);
      assert.equal(receiver.received[0]?.body.data.title, 'Acme session');
      assert.equal(receiver.received[0]?.body.data.isShared, true);
      await owner.client.setAccessPolicy({ visibility: 'reviewers', hold: 'none', repositories: [] });
      const threadId = await open();
      await receiver.until(({ length }) => length === 2);
      assert.deepEqual(receiver.received[1]?.body.data, {
        organizationId,
        sessionId,
        threadId,
        by: (await owner.client.getOrganization()).ownerUserId,
        state: 'active',
        isShared: false,
        url: `${server().url}/sessions/${sessionId}#${threadId}`,
      });
      await machine.completeSession({ sessionId, status: 'completed' });
      await receiver.until(({ length }) => length === 3);
      assert.equal(receiver.received[2]?.body.data.title, undefined);
    });

    it('N4 a rotated secret signs beside the one before for a day', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      const { owner } = team;
      const added = await hook(team, receiver.url);
      const rotated = await owner.client.rotateEndpoint({ endpointId: added.endpointId });
      assert.notEqual(rotated.secret, added.secret);
      await owner.client.testEndpoint({ endpointId: added.endpointId });
      await receiver.until(({ length }) => length === 1);
      const [test] = receiver.received;
      assert.ok(test);
      assert.equal(test.body.type, 'endpoint.test');
      for (const secret of [added.secret ?? '', rotated.secret]) verified(secret, test);
      const { store, pepper } = server().running.context;
      const endpoint = await store.outbox.find(team.organizationId, added.endpointId);
      assert.ok(endpoint);
      const signaturesAt = (now: number) =>
        signed(pepper, endpoint, { id: 'x', body: '', now })['webhook-signature']?.split(' ').length;
      assert.equal(signaturesAt(endpoint.previousUntil - 1), 2);
      assert.equal(signaturesAt(endpoint.previousUntil), 1);
      assert.equal(endpoint.previousUntil - Date.now() > 86_000_000, true);
    });

    it('N5 an endpoint that answers 410 is switched off, and the admins are told', async () => {
      await using receiver = await aReceiver(() => 410);
      const team = await aTeam(server());
      const { owner } = team;
      const admin = await joinTeam(server(), team, 'admin');
      const member = await joinTeam(server(), team, 'member');
      const { endpointId } = await hook(team, receiver.url);
      await owner.client.testEndpoint({ endpointId });
      const told = async (person: typeof owner) =>
        (await person.client.listInbox({})).notifications.filter(({ reason }) => reason === 'endpoint')
          .length;
      await receiver.until(({ length }) => length === 1);
      for (const begun = Date.now(); (await told(admin)) === 0; ) assert.ok(Date.now() - begun < 30_000);
      assert.deepEqual([await told(owner), await told(admin), await told(member)], [1, 1, 0]);
      const [endpoint] = (await owner.client.listEndpoints()).endpoints;
      assert.deepEqual([endpoint?.isOn, endpoint?.offReason], [false, 'gone']);
      const { entries } = await owner.client.listAudit({ action: 'endpoint_switched_off' });
      assert.deepEqual(
        entries.map(({ targetId, actorId }) => [targetId, actorId]),
        [[endpointId, undefined]],
      );
    });

    it('N6 twenty servers send each thing once', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      const { owner, sessionId } = team;
      const { endpointId } = await hook(team, receiver.url, { types: ['thread.opened'] });
      await owner.client.changeEndpoint({ endpointId, isOn: false });
      const { context } = server().running;
      for (let n = 0; n < 10; n++)
        await context.store.outbox.queueTest(
          { endpointId, organizationId: team.organizationId } as never,
          'usr',
          n,
        );
      await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Not told' });
      await context.store.outbox.change(team.organizationId, endpointId, { offAt: null, offReason: null });
      const { outgoing } = context;
      assert.ok(outgoing);
      const { signal } = new AbortController();
      const deliver = (n: number) =>
        deliverDue(context, { outgoing, by: `server ${n}`, firstPause: 20, signal, onError: assert.ifError });
      await Promise.all(Array.from({ length: 20 }, (_, n) => deliver(n)));
      await receiver.until(({ length }) => length >= 10);
      assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 10);
      assert.equal(receiver.received.length, 10);
    });

    it('N7 a finding is raised once, however often it is found, and only from its severity on', async () => {
      await using receiver = await aReceiver();
      await using severe = await aReceiver();
      const team = await aTeam(server());
      const { owner, sessionId } = team;
      const { context } = server().running;
      await hook(team, receiver.url, { types: ['finding.raised'], severity: 'low' });
      await append(team, forcePush(1));
      const findings = async () => (await owner.client.getFindings({ sessionId })).findings;
      for (const begun = Date.now(); (await findings()).length === 0; )
        assert.ok(Date.now() - begun < 60_000);
      await Promise.all([raiseFindings(context), raiseFindings(context)]);
      await receiver.until(({ length }) => length >= 1);
      const known = await findings();
      await hook(team, severe.url, { types: ['finding.raised'], severity: 'high' });
      await append(team, forcePush(2));
      for (const begun = Date.now(); (await findings()).length === known.length; )
        assert.ok(Date.now() - begun < 60_000);
      for (let again = 0; again < 3; again++) await raiseFindings(context);
      const all = await findings();
      await receiver.until(({ length }) => length >= all.length);
      assert.deepEqual(
        receiver.received.map(({ body }) => body.data.findingId).sort(),
        all.map(({ findingId }) => findingId).sort(),
      );
      const high =
        all.filter(({ severity }) => severity === 'high').length -
        known.filter(({ severity }) => severity === 'high').length;
      await severe.until(({ length }) => length >= high);
      assert.equal(severe.received.length, high);
    });

    it('N8 chats get one line and a link; addresses that must not be called are refused', async () => {
      await using receiver = await aReceiver(() => 200);
      const team = await aTeam(server());
      const { owner, sessionId } = team;
      for (const kind of ['slack', 'teams'] as const) {
        const added = await owner.client.addEndpoint({
          kind,
          name: kind,
          url: `${receiver.url}/T0/B0/token1234`,
          types: ['thread.opened'],
          withTitles: true,
        });
        assert.equal(added.secret, undefined);
        assert.ok(!added.url.includes('token'), added.url);
      }
      await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Words said' });
      await receiver.until(({ length }) => length === 2);
      const texts = receiver.received.map(({ text }) => text).sort();
      const link = `${server().url}/sessions/${sessionId}#thr_`;
      assert.ok(
        texts.every((text) => text.includes('A discussion was opened · Acme session') && text.includes(link)),
      );
      assert.ok(texts.every((text) => !text.includes('Words said')));
      assert.equal(Object.keys(JSON.parse(texts[0] ?? '')).join(), 'text');
      assert.equal(JSON.parse(texts[1] ?? '').attachments[0].content.type, 'AdaptiveCard');
      assert.equal(receiver.received[0]?.headers['webhook-signature'], undefined);
      for (const url of ['https://169.254.169.254/', 'https://[::ffff:10.0.0.1]/', 'x']) {
        await assert.rejects(hook(team, url), { code: 'validation_error' });
      }
    });

    it('N2 what was given up is sent again by hand', async () => {
      await using receiver = await aReceiver(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
      const team = await aTeam(server());
      const { owner } = team;
      const { endpointId } = await hook(team, receiver.url);
      const { deliveryId } = await owner.client.testEndpoint({ endpointId });
      const state = async () => (await owner.client.listDeliveries({ endpointId })).deliveries[0];
      for (const begun = Date.now(); ((await state())?.attempts ?? 0) === 0; )
        assert.ok(Date.now() - begun < 30_000);
      const waiting = await state();
      assert.equal(waiting?.lastStatus, 503);
      const wait = Date.parse(waiting?.nextAt ?? '') - Date.now();
      assert.ok(wait > 3_500_000 && wait <= 3_600_000, `Retry-After is kept: ${wait}`);
      receiver.answer = () => 200;
      await owner.client.retryDelivery({ endpointId, deliveryId });
      await receiver.until((received) => received.some(({ status }) => status === 200));
      assert.deepEqual(new Set(receiver.received.map(({ id }) => id)), new Set([deliveryId]));
      await assert.rejects(owner.client.retryDelivery({ endpointId, deliveryId: 'dlv_none' }), {
        code: 'delivery_not_found',
      });
    });

    it('N7 an open session of which nothing came for an hour is silent, told once', async () => {
      await using receiver = await aReceiver();
      const team = await aTeam(server());
      await hook(team, receiver.url, { types: ['session.silent'] });
      const context = { ...server().running.context, clock: () => Date.now() + 2 * 3_600_000 };
      await raiseFindings(context);
      await raiseFindings(context);
      await receiver.until(({ length }) => length >= 1);
      assert.deepEqual(
        receiver.received.map(({ body }) => body.data.sessionId),
        [team.sessionId],
      );
    });
  },
  env,
);
