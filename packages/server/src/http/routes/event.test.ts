import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { appendRoutes } from '../../../testing/http/append-route.ts';
import { type Reply, type RequestOptions, refusedWith, send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

for (const [way, wayHeaders] of Object.entries(appendRoutes))
  onEveryEngine(`events by the ${way}`, (server) => {
    const append = ({ sessionId, secret }: Pick<Team, 'sessionId' | 'secret'>, options: RequestOptions) =>
      send(server(), 'POST', `/v1/sessions/${sessionId}/events`, {
        credential: secret,
        ...options,
        headers: { ...wayHeaders, ...options.headers },
      });
    const stored = async ({ owner, sessionId }: Team) =>
      (await owner.client.listEvents({ sessionId })).events;
    const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
    const isReplay = (reply: Reply) => reply.headers.get('Idempotent-Replayed') === 'true';

    it('22 answers 200 with the numbers given to the batch (V6, V7)', async () => {
      const team = await aTeam(server());
      const first = await append(team, { json: { events: [{ eventType: 'a' }, { eventType: 'b' }] } });
      assert.equal(first.status, 200);
      const { sessionId } = team;
      assert.deepEqual(first.body, {
        sessionId,
        accepted: 2,
        firstSequence: 1,
        lastSequence: 2,
        async: false,
      });
      const second = await append(team, { json: { events: Array(50).fill({ eventType: 'c' }) } });
      assert.deepEqual(second.body, {
        sessionId,
        accepted: 50,
        firstSequence: 3,
        lastSequence: 52,
        async: false,
      });
      const { session } = await team.owner.client.getSession({ sessionId });
      assert.equal(session.eventCount, 52);
      assert.deepEqual(
        (await stored(team)).map(({ sequence }) => sequence),
        [...Array(52).keys()].map((at) => at + 1),
      );
    });

    it('V1, V4 one bad event refuses the whole batch and stores nothing', async () => {
      const team = await aTeam(server());
      const good = { eventType: 'good' };
      const bad = [
        {},
        { eventType: '' },
        { eventType: null },
        { eventType: 5 },
        { eventType: 'x'.repeat(129) },
        { eventType: 'a\u0000' },
        { eventType: 'a\u0085' },
        { eventType: '\ud83d' },
        { payload: {} },
        null,
        'text',
        [],
      ];
      for (const event of bad) {
        const refused = await append(team, { json: { events: [good, event, good] } });
        assert.equal(refused.code, 'validation_error', JSON.stringify(event));
        assert.match(String(refused.body.error), /^events\[1\]/, JSON.stringify(event));
      }
      for (const events of [[], Array(51).fill(good), {}, 'x', null, undefined]) {
        assert.equal((await append(team, { json: { events } })).code, 'validation_error');
      }
      assert.deepEqual(await stored(team), []);
      assert.equal((await append(team, { json: { events: [{ eventType: '😀'.repeat(128) }] } })).status, 200);
    });

    it('V2, H13 an absent payload is {}, every other value is kept as given, extra fields are not', async () => {
      const team = await aTeam(server());
      const values = [null, false, 0, '', [], {}, -0.5, 1e300, 'text', [[[]]], { a: null }];
      const events = values.map((payload) => ({ eventType: 'v', payload, extra: 'dropped' }));
      await append(team, { json: { events: [...events, { eventType: 'none' }] } });
      const read = await stored(team);
      assert.deepEqual(
        read.map(({ payload }) => payload),
        [...values, {}],
      );
      for (const event of read) {
        assert.deepEqual(fieldsOf(event), ['createdAt', 'eventType', 'payload', 'sequence', 'sessionId']);
      }
    });

    it('H18, R14, R15 payload text survives exactly, whatever is in it', async () => {
      const team = await aTeam(server());
      const raw = [
        '{"nul\\u0000key":"\\u0000","lone":"\\ud800","pair":"\\ud83d\\ude00","edge":"\\uffff\\ufffe\\u2028"}',
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}',
        '{"z":1,"a":2,"10":3}',
        '"\u202eright to left \u200d 👩‍👩‍👧"',
        '[1.5,1e21,-0,123456789012345680000]',
      ];
      const body = `{"events":[${raw.map((payload) => `{"eventType":"raw","payload":${payload}}`)}]}`;
      assert.equal((await append(team, { body })).status, 200);
      const { text } = await send(server(), 'GET', `/v1/organizations/me/sessions/${team.sessionId}/events`, {
        credential: team.owner.token,
      });
      for (const payload of raw) assert.ok(text.includes(`"payload":${payload},`), payload);
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });

    it('V3 a payload of exactly 262 144 bytes is taken, one more is not, and its place is named', async () => {
      const team = await aTeam(server());
      const max = 262_144;
      const fitting = [
        'x'.repeat(max - 2),
        'é'.repeat((max - 2) / 2),
        '\u0001'.repeat((max - 4) / 6).padEnd((max - 4) / 6 + 2, 'x'),
      ];
      for (const payload of fitting) {
        assert.equal(Buffer.byteLength(JSON.stringify(payload)), max);
        assert.equal((await append(team, { json: { events: [{ eventType: 'x', payload }] } })).status, 200);
        const events = [{ eventType: 'x' }, { eventType: 'x', payload: `${payload}x` }];
        const refused = await append(team, { json: { events } });
        assert.equal(refused.code, 'payload_too_large');
        assert.match(String(refused.body.error), /^events\[1\]\.payload/);
      }
      assert.equal((await stored(team)).length, 3);
    });

    it('V5 nests to 256 levels with the envelope', async () => {
      const team = await aTeam(server());
      // The body, the list and the event are three of them.
      const body = (levels: number) =>
        `{"events":[{"eventType":"deep","payload":${'['.repeat(levels - 3)}${']'.repeat(levels - 3)}}]}`;
      assert.equal((await append(team, { body: body(256) })).status, 200);
      assert.equal((await append(team, { body: body(257) })).code, 'invalid_json');
      assert.equal((await append(team, { body: body(200_000) })).code, 'invalid_json');
    });

    it('H10 takes gzip, and refuses what only says it is', async () => {
      const team = await aTeam(server());
      const plain = JSON.stringify({ events: [{ eventType: 'zipped', payload: 'x'.repeat(10_000) }] });
      const headers = { 'Content-Encoding': 'gzip' };
      const zipped = new Uint8Array(gzipSync(plain));
      assert.equal((await append(team, { body: zipped, headers })).status, 200);
      assert.equal((await append(team, { body: plain, headers })).code, 'invalid_json');
      assert.equal((await append(team, { body: zipped.slice(0, -9), headers })).code, 'invalid_json');
      assert.equal((await append(team, { body: zipped })).code, 'invalid_json');
      for (const encoding of ['br', 'deflate', 'gzip, gzip', 'zstd']) {
        const refused = await append(team, { body: plain, headers: { 'Content-Encoding': encoding } });
        assert.equal(refused.code, 'unsupported_media_type', encoding);
        assert.match(refused.headers.get('Accept-Encoding') ?? '', /gzip/);
      }
      assert.equal(
        (await append(team, { body: plain, headers: { 'Content-Encoding': 'identity' } })).status,
        200,
      );
    });

    it('V12, V10 a retry gets the first answer byte for byte, after closing and with another secret too', async () => {
      const team = await aTeam(server());
      const json = { events: [{ eventType: 'x', payload: { n: 1 } }] };
      const first = await append(team, { json, ...withKey('k') });
      assert.ok(!isReplay(first));
      await append(team, { json });
      await team.machine.completeSession({ sessionId: team.sessionId });
      const { secret } = await team.owner.client.issueSecret({});
      const body = ' {"events" : [ {"payload":{"n":1.0},"eventType":"x"} ] } ';
      for (const again of [
        await append(team, { json, ...withKey('k') }),
        await append({ ...team, secret }, { body, ...withKey('"k"') }),
        await append(team, { json: { ...json, idempotencyKey: 'k' } }),
      ]) {
        assert.deepEqual([again.status, again.text, isReplay(again)], [200, first.text, true]);
      }
      assert.equal((await append(team, { json, ...withKey('new') })).code, 'session_closed');
      assert.equal((await append(team, { json })).code, 'session_closed');
      assert.equal((await stored(team)).length, 2);
    });

    it('V14, R10 the same key with other events is refused, and stores nothing', async () => {
      const team = await aTeam(server());
      await append(team, { json: { events: [{ eventType: 'x' }] }, ...withKey('k') });
      for (const events of [
        [{ eventType: 'y' }],
        [{ eventType: 'x', payload: [] }],
        [{ eventType: 'x' }, { eventType: 'x' }],
      ]) {
        assert.equal(
          (await append(team, { json: { events }, ...withKey('k') })).code,
          'idempotency_key_reused',
        );
      }
      const mixed = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          append(team, { json: { events: [{ eventType: `t${index % 2}` }] }, ...withKey('both') }),
        ),
      );
      for (const { status, code } of mixed) {
        assert.ok(status === 200 || code === 'idempotency_in_progress' || code === 'idempotency_key_reused');
      }
      assert.equal((await stored(team)).length, 2);
    });

    it('V13 a second send while the first is under way waits its turn', async () => {
      const team = await aTeam(server());
      const json = { events: Array(50).fill({ eventType: 'x', payload: 'y'.repeat(50_000) }) };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => append(team, { json, ...withKey('k') })),
      );
      const refused = answers.filter(({ status }) => status === 409);
      for (const reply of refused) {
        assert.equal(reply.code, 'idempotency_in_progress');
        assert.equal(reply.headers.get('Retry-After'), '1');
      }
      const accepted = answers.filter(({ status }) => status === 200);
      assert.equal(accepted.length + refused.length, 6);
      assert.equal(accepted.filter((reply) => !isReplay(reply)).length, 1);
      assert.equal(
        (await team.owner.client.getSession({ sessionId: team.sessionId })).session.eventCount,
        50,
      );
    });

    it('V11 the header wins; keys are 1 to 255 visible ASCII characters', async () => {
      const team = await aTeam(server());
      const json = { events: [{ eventType: 'x' }], idempotencyKey: 'body' };
      await append(team, { json, ...withKey('header') });
      assert.ok(!isReplay(await append(team, { json })));
      assert.ok(isReplay(await append(team, { json: { events: json.events }, ...withKey('header') })));
      for (const key of ['', '""', 'x'.repeat(256), 'a b', 'é']) {
        const reply = await append(team, { json: { events: json.events }, ...withKey(key) });
        assert.equal(reply.code, 'validation_error', key);
      }
      for (const idempotencyKey of ['', 'x'.repeat(256), 'a b', 'é', 'a\n', 7]) {
        const reply = await append(team, { json: { events: json.events, idempotencyKey } });
        assert.equal(reply.code, 'validation_error', String(idempotencyKey));
      }
      assert.equal((await append(team, { json: { ...json, idempotencyKey: 'x'.repeat(255) } })).status, 200);
    });

    it('V16 a key belongs to its session; V17 a refusal does not use it up', async () => {
      const team = await aTeam(server());
      const other = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
      });
      const json = { events: [{ eventType: 'x' }] };
      await append(team, { json: { events: [{}] }, ...withKey('k') });
      const here = await append(team, { json, ...withKey('k') });
      const there = await append({ ...team, sessionId: other.sessionId }, { json, ...withKey('k') });
      assert.ok(here.status === 200 && there.status === 200 && !isReplay(here) && !isReplay(there));
    });

    it('V18 without a key every send is a new batch; unknown sessions are not found', async () => {
      const [team, foreign] = [await aTeam(server()), await aTeam(server())];
      const events = [{ eventType: 'x' }];
      await team.machine.appendEvents({ sessionId: team.sessionId, events });
      assert.equal((await team.machine.appendEvents({ sessionId: team.sessionId, events })).firstSequence, 2);
      for (const sessionId of [foreign.sessionId, 'ses_000000000000000000000000', 'x']) {
        await assert.rejects(
          team.machine.appendEvents({ sessionId, events }),
          refusedWith('session_not_found'),
        );
      }
      assert.deepEqual(await stored(foreign), []);
    });
  });
