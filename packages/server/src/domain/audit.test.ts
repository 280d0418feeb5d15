import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditAction, auditActions } from '@debrief/contract';
import { pino } from 'pino';
import { FakeBrowser } from '../../testing/browser.ts';
import { aCommit } from '../../testing/links/link.ts';
import { refusedWith } from '../../testing/request.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { aTeam, joinTeam, type Team } from '../../testing/team.ts';
import { operatorCommands } from '../operator.ts';
import { newId } from './id.ts';
import { deleteOrganization, deleteSession, deleteUser } from './session/deletion.ts';

/** The entry a deed must leave; an id that cannot be known before is absent. */
interface Expected {
  actorId?: string | undefined;
  targetId?: string | undefined;
  outcome?: 'refused';
}

type Deed = (server: TestServer, team: Team) => Promise<Expected>;

const ownerOf = async ({ owner }: Team): Promise<string> =>
  (await owner.client.getOrganization()).ownerUserId;

const invited = async (team: Team) => {
  const email = `${newId('usr').slice(4).toLowerCase()}@example.com`;
  return (await team.owner.client.inviteMember({ email })).userId;
};

const aKnownCommit = async ({ machine, sessionId }: Team): Promise<string> => {
  const commit = aCommit('audited');
  await machine.reportCommits({ sessionId, commits: [commit] });
  return commit.sha;
};

const aThread = async ({ owner, sessionId }: Team) =>
  (await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' })).thread;

const aComment = async (team: Team) => {
  const { threadId, comments } = await aThread(team);
  return { sessionId: team.sessionId, threadId, commentId: comments[0]?.commentId as string };
};

const aReview = async ({ owner, sessionId }: Team) =>
  (await owner.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 })).review.reviewId;
/** A session that pushes over a branch, with a decision about that. */
async function decideSome({ machine, owner, sessionId }: Team) {
  const call = {
    type: 'tool_use',
    id: 'call',
    name: 'Bash',
    input: { command: 'git push --force origin fix' },
  };
  const answer = { type: 'tool_result', tool_use_id: 'call', content: 'done' };
  await machine.appendEvents({
    sessionId,
    events: [
      { type: 'assistant', uuid: 'a', message: { id: 'a', role: 'assistant', content: [call] } },
      { type: 'user', uuid: 'b', message: { role: 'user', content: [answer] } },
    ].map((payload) => ({ eventType: payload.type, payload })),
  });
  const place = { sessionId, findingId: 'git.force-push.1' };
  for (const begun = Date.now(); (await owner.client.getFindings({ sessionId })).findings.length === 0; ) {
    assert.ok(Date.now() - begun < 20_000, 'not judged in time');
    await sleep(50);
  }
  await owner.client.decideFinding({ ...place, verdict: 'expected' });
  return place;
}

/** One row for each action. What the identity provider records is in the second table. */
const deeds: Partial<Record<AuditAction, Deed>> = {
  organization_created: async (_, team) => ({ actorId: await ownerOf(team), targetId: team.organizationId }),
  organization_renamed: async (_, team) => {
    await team.owner.client.renameOrganization({ name: 'Renamed' });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  member_invited: async (_, team) => ({ actorId: await ownerOf(team), targetId: await invited(team) }),
  invitation_link_issued: async (_, team) => {
    const userId = await invited(team);
    await team.owner.client.inviteByLink({ userId });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  member_activated: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    return { actorId: userId, targetId: userId };
  },
  member_role_changed: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await team.owner.client.changeMember({ userId, role: 'admin' });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  member_removed: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await team.owner.client.removeMember({ userId });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  secret_issued: async (_, team) => ({ actorId: await ownerOf(team), targetId: team.secretId }),
  secret_revoked: async (_, team) => {
    await team.owner.client.revokeSecret({ secretId: team.secretId });
    return { actorId: await ownerOf(team), targetId: team.secretId };
  },
  environment_revoked: async (_, team) => {
    await team.owner.client.revokeEnvironment({ environmentId: team.environmentId });
    return { actorId: await ownerOf(team), targetId: team.environmentId };
  },
  environment_author_set: async (_, team) => {
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team) });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  environment_author_cleared: async (_, team) => {
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team) });
    await team.owner.client.clearAuthor({ environmentId });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  installation_created: async (_, team) => {
    const { installation } = await team.owner.client.createInstallation({ agentId: 'codex' });
    return { actorId: await ownerOf(team), targetId: installation.installationId };
  },
  installation_changed: async (_, team) => {
    const { installationId } = team;
    await team.owner.client.changeInstallation({ installationId, status: 'disabled' });
    return { actorId: await ownerOf(team), targetId: installationId };
  },
  session_read: async (_, team) => {
    await team.owner.client.getSession({ sessionId: team.sessionId });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  finding_decided: async (_, team) => {
    await decideSome(team);
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  finding_decision_withdrawn: async (_, team) => {
    await team.owner.client.withdrawDecision(await decideSome(team));
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  findings_policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getFindingsPolicy();
    await team.owner.client.setFindingsPolicy({ ...policy, trustedHosts: ['example.com'] });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  session_deleted: async (server, team) => {
    await deleteSession(server.running.context, team);
    return { targetId: team.sessionId };
  },
  link_added: async (_, team) => {
    const sha = await aKnownCommit(team);
    await team.owner.client.addLink({ sessionId: team.sessionId, sha });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  link_removed: async (_, team) => {
    const sha = await aKnownCommit(team);
    await team.owner.client.removeLink({ sessionId: team.sessionId, sha });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  integration_created: async (_, team) => {
    const { integrationId } = await team.owner.client.createIntegration({ provider: 'github' });
    return { actorId: await ownerOf(team), targetId: integrationId };
  },
  integration_removed: async (_, team) => {
    const { integrationId } = await team.owner.client.createIntegration({ provider: 'gitlab' });
    await team.owner.client.removeIntegration({ integrationId });
    return { actorId: await ownerOf(team), targetId: integrationId };
  },
  thread_opened: async (_, team) => ({
    targetId: (await aThread(team)).threadId,
    actorId: await ownerOf(team),
  }),
  thread_resolved: async (_, team) => {
    const { sessionId } = team;
    const { threadId } = await aThread(team);
    await team.owner.client.changeThread({ sessionId, threadId, state: 'resolved' });
    return { actorId: await ownerOf(team), targetId: threadId };
  },
  comment_edited: async (_, team) => {
    const place = await aComment(team);
    await team.owner.client.editComment({ ...place, body: 'Why not?' });
    return { actorId: await ownerOf(team), targetId: place.commentId };
  },
  comment_deleted: async (_, team) => {
    const place = await aComment(team);
    await team.owner.client.deleteComment(place);
    return { actorId: await ownerOf(team), targetId: place.commentId };
  },
  review_submitted: async (_, team) => ({ targetId: await aReview(team), actorId: await ownerOf(team) }),
  review_withdrawn: async (_, team) => {
    const reviewId = await aReview(team);
    await team.owner.client.withdrawReview({ sessionId: team.sessionId, reviewId });
    return { actorId: await ownerOf(team), targetId: reviewId };
  },
  review_dismissed: async (_, team) => {
    const reviewId = await aReview(team);
    await team.owner.client.dismissReview({ sessionId: team.sessionId, reviewId, reason: 'Too early' });
    return { actorId: await ownerOf(team), targetId: reviewId };
  },
  assignee_added: async (_, { owner, sessionId, ...team }) => {
    const userId = await ownerOf({ owner, sessionId, ...team });
    await owner.client.assignReviewer({ sessionId, userId });
    return { actorId: userId, targetId: sessionId };
  },
  assignee_removed: async (_, { owner, sessionId, ...team }) => {
    const userId = await ownerOf({ owner, sessionId, ...team });
    await owner.client.assignReviewer({ sessionId, userId });
    await owner.client.removeReviewer({ sessionId, userId });
    return { actorId: userId, targetId: sessionId };
  },
  policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getPolicy();
    await team.owner.client.setPolicy(policy);
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  sample_loaded: async (_, team) => {
    await team.owner.client.loadSample();
    return { actorId: await ownerOf(team) };
  },
  sample_removed: async (_, team) => {
    await team.owner.client.loadSample();
    await team.owner.client.removeSample();
    return { actorId: await ownerOf(team) };
  },
  user_deleted: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await deleteUser(server.running.context, userId);
    return { targetId: userId };
  },
  organization_deleted: async (server, team) => {
    await deleteOrganization(server.running.context, team.organizationId);
    return { targetId: team.organizationId };
  },
  role_denied: async (server, team) => {
    const { client, userId } = await joinTeam(server, team, 'member');
    await assert.rejects(client.issueSecret({}), refusedWith('insufficient_role'));
    return { actorId: userId, outcome: 'refused' };
  },
};

const log = pino({ level: 'silent' });
const email = 'ada@example.com';
const password = 'seven quiet llamas hum';

/** What people do on the pages of the embedded identity provider, and the operator does to their accounts. */
const signInDeeds: Partial<
  Record<AuditAction, (server: TestServer, browser: FakeBrowser) => Promise<unknown>>
> = {
  sign_in: async ({ running, url }) => {
    const browser = new FakeBrowser(url);
    const setUp = await browser.open((await running.idp?.setupLink()) ?? '');
    await browser.submit(setUp, { email, password, repeat: password });
    const other = new FakeBrowser(url);
    await other.submit(await other.open(authorizeUrl(url)), { email, password });
  },
  sign_in_failed: async ({ url }, browser) =>
    browser.submit(await browser.open(authorizeUrl(url)), { email, password: 'not the right one' }),
  password_changed: async ({ running }, browser) => {
    const next = 'nine loud zebras whisper';
    const [account] = (await running.idp?.accounts.find(email)) ?? [];
    const link = account && (await running.idp?.accounts.passwordLink(account));
    await browser.submit(await browser.open(link ?? ''), { password: next, repeat: next });
  },
  account_disabled: async ({ config }) =>
    operatorCommands['disable-account']?.run({ config, args: [email], log }),
  account_enabled: async ({ config }) =>
    operatorCommands['enable-account']?.run({ config, args: [email], log }),
};

const authorizeUrl = (url: string) =>
  `${url}/idp/auth?${new URLSearchParams({
    client_id: 'debrief-dashboard',
    redirect_uri: `${url}/`,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`;

/** Settings of a server whose people sign in with the embedded provider. */
const embedded = { IDP_ISSUER: '', IDP_CLIENT_ID: '', IDP_AUDIENCE: '', IDP_JWKS: '' };

it('every action of the audit log has a row in one of the two tables', () => {
  assert.deepEqual([...Object.keys(deeds), ...Object.keys(signInDeeds)].sort(), [...auditActions].sort());
});

describe('a deed leaves exactly the entry that its row says', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer('sqlite');
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [action, deed] of Object.entries(deeds)) {
    it(action, async () => {
      const team = await aTeam(server);
      const expected = await deed(server, team);
      const { store } = server.running.context;
      const entries = await store.audit.list(team.organizationId, { limit: 10, action });
      assert.ok(entries.length > 0, 'the deed left no entry');
      const found = entries.find(({ targetId }) => !expected.targetId || targetId === expected.targetId);
      assert.ok(found, `no entry is about ${expected.targetId}`);
      assert.equal(found.outcome, expected.outcome ?? 'ok');
      assert.equal(found.actorId, expected.actorId ?? null);
      assert.equal(found.requestId !== null, expected.actorId !== undefined, 'who asked for it');
    });
  }
});

describe('what people do at the sign-in pages leaves its entry', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer('sqlite', embedded);
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [action, deed] of Object.entries(signInDeeds)) {
    it(action, async (test) => {
      test.mock.method(console, 'log', () => {});
      const { database } = server.config;
      assert.equal(database.engine, 'sqlite');
      await deed(server, new FakeBrowser(server.url));
      // These are not in the log of an organization: the account has none.
      using db = new DatabaseSync(database.engine === 'sqlite' ? database.path : '');
      const found = db.prepare('select * from audit_log where action = ?').all(action);
      assert.ok(found.length > 0, 'the deed left no entry');
      assert.equal(found[0]?.outcome, action === 'sign_in_failed' ? 'refused' : 'ok');
      const isByOperator = action.startsWith('account_');
      assert.equal(found[0]?.ip !== null, !isByOperator);
    });
  }
});
