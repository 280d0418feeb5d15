import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { OpenSession } from '@debrief/contract';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../testing/domain/organization.ts';
import { setAuthor } from '../author.ts';
import type { Context } from '../context.ts';
import { registerEnvironment, revokeEnvironment } from '../environment.ts';
import { changeInstallation, createInstallation, registerInstallation } from '../installation.ts';
import { openSession } from '../session/opening.ts';

const minute = 60_000;

onAStoreAlone('a session is opened', (storage) => {
  let team: OrganizationAlone;
  let given: OpenSession;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    given = {
      environmentId: team.tenant.environment.environmentId,
      agentInstallationId: team.tenant.installation.installationId,
    };
  });

  const open = (more: object = {}, context = team.context) =>
    openSession(context, team.machine, { ...given, ...more });
  const at = (time: number) => new Date(time).toISOString();
  const invalid = { code: 'validation_error' };

  it('with what was said of it, and nothing that was not', async () => {
    const plain = (await open()).session;
    const { sessionId, ...rest } = plain;
    assert.match(sessionId, /^ses_/);
    assert.deepEqual(rest, {
      organizationId: team.owner.organizationId,
      environmentId: given.environmentId,
      agentInstallationId: given.agentInstallationId,
      agentId: 'claude-code',
      status: 'active',
      secretEnvironment: 'live',
      startedAt: at(begin),
      eventCount: 0,
      createdAt: at(begin),
      updatedAt: at(begin),
    });
    const said = {
      agentId: 'codex',
      title: 'A title',
      repoRoot: '/srv/app',
      gitBranch: 'main',
      externalId: 'agent-1',
      continuesSessionId: sessionId,
    };
    const full = (await open({ ...said, repoRemote: 'git@host.example:a/b.git' })).session;
    assert.deepEqual({ ...full, ...said, repository: 'host.example/a/b' }, full);
  });

  it('is heard of once; a retry with the same key is the same session and is not heard', async () => {
    const key = { idempotencyKey: 'k', title: 'One' };
    let first = '';
    const heard = await team.hears(async () => {
      const { sessionId, replayed } = await open(key);
      assert.equal(replayed, false);
      first = sessionId;
    });
    assert.deepEqual(heard.sessions, [{ sessionId: first }]);
    team.time.now += minute;
    const { store, log } = team.context;
    await log.close({
      organizationId: team.owner.organizationId,
      sessionId: first,
      status: 'completed',
      endedAt: team.time.now,
      at: team.time.now,
    });
    const again = await team.hears(async () => {
      const { sessionId, replayed, session } = await open(key);
      assert.deepEqual([sessionId, replayed], [first, true]);
      const { status, endedAt, updatedAt, eventCount } = session;
      assert.deepEqual([status, endedAt, updatedAt, eventCount], ['active', undefined, at(begin), 0]);
    });
    assert.deepEqual(again.sessions, []);
    assert.equal(
      (await open({ ...key, repoRemote: 'git@host:a' })).sessionId,
      first,
      'a remote came to light',
    );
    const branch = { gitBranch: 'main' };
    const { sessionId: other } = await open({ idempotencyKey: 'l', ...branch, title: 'One' });
    assert.equal(
      (await open({ title: 'One', idempotencyKey: 'l', ...branch })).sessionId,
      other,
      'in another order',
    );
    await assert.rejects(open({ ...key, title: 'Two' }), { code: 'idempotency_key_reused' });
    // The other request with this key was stored between our look and our write.
    let looks = 0;
    const findOpening: Context['store']['session']['findOpening'] = async (...args) =>
      looks++ === 0 ? undefined : store.session.findOpening(...args);
    const raced = { ...team.context, store: { ...store, session: { ...store.session, findOpening } } };
    const { sessionId, replayed } = await open(key, raced);
    assert.deepEqual([sessionId, replayed], [first, true]);
    await assert.rejects(
      open(
        { ...key, title: 'Two' },
        { ...raced, store: { ...store, session: { ...store.session, findOpening: async () => undefined } } },
      ),
      { code: 'idempotency_key_reused' },
    );
  });

  it('begins when it says, from the year 2000 to five minutes ahead, and never later than now', async () => {
    const start = async (time: number) => (await open({ startedAt: at(time) })).session.startedAt;
    assert.equal(await start(Date.UTC(2000, 0, 1)), '2000-01-01T00:00:00.000Z');
    await assert.rejects(start(Date.UTC(2000, 0, 1) - 1), invalid);
    assert.equal(await start(begin - minute), at(begin - minute));
    assert.equal(await start(begin + 5 * minute), at(begin));
    await assert.rejects(start(begin + 5 * minute + 1), invalid);
    const source = async (more: object) => (await open(more)).session.startedAtSource;
    assert.equal(await source({}), undefined);
    assert.equal(await source({ startedAt: at(begin) }), 'record');
    assert.equal(await source({ startedAt: at(begin), startedAtSource: 'file' }), 'file');
  });

  it('S7 a retry gets the first answer, also when the agent was disabled and the machine revoked since', async () => {
    const { context, owner } = team;
    const key = { idempotencyKey: 'k' };
    const { sessionId } = await open(key);
    await changeInstallation(context, owner, {
      installationId: given.agentInstallationId,
      status: 'disabled',
    });
    await revokeEnvironment(context, owner, { environmentId: given.environmentId });
    const again = await open(key);
    assert.deepEqual([again.sessionId, again.replayed], [sessionId, true]);
    await assert.rejects(open({ idempotencyKey: 'l' }), { code: 'environment_revoked' });
  });

  it('belongs to the author of its machine', async () => {
    const { context, owner } = team;
    await setAuthor(context, owner, { environmentId: given.environmentId, userId: owner.userId });
    assert.equal((await open()).session.authorUserId, owner.userId);
  });

  it('only with an agent of its machine, or of none, that nobody has disabled, on a machine that is not revoked', async () => {
    const { context, owner, machine } = team;
    const other = await registerEnvironment(context, machine, {
      hostname: 'another',
      platform: 'linux',
      serviceCliVersion: '1.0.0',
    });
    const elsewhere = await registerInstallation(context, machine, {
      environmentId: other.environmentId,
      agentId: 'codex',
    });
    await assert.rejects(open({ agentInstallationId: elsewhere.installationId }), invalid);
    const { installation: anywhere } = await createInstallation(context, owner, { agentId: 'codex' });
    const { installationId } = anywhere;
    assert.equal((await open({ agentInstallationId: installationId })).session.agentId, 'codex');
    await changeInstallation(context, owner, { installationId, status: 'disabled' });
    await assert.rejects(open({ agentInstallationId: installationId }), { code: 'installation_disabled' });
    await assert.rejects(open({ continuesSessionId: 'ses_0000000000000000' }), { code: 'session_not_found' });
    await assert.rejects(open({ environmentId: 'x' }), { code: 'environment_not_found' });
    await assert.rejects(open({ agentInstallationId: 'x' }), { code: 'installation_not_found' });
    await revokeEnvironment(context, owner, { environmentId: given.environmentId });
    await assert.rejects(open(), { code: 'environment_revoked' });
  });

  it('L10 is in the repository of its remote, else of the last session in its folder, else of its folder', async () => {
    const { store } = team.context;
    const adopted: unknown[][] = [];
    const adopt: Context['store']['repository']['adopt'] = async (...args) => {
      adopted.push(args);
      return store.repository.adopt(...args);
    };
    const context = { ...team.context, store: { ...store, repository: { ...store.repository, adopt } } };
    const repository = async (more: object) => (await open(more, context)).session.repository;
    const byRoot = `${given.environmentId}:/srv/app`;
    assert.equal(await repository({}), undefined);
    assert.equal(await repository({ repoRemote: 'git@host:a/b' }), 'host/a/b');
    assert.equal(await repository({ repoRoot: '/srv/app' }), byRoot);
    assert.deepEqual(adopted, [], 'nothing was learned of the folder');
    const { sessionId: early } = await open({ repoRoot: '/srv/app' });
    assert.equal(await repository({ repoRoot: '/srv/app', repoRemote: 'git@host:a/b' }), 'host/a/b');
    assert.deepEqual(adopted, [[team.owner.organizationId, byRoot, 'host/a/b']]);
    const found = await store.session.find(team.owner.organizationId, early);
    assert.equal(found?.repository, 'host/a/b', 'earlier sessions follow');
    assert.equal(await repository({ repoRoot: '/srv/app' }), 'host/a/b', 'later ones, too');
    assert.equal(await repository({ repoRoot: '/srv/other' }), `${given.environmentId}:/srv/other`);
  });
});
