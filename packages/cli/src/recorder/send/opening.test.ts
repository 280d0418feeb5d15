import assert from 'node:assert/strict';
import { hostname, userInfo } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { defaultName } from '../../settings.ts';
import { createSending, type Sending } from '../../testing/sending.ts';
import { version } from '../../version.ts';
import { uuid5 } from '../spool/identity.ts';
import { readSessions } from '../spool/session-states.ts';
import { createOpener, type Opener } from './opening.ts';

describe('a session of the server', () => {
  let sending: Sending;
  let opener: Opener;
  const ending = new AbortController();
  beforeEach(async () => {
    sending = await createSending();
    opener = createOpener({ ...sending, signal: ending.signal });
  });
  afterEach(() => sending.remove());
  const opening = { title: 'Mend the lock', repoRoot: '/work/app' };
  async function open(given: Parameters<Sending['session']>[1] = {}, leg = 1, more = {}) {
    const state = sending.session('s', given);
    const step = { places: [], events: 1, leg, lastChangeAt: 0 };
    const [batch] = await sending.batches(state, ['{}'], { opening: { ...opening, ...more }, step });
    assert.ok(batch);
    await opener.openLeg(state, batch);
    return state;
  }
  const asked = () => sending.fake.named('openSession');
  const keys = () => asked().map(({ idempotencyKey }) => idempotencyKey);

  it('is opened with what is known, under a key that a retry repeats', async () => {
    const state = await open({ externalId: 'x'.repeat(300), version: '1.2' });
    assert.deepEqual(asked(), [
      {
        environmentId: 'env_0',
        agentInstallationId: 'ins_1',
        agentId: 'codex',
        externalId: 'x'.repeat(255),
        ...opening,
        idempotencyKey: uuid5(state.id, 'open/1'),
      },
    ]);
    assert.equal(sending.fake.calls.at(-1)?.signal, ending.signal);
    assert.deepEqual([state.sessionId, state.openedLeg], ['ses_2', 1]);
    await sending.states.flush();
    const [kept] = (await readSessions(sending.directory)).values();
    assert.equal(kept?.sessionId, 'ses_2');
  });

  it('names the repository by its remote where its folder has one, so that it is the same on every machine', async () => {
    const remotes: Record<string, string> = { '/work/app': 'https://git.example/acme/app.git' };
    const remoteOf = async (root: string) => remotes[root];
    opener = createOpener({ ...sending, signal: ending.signal, remoteOf });
    await open();
    await open({}, 1, { repoRoot: '/work/other' });
    assert.deepEqual(
      asked().map(({ repoRoot, repoRemote }) => [repoRoot, repoRemote]),
      [
        ['/work/app', 'https://git.example/acme/app.git'],
        ['/work/other', undefined],
      ],
    );
  });

  it('is told by the same remote again after a crash, whatever git says by then', async () => {
    let remote: string | undefined = 'https://git.example/acme/app.git';
    opener = createOpener({ ...sending, signal: ending.signal, remoteOf: async () => remote });
    sending.fake.fail('openSession', 'service_unavailable');
    await assert.rejects(open());
    const [kept] = (await readSessions(sending.directory)).values();
    remote = undefined;
    await open({ ...(kept?.repoRemote !== undefined && { repoRemote: kept.repoRemote }) });
    assert.deepEqual(
      asked().map(({ repoRemote }) => repoRemote),
      ['https://git.example/acme/app.git', 'https://git.example/acme/app.git'],
    );
  });

  it('is told without its remote when an earlier version has asked without it', async () => {
    opener = createOpener({
      ...sending,
      signal: ending.signal,
      remoteOf: async () => 'https://git.example/a.git',
    });
    sending.fake.fail('openSession', 'idempotency_key_reused');
    const state = await open();
    const [first, second] = asked();
    assert.deepEqual({ ...second, repoRemote: first?.repoRemote }, first);
    assert.ok(second && !('repoRemote' in second));
    assert.equal(state.openedLeg, 1);
  });

  it('continues the one before when the agent session goes on, if there is one', async () => {
    const state = await open({ sessionId: 'ses_old' }, 2);
    assert.deepEqual([asked()[0]?.continuesSessionId, state.openedLeg], ['ses_old', 2]);
    await open({ sessionId: 'ses_old' }, 1);
    assert.ok(!('continuesSessionId' in (asked()[1] ?? {})));
    await open({}, 2);
    assert.ok(!('continuesSessionId' in (asked()[2] ?? {})));
  });

  it('is opened without what the server does not like', async () => {
    for (const code of ['validation_error', 'session_not_found'] as const) {
      sending.fake.calls.length = 0;
      sending.fake.fail('openSession', code);
      const state = await open({ sessionId: 'ses_old' }, 2);
      assert.deepEqual(keys(), [uuid5(state.id, 'open/2'), uuid5(state.id, 'open/2/bare')]);
      assert.ok(!('title' in (asked()[1] ?? {})) && !('continuesSessionId' in (asked()[1] ?? {})));
    }
  });

  it('keeps its time when the server does not like its title or path, and goes without when that is it', async () => {
    const times = { startedAt: '2026-01-01T00:00:00.000Z', startedAtSource: 'record' };
    sending.fake.fail('openSession', 'validation_error');
    const state = await open({}, 1, times);
    assert.deepEqual(keys(), [uuid5(state.id, 'open/1'), uuid5(state.id, 'open/1/times')]);
    const { startedAt, startedAtSource, title, repoRoot } = asked()[1] ?? {};
    assert.deepEqual(
      { startedAt, startedAtSource, title, repoRoot },
      { ...times, title: undefined, repoRoot: undefined },
    );
    sending.fake.calls.length = 0;
    sending.fake.fail('openSession', 'validation_error', 'validation_error');
    await open({}, 1, times);
    assert.deepEqual(
      keys(),
      ['open/1', 'open/1/times', 'open/1/bare'].map((name) => uuid5(state.id, name)),
    );
    assert.ok(!('startedAt' in (asked()[2] ?? {})));
  });

  it('is opened again after the machine is registered anew, where the server lost it', async () => {
    sending.fake.fail('openSession', 'environment_not_found');
    const state = await open();
    assert.deepEqual(
      sending.fake.calls.map(({ name }) => name),
      ['registerInstallation', 'openSession', 'registerEnvironment', 'registerInstallation', 'openSession'],
    );
    assert.deepEqual(keys(), [uuid5(state.id, 'open/1'), uuid5(state.id, 'open/1/again')]);
    assert.deepEqual([asked()[1]?.environmentId, asked()[1]?.agentInstallationId], ['env_2', 'ins_3']);
    assert.equal(asked()[1]?.title, opening.title);
  });

  it('is opened again after the agent is registered anew, where the server lost that', async () => {
    sending.fake.fail('openSession', 'installation_not_found');
    await open();
    assert.deepEqual(
      sending.fake.calls.map(({ name }) => name),
      ['registerInstallation', 'openSession', 'registerInstallation', 'openSession'],
    );
    assert.equal(asked()[1]?.agentInstallationId, 'ins_2');
  });

  it('stays unopened for any other reason, and nothing more is asked', async () => {
    for (const error of [
      'installation_disabled',
      'service_unavailable',
      new TypeError('fetch failed'),
    ] as const) {
      sending.fake.calls.length = 0;
      sending.fake.fail('openSession', error);
      await assert.rejects(open());
      assert.equal(asked().length, 1);
    }
    assert.equal(sending.states.sessions.get('codex/s')?.openedLeg, 0);
  });

  it('is opened again when somebody else closed it, and what follows is durable', async () => {
    const state = sending.session('s', { openedLeg: 1 });
    const [batch] = await sending.batches(state, ['{}'], { opening });
    assert.ok(batch);
    await opener.reopen(state, batch, false);
    assert.ok(!('continuesSessionId' in (asked()[0] ?? {})), 'there is none to continue');
    assert.equal(asked()[0]?.title, undefined);
    assert.equal((await readSessions(sending.directory)).get('codex/s')?.sessionId, state.sessionId);
  });
});

describe('what the server knows a machine as', () => {
  let sending: Sending;
  beforeEach(async () => {
    sending = await createSending();
  });
  afterEach(() => sending.remove());

  it('is asked once for each agent, and kept', async () => {
    const { enrolment, fake, kept } = sending;
    assert.equal(await enrolment.installationOf('codex', '1'.repeat(101)), 'ins_1');
    assert.equal(await enrolment.installationOf('codex'), 'ins_1');
    assert.equal(await enrolment.installationOf('cursor'), 'ins_2');
    assert.deepEqual(fake.named('registerInstallation'), [
      { environmentId: 'env_0', agentId: 'codex', version: '1'.repeat(100) },
      { environmentId: 'env_0', agentId: 'cursor' },
    ]);
    assert.deepEqual(kept, [
      { environmentId: 'env_0', installations: { codex: 'ins_1' } },
      { environmentId: 'env_0', installations: { codex: 'ins_1', cursor: 'ins_2' } },
    ]);
    enrolment.forget('codex');
    assert.equal(await enrolment.installationOf('codex'), 'ins_3');
    assert.equal(await enrolment.installationOf('cursor'), 'ins_2');
  });

  it('is asked anew, with the same machine, when the server lost it', async () => {
    const { enrolment, fake, kept } = sending;
    await enrolment.installationOf('codex');
    await enrolment.renew();
    assert.deepEqual(fake.named('registerEnvironment'), [
      {
        displayName: 'me@here',
        hostname: hostname(),
        platform: process.platform,
        serviceCliVersion: version,
        machineId: 'machine',
      },
    ]);
    assert.equal(enrolment.environmentId(), 'env_2');
    assert.deepEqual(kept.at(-1), { environmentId: 'env_2', installations: {} });
    assert.equal(await enrolment.installationOf('codex'), 'ins_3');
    assert.equal(fake.named('registerInstallation')[1]?.environmentId, 'env_2');
  });

  it('has a name that people know it by', () => {
    assert.equal(defaultName(), `${userInfo().username}@${hostname()}`.slice(0, 100));
  });
});
