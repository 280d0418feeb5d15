import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anOrganizationAlone, begin, type OrganizationAlone } from '../../../testing/domain/organization.ts';
import { findSession } from '../access/session.ts';
import { getClaim, issueClaim, setAuthor } from '../author.ts';
import { beat, getEnvironment, registerEnvironment, revokeEnvironment } from '../environment.ts';
import { changeInstallation, createInstallation, listInstallations } from '../installation.ts';
import { createIntegration } from '../link/integration.ts';
import { addPullLink } from '../link/link.ts';
import { renameOrganization } from '../organization.ts';
import { issueSecret, listSecrets, revokeSecret } from '../secret.ts';
import { completeSession } from '../session/completion.ts';
import { openSession } from '../session/opening.ts';

describe('what is made or changed has the time of the server', () => {
  let team: OrganizationAlone;
  before(async () => {
    team = await anOrganizationAlone();
  });
  after(() => team[Symbol.asyncDispose]());

  let minutes = 0;
  /** A minute later than all before; as it is written. */
  const later = (): string => {
    team.time.now = begin + ++minutes * 60_000;
    return new Date(team.time.now).toISOString();
  };

  it('organizations and secrets', async () => {
    const { context, owner } = team;
    const renamed = later();
    assert.equal((await renameOrganization(context, owner, { name: 'Other' })).updatedAt, renamed);
    const issued = later();
    const { secretId, createdAt } = await issueSecret(context, owner, {});
    assert.equal(createdAt, issued);
    const revoked = later();
    assert.equal((await revokeSecret(context, owner, { secretId })).revokedAt, revoked);
    later();
    assert.equal((await revokeSecret(context, owner, { secretId })).revokedAt, revoked, 'again the same');
    const { secrets } = await listSecrets(context, owner);
    assert.equal(secrets.find((one) => one.secretId === secretId)?.status, 'revoked');
    const entries = (await team.entries('secret_revoked')).filter(({ targetId }) => targetId === secretId);
    assert.equal(entries.length, 1);
  });

  it('machines, their agents and their authors', async () => {
    const { context, owner, machine } = team;
    const registered = later();
    const { environmentId, environment } = await registerEnvironment(context, machine, {
      hostname: 'desk',
      platform: 'linux',
      serviceCliVersion: '1.0.0',
    });
    assert.deepEqual([environment.createdAt, environment.lastSeenAt], [registered, registered]);
    const seen = later();
    assert.equal((await beat(context, machine, { environmentId })).lastSeenAt, seen);
    const given = later();
    const { environment: authored } = await setAuthor(context, owner, {
      environmentId,
      userId: owner.userId,
    });
    assert.deepEqual([authored.updatedAt, authored.authorUserId], [given, owner.userId]);
    const created = later();
    const { installation } = await createInstallation(context, owner, { environmentId, agentId: 'codex' });
    assert.deepEqual([installation.createdAt, installation.updatedAt], [created, created]);
    const changed = later();
    const { installationId } = installation;
    await changeInstallation(context, owner, { installationId, status: 'disabled' });
    const { installations } = await listInstallations(context, owner);
    assert.equal(installations.find((one) => one.installationId === installationId)?.updatedAt, changed);
    const revoked = later();
    await revokeEnvironment(context, owner, { environmentId });
    assert.equal((await getEnvironment(context, owner, { environmentId })).environment.updatedAt, revoked);
  });

  it('a claim is shown until ten minutes are over', async () => {
    const { context, owner, machine, tenant, time } = team;
    const { environmentId } = tenant.environment;
    later();
    const { code, expiresAt } = await issueClaim(context, machine, { environmentId });
    assert.equal(Date.parse(expiresAt), time.now + 600_000);
    time.now += 600_000 - 1;
    assert.equal((await getClaim(context, owner, { code })).environment.environmentId, environmentId);
    time.now += 1;
    await assert.rejects(getClaim(context, owner, { code }), { code: 'claim_not_found' });
    minutes += 10;
  });

  it('sessions, from their beginning to their end', async () => {
    const { context, machine, tenant, owner } = team;
    const opened = later();
    const { sessionId, session } = await openSession(context, machine, {
      environmentId: tenant.environment.environmentId,
      agentInstallationId: tenant.installation.installationId,
    });
    assert.deepEqual([session.startedAt, session.createdAt, session.updatedAt], [opened, opened, opened]);
    const closed = later();
    const { endedAt } = await completeSession(context, machine, { sessionId });
    assert.equal(endedAt, closed);
    const found = await findSession(context, owner.organizationId, sessionId);
    assert.deepEqual(
      [found.status, found.endedAt, found.updatedAt],
      ['completed', team.time.now, team.time.now],
    );
  });

  it('integrations and what people say about links', async () => {
    const { context, owner } = team;
    const created = later();
    assert.equal((await createIntegration(context, owner, { provider: 'github' })).createdAt, created);
    const { sessionId } = await team.session();
    later();
    const url = 'https://github.com/acme/app/pull/1';
    await addPullLink(context, owner, { sessionId, url });
    const [decision] = await context.store.link.pullDecisionsOfSession(sessionId);
    assert.deepEqual([decision?.decidedBy, decision?.decidedAt], [owner.userId, team.time.now]);
  });
});
